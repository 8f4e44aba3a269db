"""The speech that units are learnt from: who speaks, what word if it is one, and the frames of it.

Parts are named by corpus: "fsdd:george+lucas" (these speakers), "fsdd:-george" (all but these), "spoken:flite-slt",
"zerospeech2019:english/unit", "earshot:train" (the human voices in it), "sounds:train" (all of it). Where a corpus
lies, the command line says.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import AudioError
from engine.identifiers import below, file_name
from engine.speech.features import SpeechConfig, magnitudes, speech_features
from engine.speech.levels import levelled
from engine.types import Waves
from training.data.corpora.registry import OWN, read_parts
from training.data.corpus import CorpusError
from training.measures.abx import PhoneItem
from training.progress import follow
from training.speech.recordings import read_speech, trimmed

SPOKEN_LIST = "recordings.jsonl"
"""In a folder of `earshot-train units speak`: {"file", "speaker", "word", "text"} a line."""
SPOKEN_ITEMS = "abx.item"
"""Beside it: when which phone is said."""
_CHALLENGE = {"unit": "train/unit", "voice": "train/voice", "test": "test"}
"""Parts of a language of ZeroSpeech 2019, and their folders."""
_VOICES = ("speech", "human voice")
"""Categories of the starter's corpus."""
_LEAST_FRAMES = 4


@dataclass(frozen=True, slots=True)
class HeardRecording:
    """One file in which one speaker speaks."""

    id: str
    """As items name it."""
    path: Path
    speaker: str
    word: str = ""
    """The one that is said; empty where it is several or not known."""


@dataclass(frozen=True, slots=True)
class FrameRecording:
    """A recording as frames."""

    recording: HeardRecording
    features: NDArray[np.float32]
    """[F, D], not standardised."""
    seconds: float
    samples: Waves
    """float32 [T], empty unless asked for."""

    def magnitudes(self, config: SpeechConfig) -> NDArray[np.float32]:
        """Gives linear magnitudes [F, bins] of the same frames; the samples must have been asked for."""
        return magnitudes(self.samples, config).astype(np.float32)


def read_recordings(parts: Iterable[str], places: Mapping[str, Path], most: int = 0) -> list[HeardRecording]:
    """Reads what is in some parts, in a fixed order.

    Args:
        parts: see the module.
        places: corpus to folder.
        most: of each part, evenly from its order; 0: all.

    Raises:
        CorpusError: an unknown corpus or speaker, one whose place is not said, or nothing in it.
    """
    found: list[HeardRecording] = []
    for part in parts:
        name, _, who = part.partition(":")
        if name not in READERS:
            raise CorpusError(f"there is no corpus of speech {name!r}", advice=f"Known: {', '.join(READERS)}.")
        if name not in places:
            raise CorpusError(f"where {name} lies was not said", advice=f"Say --data {name}=DIR.")
        recordings = READERS[name](places[name], who)
        if not recordings:
            raise CorpusError(f"{part} has no recordings in {places[name]}", advice="Look at the folder.")
        found += recordings[:: max(1, -(-len(recordings) // most))] if most else recordings
    return found


def places_of(texts: Sequence[str]) -> dict[str, Path]:
    """Reads `--data NAME=DIR`, which may be repeated.

    Raises:
        CorpusError: no such corpus, or no name before the sign.
    """
    found = {}
    for text in texts:
        name, sign, folder = text.partition("=")
        if not sign or name not in READERS:
            raise CorpusError(
                f"--data {text} names no corpus of speech", advice=f"Write NAME=DIR: {', '.join(READERS)}."
            )
        found[name] = Path(folder)
    return found


def hear(
    recordings: Iterable[HeardRecording],
    config: SpeechConfig,
    tell: Callable[[str], None],
    *,
    trim: bool,
    level: bool = False,
    keep_samples: bool = False,
) -> list[FrameRecording]:
    """Reads recordings as frames; those that cannot be read or are shorter than a code are told of and left out."""
    found = []
    for recording in follow(recordings, "hearing recordings"):
        try:
            samples = read_speech(recording.path, config.sample_rate_hz)
        except AudioError as err:
            tell(f"left out {recording.path}: {err}")
            continue
        if trim:
            samples = trimmed(samples, config.sample_rate_hz)
        if level:
            samples = levelled(samples, config.sample_rate_hz)
        features = speech_features(samples, config)
        if len(features) < _LEAST_FRAMES:
            tell(f"left out {recording.path}: shorter than a code")
            continue
        kept = samples if keep_samples else np.zeros(0, dtype=np.float32)
        found.append(FrameRecording(recording, features, len(samples) / config.sample_rate_hz, kept))
    return found


def word_items(sounds: Sequence[FrameRecording]) -> list[PhoneItem]:
    """Gives an item for each recording of one word, all of it: words in the place of phones."""
    # A frame's half and more past the end, so that the last frame counts.
    return [
        PhoneItem(each.recording.id, 0.0, each.seconds + 1.0, each.recording.word, ("#", "#"), each.recording.speaker)
        for each in sounds
        if each.recording.word
    ]


def _fsdd(folder: Path, who: str) -> list[HeardRecording]:
    """DIGIT_SPEAKER_TAKE.flac, the Free Spoken Digit Dataset; its own WAVs do too."""
    paths = sorted(path for path in _files(folder) if path.suffix in (".flac", ".wav") and path.stem.count("_") == 2)
    recordings = []
    for path in paths:
        word, speaker, _ = path.stem.split("_")
        recordings.append(HeardRecording(path.stem, path, speaker, word))
    return _of_speakers(recordings, who, "fsdd")


def _spoken(folder: Path, who: str) -> list[HeardRecording]:
    """A folder of `earshot-train units speak`."""
    path = folder / SPOKEN_LIST
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        recordings = [
            HeardRecording(Path(row["file"]).stem, below(folder, row["file"]), file_name(row["speaker"]), row["word"])
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(f"cannot read {path}: {err}", advice="Make it: earshot-train units speak") from err
    return _of_speakers(recordings, who, "spoken")


def _challenge(folder: Path, what: str) -> list[HeardRecording]:
    """LANGUAGE/unit, LANGUAGE/voice or LANGUAGE/test of ZeroSpeech 2019; then :SPEAKER as elsewhere."""
    place, _, who = what.partition(":")
    language, _, part = place.partition("/")
    if part not in _CHALLENGE:
        raise CorpusError(
            f"zerospeech2019 has no part {what!r}", advice="Write LANGUAGE/unit, LANGUAGE/voice or LANGUAGE/test."
        )
    paths = sorted(path for path in _files(folder / language / _CHALLENGE[part]) if path.suffix == ".wav")
    return _of_speakers(
        [HeardRecording(path.stem, path, path.stem.split("_")[0]) for path in paths], who, "zerospeech2019"
    )


def _earshot(folder: Path, part: str) -> list[HeardRecording]:
    """The starter's corpus: what its list calls speech or a human voice, each collection as one speaker.

    Spoken digits are left out: their speakers are those of fsdd, which some of them are held out of.
    """
    name = f"{OWN}:{part}" if part else OWN
    clips = read_parts([name], {OWN: folder}, part or "train").clips
    return [
        HeardRecording(clip.id, clip.path, f"{OWN}-{clip.source}")
        for clip in clips
        if clip.category in _VOICES and clip.source != "fsdd"
    ]


def _sounds(folder: Path, part: str) -> list[HeardRecording]:
    """The starter's corpus, all kinds of sounds; each collection as one speaker. Spoken digits are left out."""
    clips = read_parts([f"{OWN}:{part}"] if part else [OWN], {OWN: folder}, part or "train").clips
    return [HeardRecording(clip.id, clip.path, f"{OWN}-{clip.source}") for clip in clips if clip.source != "fsdd"]


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as err:
        raise CorpusError(f"cannot read {folder}: {err}", advice="Name the folder of the corpus.") from err


def _of_speakers(recordings: list[HeardRecording], who: str, corpus: str) -> list[HeardRecording]:
    if not who:
        return recordings
    names, known = frozenset(who.removeprefix("-").split("+")), {each.speaker for each in recordings}
    if names - known:
        raise CorpusError(
            f"{corpus} has no speaker {sorted(names - known)[0]}",
            advice=f"It has {', '.join(sorted(known)) or 'none'}.",
        )
    return [each for each in recordings if (each.speaker in names) != who.startswith("-")]


READERS: Mapping[str, Callable[[Path, str], list[HeardRecording]]] = {
    "fsdd": _fsdd,
    "spoken": _spoken,
    "zerospeech2019": _challenge,
    OWN: _earshot,
    "sounds": _sounds,
}
"""Corpus to what reads it, given its folder and what comes after the colon."""
