"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("picks", "collect moments of several sounds in a list, and hand them out together"),)
)
