"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    needs=frozenset({"speech"}),
    commands=(ShellCommand("duplicates", "find duplicate sounds"),),
)
