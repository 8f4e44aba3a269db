"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    commands=(ShellCommand("send", "put sounds at their places in a timeline, a REAPER project or an Ardour session"),),
)
