"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand

FEATURE = Feature(
    pack_commands=(ShellCommand("get", "download a published model, such as a CLAP, and make a pack of it"),),
)
