"""Reads the parts that a recipe names, each clip in the split it is used for."""

from engine.base.training_messages import ExclusionReason
from training.data.corpora.reader import LeftOutItem
from training.data.corpora.registry import places_of, read_parts
from training.data.corpus import SPLITS, Clip, CorpusError, check_splits
from training.runs.config import Config


def read_whole(config: Config, data: list[str]) -> list[Clip]:
    """Reads all parts of a recipe, each clip in the split it is used for; none may be missing.

    Raises:
        CorpusError: an unreadable part or one without a place, a missing file, or an empty split.
    """
    places, clips = places_of(data), list[Clip]()
    for split, parts in zip(SPLITS, (config.data.train, config.data.val, config.data.test), strict=True):
        reading = read_parts(parts, places, split)
        if gone := [one for one in reading.left_out if one.reason is not ExclusionReason.EXCLUDED]:
            raise CorpusError(
                f"{len(gone)} clips of {split} are left out, first {gone[0]}: {gone[0].reason.text}",
                advice="Fetch or make that corpus again.",
            )
        clips += reading.clips
    check_splits(clips, *SPLITS)
    return clips


def read_splits(config: Config, data: list[str]) -> tuple[list[Clip], list[LeftOutItem]]:
    """Reads the train and val parts of a recipe, each clip in the split it is used for.

    Raises:
        CorpusError: a corpus has no given place or is unreadable.
    """
    places, clips, left_out = places_of(data), list[Clip](), list[LeftOutItem]()
    for split, parts in (("train", config.data.train), ("val", config.data.val)):
        reading = read_parts(parts, places, split)
        clips += reading.clips
        left_out += reading.left_out
    return clips, left_out
