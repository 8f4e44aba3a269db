"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("export", "write the sounds of a query as a table or a playlist"),),
)
