"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("self-test", "test search quality with your own file names, and list outliers and gaps"),),
)
