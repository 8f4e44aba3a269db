"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(commands=(ShellCommand("quality", "measure the technical quality of sounds, and list what to mend"),))
