"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("background", "find stretches with the same background as one, and loop them to any length"),
    ),
)
