"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("verify", "check the whole library, and repair it"),),
)
