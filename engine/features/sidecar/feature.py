"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand(
            "sidecar", "write a folder's analysis into a file beside its sounds for others who add it, or show one"
        ),
    ),
)
