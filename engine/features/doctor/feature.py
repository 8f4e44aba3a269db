"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("doctor", "check devices, audio output, packs, libraries and disk, and say what to do"),),
)
