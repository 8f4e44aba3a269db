"""The record of the feature."""

from engine.base.feature import Feature, ShellCommand


def _script_reader() -> object:
    from engine.features.spotting.cue_reader import numbered_queries

    return numbered_queries


def _cue_pieces() -> object:
    from engine.features.spotting.cue_pieces import cue_pieces

    return cue_pieces


FEATURE = Feature(
    commands=(ShellCommand("spot", "find sounds for every line of a cue sheet, script, EDL or list of markers"),),
    script_reader=_script_reader,
    cue_pieces=_cue_pieces,
)
