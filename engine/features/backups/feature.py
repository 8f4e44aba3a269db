"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(
        ShellCommand("backups", "list the backups of the catalogue, or make one"),
        ShellCommand("restore", "restore a backup of the catalogue"),
    ),
)
