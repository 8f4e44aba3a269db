"""The words of Switchboard on which acoustic word embeddings compare: Kamper's split, as features or as audio.

Kamper, Wang and Livescu 2016 cut some ten thousand words each for training, dev and test, named
`WORD_swNNNNN-SIDE_START-END`: conversation, its side A or B, frames of 10 ms, the end excluded. The lists are public
(shane-settle/neural-acoustic-word-embeddings, kaldi/data/kamperh; its `intervals` include the ends, one lower); the
speech is LDC97S62. A side counts as one speaker.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.base.errors import EngineError
from engine.features.speech.features import Features

FRAMES_PER_S = 100.0
FOLDERS = {"train": "train", "val": "dev", "test": "test"}
"""Our parts, and theirs."""
LIST, ARCHIVE, KALDI = "list", "swbd.{}.npz", ("mfcc.scp", "fbank.scp")
"""Contents of a folder: PART/list; or swbd.PART.npz, as Kamper's recipe writes it; or PART/mfcc.scp of Kaldi."""
_NAME = re.compile(r"(.+)_(sw0?\d{4}-[AB])_(\d{6})-(\d{6})")
_SUFFIXES = (".sph", ".wav", ".flac")
_KALDI_TYPES = {b"FM ": ("<f4", 4), b"DM ": ("<f8", 8)}
"""A matrix's mark, its numpy type and the bytes per number."""


class SwitchboardError(EngineError):
    """An unreadable split, or missing speech."""


@dataclass(frozen=True, slots=True)
class SplitWord:
    """One word of the split, as audio or as features."""

    word: str
    side: str
    """Such as sw02645-A; the speaker."""
    start_s: float
    end_s: float
    part: str
    """train, val or test."""
    path: Path
    """Of the audio, or of the archive with its frames."""
    channel: int | None = None
    """For audio with both sides in a file: 0 is side A, 1 side B."""
    key: str = ""
    """In the archive; empty for audio."""
    offset: int = 0
    """In a Kaldi archive."""


def read_split_words(folder: Path) -> list[SplitWord]:
    """Lists all parts in a folder, features before audio where it has both.

    Raises:
        SwitchboardError: nothing of the split is there, a name is malformed, or the audio of a side is missing.
    """
    found: list[SplitWord] = []
    audio: dict[str, Path] | None = None
    for part, name in FOLDERS.items():
        archive = folder / ARCHIVE.format(name)
        tables = [folder / name / table for table in KALDI if (folder / name / table).is_file()]
        if archive.is_file():
            found += [_named(key, part, archive, key=key) for key in _keys(archive)]
        elif tables:
            found += list(_in_kaldi(tables[0], part))
        elif (folder / name / LIST).is_file():
            audio = _audio(folder) if audio is None else audio
            found += [_with_audio(line, part, audio) for line in _lines(folder / name / LIST)]
    return found


def frames_of(word: SplitWord) -> Features:
    """Returns the frames of a word in an archive, float32 [F, D].

    Raises:
        SwitchboardError: the archive is damaged, or has another number of frames than the name says.
    """
    if word.path.suffix == ".npz":
        return _from_npz(word)
    frames = _from_kaldi(word.path, word.offset)
    if not _fits(word, len(frames)):
        raise _unlike(word, frames.shape)
    return frames


def _from_npz(word: SplitWord) -> Features:
    """Reads Kamper's archives, [D, 200] with zeros on both sides of the word; also accepts [F, D]."""
    with np.load(word.path) as archive:
        frames = np.asarray(archive[word.key], dtype=np.float32)
    if frames.ndim == 2 and _fits(word, len(frames)):
        return frames
    sounding = np.flatnonzero(frames.any(axis=0)) if frames.ndim == 2 else np.zeros(0, dtype=np.int64)
    if not len(sounding) or not _fits(word, int(sounding[-1]) + 1 - int(sounding[0])):
        raise _unlike(word, frames.shape)
    return np.ascontiguousarray(frames[:, sounding[0] : sounding[-1] + 1].T)


def _from_kaldi(path: Path, offset: int) -> Features:
    """Reads one uncompressed binary matrix of Kaldi."""
    try:
        with path.open("rb") as file:
            file.seek(offset)
            mark, kind = file.read(2), file.read(3)
            if mark != b"\0B" or kind not in _KALDI_TYPES:
                raise ValueError(f"no plain matrix at {offset}, found {kind!r}")
            (_, rows), (_, columns) = struct.unpack("<bi", file.read(5)), struct.unpack("<bi", file.read(5))
            if min(rows, columns) < 1:
                raise ValueError(f"a matrix of {rows} x {columns}")
            type_, size_bytes = _KALDI_TYPES[kind]
            values = np.frombuffer(file.read(rows * columns * size_bytes), dtype=type_)
            found: Features = values.reshape(rows, columns).astype(np.float32)
            return found
    except (OSError, ValueError, struct.error) as err:
        raise SwitchboardError(
            f"cannot read the features {path}: {err}",
            advice="Write them anew, not compressed: copy-feats --compress=false.",
        ) from err


def _in_kaldi(table: Path, part: str) -> Iterator[SplitWord]:
    """Lists an scp, KEY ARCHIVE:OFFSET per line; refuses programs, which Kaldi would run where a line ends in |."""
    for line in _lines(table):
        key, _, place = line.partition(" ")
        path, _, offset = place.strip().rpartition(":")
        if not path or not offset.isdecimal():
            raise SwitchboardError(f"{table}: {line[:80]!r}", advice="Write KEY ARCHIVE:OFFSET a line.")
        archive = Path(path)
        beside = table.parent / (archive.name if archive.is_absolute() and not archive.exists() else archive)
        yield _named(
            key, part, archive if archive.is_absolute() and archive.exists() else beside, key=key, at=int(offset)
        )


def _with_audio(line: str, part: str, audio: dict[str, Path]) -> SplitWord:
    word = _named(line, part, Path())
    side, conversation = word.side, word.side[:-2]
    if side in audio:
        return _named(line, part, audio[side])
    if conversation in audio:
        return _named(line, part, audio[conversation], channel="AB".index(side[-1]))
    raise SwitchboardError(
        f"there is no audio of {side}", advice=f"Put {conversation}.sph, of both sides, or {side}.wav below the folder."
    )


def _audio(folder: Path) -> dict[str, Path]:
    """Returns conversations and sides by name; the LDC's own files have four or five digits."""
    paths = sorted(path for path in folder.rglob("sw*") if path.suffix.casefold() in _SUFFIXES)
    return {_side(path.stem): path for path in paths}


def _named(text: str, part: str, path: Path, *, channel: int | None = None, key: str = "", at: int = 0) -> SplitWord:
    match = _NAME.fullmatch(text)
    if match is None or int(match[3]) >= int(match[4]):
        raise SwitchboardError(
            f"{text[:80]!r} is no word of the split", advice="Names are WORD_swNNNNN-A_START-END, frames of 10 ms."
        )
    start_s, end_s = int(match[3]) / FRAMES_PER_S, int(match[4]) / FRAMES_PER_S
    return SplitWord(match[1], _side(match[2]), start_s, end_s, part, path, channel, key, at)


def _side(text: str) -> str:
    """Pads a conversation or side to five digits."""
    return re.sub(r"^sw(\d{4})(?!\d)", r"sw0\1", text)


def _keys(archive: Path) -> list[str]:
    try:
        with np.load(archive) as found:
            return sorted(found.files)
    except (OSError, ValueError) as err:
        raise SwitchboardError(f"cannot read {archive}: {err}", advice="Write it anew.") from err


def _lines(path: Path) -> list[str]:
    try:
        return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as err:
        raise SwitchboardError(f"cannot read {path}: {err}", advice="Name a text file.") from err


def _count(word: SplitWord) -> int:
    return round((word.end_s - word.start_s) * FRAMES_PER_S)


def _fits(word: SplitWord, count: int) -> bool:
    """Whether so many frames can be the word's: the public recipes clip up to 0.1 s past an utterance's end."""
    return 0.9 * _count(word) - 1.0 <= count <= _count(word) + 1


def _unlike(word: SplitWord, shape: tuple[int, ...]) -> SwitchboardError:
    return SwitchboardError(
        f"{word.path}: {word.key} is of shape {shape}, its name says {_count(word)} frames", advice="Write it anew."
    )
