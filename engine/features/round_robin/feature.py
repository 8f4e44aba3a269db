"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("round-robin", "copy takes of one sound at one level, for a sampler"),),
)
