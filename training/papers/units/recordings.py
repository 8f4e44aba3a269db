"""Speech for training units: speakers, words where single, and frames.

Parts are named by corpus: "fsdd:george+lucas" (these speakers), "fsdd:-george" (all but these), "spoken:flite-slt",
"zerospeech2019:english/unit", "earshot:train" (the human voices in it), "sounds:train" (all of it). The command line
says where a corpus lies.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import AudioError
from engine.base.identifiers import below, file_name
from engine.base.types import Waves
from engine.features.speech.features import SpeechConfig, magnitudes, speech_features
from engine.features.speech.levels import levelled
from training.base.progress import follow
from training.data.corpora.registry import OWN, read_parts
from training.data.corpus import CorpusError
from training.measures.abx import PhoneItem
from training.papers.speech.recordings import read_speech, trimmed

SPOKEN_LIST = "recordings.jsonl"
"""In a folder of `earshot-train units speak`: {"file", "speaker", "word", "text"} per line."""
SPOKEN_ITEMS = "abx.item"
"""Beside it: the times of phones."""
_CHALLENGE = {"unit": "train/unit", "voice": "train/voice", "test": "test"}
"""Parts of a language of ZeroSpeech 2019, and their folders."""
_VOICES = ("speech", "human voice")
"""Categories of the starter's corpus."""
_LEAST_FRAMES = 4


@dataclass(frozen=True, slots=True)
class SpeechRecording:
    """A file with one speaker."""

    id: str
    """Its name in items."""
    path: Path
    speaker: str
    word: str = ""
    """The word spoken; empty for several or unknown ones."""


@dataclass(frozen=True, slots=True)
class FrameRecording:
    """A recording as frames."""

    recording: SpeechRecording
    features: NDArray[np.float32]
    """[F, D], not standardised."""
    seconds: float
    samples: Waves
    """float32 [T], empty unless requested."""

    def magnitudes(self, config: SpeechConfig) -> NDArray[np.float32]:
        """Returns linear magnitudes [F, bins] of the same frames; needs the samples."""
        return magnitudes(self.samples, config).astype(np.float32)


def read_recordings(parts: Iterable[str], places: Mapping[str, Path], most: int = 0) -> list[SpeechRecording]:
    """Lists the recordings of some parts, in a fixed order.

    Args:
        parts: see the module.
        places: corpus to folder.
        most: of each part, evenly from its order; 0: all.

    Raises:
        CorpusError: an unknown corpus or speaker, a corpus without a place, or an empty one.
    """
    found: list[SpeechRecording] = []
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
    """Parses `--data NAME=DIR`, which may be repeated.

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
    recordings: Iterable[SpeechRecording],
    config: SpeechConfig,
    tell: Callable[[str], None],
    *,
    trim: bool,
    level: bool = False,
    keep_samples: bool = False,
) -> list[FrameRecording]:
    """Reads recordings as frames; reports and leaves out those that are unreadable or shorter than a code."""
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
    """Returns one item per single-word recording, spanning all of it: words in the place of phones."""
    # Half a frame and more past the end, so that the last frame counts.
    return [
        PhoneItem(each.recording.id, 0.0, each.seconds + 1.0, each.recording.word, ("#", "#"), each.recording.speaker)
        for each in sounds
        if each.recording.word
    ]


def _fsdd(folder: Path, who: str) -> list[SpeechRecording]:
    """Lists DIGIT_SPEAKER_TAKE.flac of the Free Spoken Digit Dataset, or its original WAVs."""
    paths = sorted(path for path in _files(folder) if path.suffix in (".flac", ".wav") and path.stem.count("_") == 2)
    recordings = []
    for path in paths:
        word, speaker, _ = path.stem.split("_")
        recordings.append(SpeechRecording(path.stem, path, speaker, word))
    return _of_speakers(recordings, who, "fsdd")


def _spoken(folder: Path, who: str) -> list[SpeechRecording]:
    """Lists a folder of `earshot-train units speak`."""
    path = folder / SPOKEN_LIST
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        recordings = [
            SpeechRecording(Path(row["file"]).stem, below(folder, row["file"]), file_name(row["speaker"]), row["word"])
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(f"cannot read {path}: {err}", advice="Make it: earshot-train units speak") from err
    return _of_speakers(recordings, who, "spoken")


def _challenge(folder: Path, what: str) -> list[SpeechRecording]:
    """Lists LANGUAGE/unit, LANGUAGE/voice or LANGUAGE/test of ZeroSpeech 2019; :SPEAKER may follow as elsewhere."""
    place, _, who = what.partition(":")
    language, _, part = place.partition("/")
    if part not in _CHALLENGE:
        raise CorpusError(
            f"zerospeech2019 has no part {what!r}", advice="Write LANGUAGE/unit, LANGUAGE/voice or LANGUAGE/test."
        )
    paths = sorted(path for path in _files(folder / language / _CHALLENGE[part]) if path.suffix == ".wav")
    return _of_speakers(
        [SpeechRecording(path.stem, path, path.stem.split("_")[0]) for path in paths], who, "zerospeech2019"
    )


def _earshot(folder: Path, part: str) -> list[SpeechRecording]:
    """Lists speech and human voices of the starter's corpus, each collection as one speaker.

    Leaves out spoken digits: their speakers are those of fsdd, some of whom are held out there.
    """
    name = f"{OWN}:{part}" if part else OWN
    clips = read_parts([name], {OWN: folder}, part or "train").clips
    return [
        SpeechRecording(clip.id, clip.path, f"{OWN}-{clip.source}")
        for clip in clips
        if clip.category in _VOICES and clip.source != "fsdd"
    ]


def _sounds(folder: Path, part: str) -> list[SpeechRecording]:
    """Lists all kinds of sounds of the starter's corpus but spoken digits, each collection as one speaker."""
    clips = read_parts([f"{OWN}:{part}"] if part else [OWN], {OWN: folder}, part or "train").clips
    return [SpeechRecording(clip.id, clip.path, f"{OWN}-{clip.source}") for clip in clips if clip.source != "fsdd"]


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as err:
        raise CorpusError(f"cannot read {folder}: {err}", advice="Name the folder of the corpus.") from err


def _of_speakers(recordings: list[SpeechRecording], who: str, corpus: str) -> list[SpeechRecording]:
    if not who:
        return recordings
    names, known = frozenset(who.removeprefix("-").split("+")), {each.speaker for each in recordings}
    if names - known:
        raise CorpusError(
            f"{corpus} has no speaker {sorted(names - known)[0]}",
            advice=f"It has {', '.join(sorted(known)) or 'none'}.",
        )
    return [each for each in recordings if (each.speaker in names) != who.startswith("-")]


READERS: Mapping[str, Callable[[Path, str], list[SpeechRecording]]] = {
    "fsdd": _fsdd,
    "spoken": _spoken,
    "zerospeech2019": _challenge,
    OWN: _earshot,
    "sounds": _sounds,
}
"""Corpus to its reader, which takes the folder and the text after the colon."""
