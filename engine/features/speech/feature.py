"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("sketch", "sketch a sound from its units, even if its file is away"),),
)
