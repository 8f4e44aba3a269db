"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("server", "share a library with others on PostgreSQL: make, join, sync, search one"),),
)
