"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("missing", "list missing files, and locate files that were moved"),),
)
