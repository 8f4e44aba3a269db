"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("owner", "learn from your choices in searches; show, forget, export or import what was learnt"),
    ),
)
