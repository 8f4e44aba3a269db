"""All corpus readers by name, and the meaning of `clotho:development` and `--data clotho=DIR`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.base.messages import Message, said
from engine.base.training_messages import TrainingNote
from training.data.corpora.audiocaps import AUDIOCAPS
from training.data.corpora.clotho import CLOTHO
from training.data.corpora.dcase2025 import DCASE2025
from training.data.corpora.earshot import EDITS, SYNTHESIS
from training.data.corpora.extensions import EARSHOT, read_with_further
from training.data.corpora.folder import FOLDER, read_folder
from training.data.corpora.library import LIBRARY, read_library
from training.data.corpora.licences import Policy
from training.data.corpora.macs import MACS
from training.data.corpora.reader import CorpusReader, CorpusReading, LeftOutItem, open_only
from training.data.corpora.wavcaps import WAVCAPS
from training.data.corpus import Clip, CorpusError
from training.data.listing import LISTING

READERS: Mapping[str, CorpusReader] = {
    reader.name: reader
    for reader in (EARSHOT, SYNTHESIS, EDITS, CLOTHO, AUDIOCAPS, WAVCAPS, MACS, DCASE2025, FOLDER, LIBRARY, LISTING)
}
OWN = "earshot"
"""The corpus that a bare `--data DIR` names."""
FURTHER = "further-"
"""Prefix, before a number, of every bare `--data DIR` after the first: folders that add to our own corpus."""


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """One part of a corpus, as configurations name it: `clotho:development`, or `earshot` for all of it."""

    reader: str
    part: str = ""

    @classmethod
    def of(cls, text: str) -> "CorpusPart":
        """Parses a configured name.

        Raises:
            CorpusError: unknown corpus or part.
        """
        name, _, part = text.partition(":")
        reader = READERS.get(name)
        if reader is None:
            raise CorpusError(f"there is no corpus {name!r}", advice=f"Known: {', '.join(READERS)}.")
        if part and part not in reader.parts:
            raise CorpusError(f"{name} has no part {part!r}", advice=f"Its parts are {', '.join(reader.parts)}.")
        return cls(name, part)

    def __str__(self) -> str:
        return f"{self.reader}:{self.part}" if self.part else self.reader


def places_of(texts: Sequence[str]) -> dict[str, Path]:
    """Parses the values of `--data`: NAME=DIR, or DIR for our own corpus; further DIRs add to it.

    Raises:
        CorpusError: an unknown name before the sign.
    """
    places: dict[str, Path] = {}
    for text in texts:
        name, sign, folder = text.partition("=")
        if sign and name not in READERS and name.isidentifier() and not Path(text).exists():
            raise CorpusError(f"there is no corpus {name!r}", advice=f"Known: {', '.join(READERS)}.")
        named = bool(sign) and name in READERS
        places[name if named else _bare_name(places)] = Path(folder if named else text)
    return places


def folders_of(places: Mapping[str, Path]) -> list[Path]:
    """Returns the folders of our own corpus, the corpus itself first; none if unspecified."""
    return [place for name, place in places.items() if name == OWN or name.startswith(FURTHER)]


def named_in(places: Mapping[str, Path]) -> list[str]:
    """Returns the corpora with a given place, in order."""
    return [name for name in places if name in READERS]


def missing_of(parts: Sequence[str], places: Mapping[str, Path]) -> list[str]:
    """Lists everything missing for these parts, as sentences."""
    gone: list[str] = []
    for part in map(CorpusPart.of, parts):
        if part.reader not in places:
            gone.append(f"{part}: where it lies is not said (--data {part.reader}=DIR)")
        else:
            reader = READERS[part.reader]
            gone += [f"{part}: {what}" for what in reader.missing(places[part.reader], part.part or _whole(reader))]
    return gone


def read_parts(
    parts: Sequence[str],
    places: Mapping[str, Path],
    split: str = "",
    *,
    is_strict: bool = False,
    owners: Sequence[str] = (),
) -> CorpusReading:
    """Reads several parts as one.

    Args:
        parts: names as configurations write them.
        places: folder of each corpus.
        split: overrides every clip's published split; empty to keep it.
        is_strict: keep only clips under a stated open licence.
        owners: names of the user, whose own copyright in a library forbids nothing.

    Raises:
        CorpusError: a corpus has no given place or cannot be read.
    """
    clips: list[Clip] = []
    left_out: list[LeftOutItem] = []
    notes: list[Message] = []
    for part in map(CorpusPart.of, parts):
        if part.reader not in places:
            raise CorpusError(f"where {part} lies is not said", advice=f"Add --data {part.reader}=DIR.")
        reader = READERS[part.reader]
        for name in [part.part] if part.part or part.reader not in _BY_PART else reader.parts:
            folders = folders_of(places) if reader is EARSHOT else [places[part.reader]]
            reading = _read(reader, folders, name, is_strict, owners)
            clips += reading.clips
            left_out += reading.left_out
            notes += [said(TrainingNote.OF_PART, part.reader, note) for note in reading.notes]
    if split:
        clips = [replace(clip, split=split) for clip in clips]
    return CorpusReading(tuple(clips), tuple(left_out), tuple(notes))


_BY_PART = frozenset({"clotho", "audiocaps", "dcase2025"})
"""Corpora read one published part at a time. WavCaps' parts overlap, so one must be named."""


def _read(
    reader: CorpusReader, folders: Sequence[Path], part: str, is_strict: bool, owners: Sequence[str]
) -> CorpusReading:
    """Reads a part behind the gate that suits it; all of the starter's own sources are open, as their table states."""
    policy, place = Policy.STRICT if is_strict else Policy.LEAVE_OUT, folders[0]
    if reader is WAVCAPS and not part:
        raise CorpusError("WavCaps is read a part at a time", advice="Name one, such as wavcaps:no_overlap.")
    if reader is EARSHOT:
        return read_with_further(folders, part)
    if reader is LIBRARY:
        return read_library(place, part, policy=policy, owners=owners)
    if reader is FOLDER:
        return read_folder(place, part, policy=policy)
    reading = reader.read(place, part)
    return open_only(reading) if is_strict else reading


def _bare_name(places: Mapping[str, Path]) -> str:
    return f"{FURTHER}{sum(name.startswith(FURTHER) for name in places) + 1}" if OWN in places else OWN


def _whole(reader: CorpusReader) -> str:
    return reader.parts[0] if reader.name in _BY_PART else ""
