"""Our own corpus in several folders: the first is the corpus, the others add training material.

Val and test are the first folder's alone, so figures stay comparable over the years. Val of further folders is a part
of its own, `earshot:val-further`; they have no test. A further clip is dropped if its recording is in another split of
the corpus: found by digest here, and by similarity in doubles.txt.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.base.training_messages import ExclusionReason
from training.data.corpora import source_folds
from training.data.corpora.earshot import missing_earshot, read_earshot
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger
from training.data.corpus import SPLITS, Clip, CorpusError

VAL = "val-further"
"""The val part of all further folders."""
PARTS = (*SPLITS, VAL, *source_folds.parts())
DOUBLES = Path(__file__).with_name("doubles.txt")
"""Found by `earshot-train corpus doubles`: pairs of a further folder's clip and a similar clip of another source."""


def read_with_further(folders: Sequence[Path], part: str = "") -> CorpusReading:
    """Reads all of several folders, or one part.

    Args:
        folders: the corpus, then those that add to it; at least one.
        part: one of PARTS; empty for everything.

    Raises:
        CorpusError: unknown part, no list, or an unreadable list.
    """
    if part not in ("", *PARTS):
        raise CorpusError(f"the corpus has no part {part!r}", advice=f"Its parts are {', '.join(PARTS)}.")
    if len(folders) == 1 and part in ("", *SPLITS):
        return read_earshot(folders[0], part)
    own, *others = [read_earshot(folder) for folder in folders]
    if measured := source_folds.measured_of(part):
        return _left_out([own, *others], measured)
    unlearnt = source_folds.learnt_without(part)
    split = "train" if unlearnt else part
    ledger = Ledger(left_out=list(own.left_out) if part != VAL else [])
    ledger.clips += [clip for clip in own.clips if split in ("", clip.split) and clip.source not in unlearnt]
    wanted = {"": ("train", "val"), "train": ("train",), VAL: ("val",)}.get(split, ())
    guard = SplitLeakCheck(own.clips)
    for reading in others if wanted else []:
        ledger.left_out += reading.left_out
        for clip in reading.clips:
            if clip.split not in wanted or clip.source in unlearnt:
                continue
            if double := guard.double_of(clip):
                ledger.leave(ExclusionReason.EXCLUDED, clip.id, f"one recording with {double}")
            else:
                ledger.clips.append(clip)
    return ledger.reading()


class SplitLeakCheck:
    """Finds further clips whose recording is in another split of the corpus."""

    def __init__(self, clips: Sequence[Clip]) -> None:
        self._splits = {clip.id: clip.split for clip in clips}
        self._by_digest = {clip.sha1: clip.id for clip in clips if clip.sha1}

    def double_of(self, clip: Clip) -> str:
        """Returns the id of a corpus clip with the same recording and another split, or ""."""
        for other in (clip.id, self._by_digest.get(clip.sha1, ""), *known_doubles().get(clip.id, ())):
            if self._splits.get(other, clip.split) != clip.split:
                return other
        return ""


@cache
def known_doubles() -> dict[str, tuple[str, ...]]:
    """Returns the ids of similar clips of other sources for each clip of further folders."""
    found: dict[str, tuple[str, ...]] = {}
    for line in DOUBLES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            clip, other, *_ = line.split("\t")
            found[clip] = (*found.get(clip, ()), other)
    return found


def _left_out(readings: Sequence[CorpusReading], sources: frozenset[str]) -> CorpusReading:
    """Clips of train and val from left-out sources, to measure on; without recordings that a learnt source has too."""
    clips = [clip for reading in readings for clip in reading.clips]
    learnt = {clip.id for clip in clips if clip.source not in sources}
    digests = {clip.sha1 for clip in clips if clip.source not in sources and clip.sha1}
    ledger = Ledger()
    for clip in clips:
        if clip.source not in sources or clip.split == "test":
            continue
        if clip.sha1 in digests or not learnt.isdisjoint(known_doubles().get(clip.id, ())):
            ledger.leave(ExclusionReason.EXCLUDED, clip.id, "a source that is learnt has this recording too")
        else:
            ledger.clips.append(clip)
    return ledger.reading()


def _read(folder: Path, part: str) -> CorpusReading:
    return read_with_further([folder], part)


EARSHOT = CorpusReader(
    "earshot",
    PARTS,
    _read,
    missing_earshot,
    "the starter's corpus: 9,935 open clips of 58 sources, and 3,333 of 98 more in a further folder",
)
