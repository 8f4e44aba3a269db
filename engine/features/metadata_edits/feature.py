"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("describe", "show or edit the metadata of files"),
        ShellCommand("undo", "undo the newest change of metadata"),
    ),
)
