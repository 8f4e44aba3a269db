"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("spot", "find sounds for every line of a cue sheet, script, EDL or list of markers"),),
)
