"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand


def _script_reader() -> object:
    from engine.features.spotting.cue_reader import numbered_queries

    return numbered_queries


FEATURE = Feature(
    commands=(ShellCommand("spot", "find sounds for every line of a cue sheet, script, EDL or list of markers"),),
    script_reader=_script_reader,
)
