"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    needs=frozenset({"studio"}),
    commands=(ShellCommand("embed", "embed a large library on many machines, or in portions: plan, run, commit"),),
)
