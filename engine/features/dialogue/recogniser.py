"""Writes what is said in windows of speech: Whisper through faster-whisper, on the processor, in int8.

Whisper also writes words where nobody speaks. They are kept out by rules on what it says of its own words: left out are
words outside the stretches that two detectors call speech, what follows an improbable word at an end, stretches whose
words are improbable, and repetitions.
"""

import importlib.util
import math
import zlib
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from engine.base.errors import DialogueError
from engine.base.types import SpokenWord, Waves
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.features.dialogue.packs import DialoguePack, verify_pack
from engine.features.dialogue.recogniser_packages import packages_folder
from engine.features.dialogue.windows import PAUSE_S, RATE_HZ, PlacedStretch, Window
from engine.features.speech.detector import SpeechFinder

VERSION = 2
"""Of this module's rules: transcripts made by another version are made again."""
LEAST_LOG_PROBABILITY = -2.0
"""Least mean of the logarithms of a stretch's word probabilities; docs/experiments/dialogue.md has others."""
MOST_COMPRESSION = 2.4
"""Length of a stretch's text over its length compressed by zlib; Whisper's own limit for repetitions."""
SPEECH_FROM = 0.5
"""Probability of Silero's detector at which speech begins."""
ALSO_FROM = 0.05
"""Least probability by Earshot's own detector, which errs about other sounds than Silero's."""
_FRAME = RATE_HZ // 100
_QUIET_DB = 25.0
"""Frames so far below the loudest one of a word are a pause: Whisper's words begin and end where others do."""
_TAIL_S, _DOUBTED = 0.45, 0.1
"""A word so improbable that begins so shortly before the end of a stretch is left out with all that follow it."""
_STRETCH_MOST_S = 25.0
_MARGIN_S = 0.2
"""Silence before and after a sound, so that the detector hears its beginning."""
_PAUSE_MS, _PAD_MS, _LEAST_MS = 300, 100, 100


class WrittenStretch(Struct, frozen=True):
    """What was said in a stretch of a sound; never empty."""

    sound: int
    words: tuple[SpokenWord, ...]
    language: str
    """Code of the language as which it was read."""
    confidence: float
    """Probability of that language; 1 where it was given."""


def is_installed() -> bool:
    """Whether the recogniser's packages are there, in this environment or in the user's folder."""
    return importlib.util.find_spec("faster_whisper") is not None or packages_folder() is not None


def require_installed() -> None:
    """Raises DialogueError if the recogniser's packages are missing."""
    if not is_installed():
        raise DialogueError(DialogueFault.NO_RECOGNISER, advice=DialogueAdvice.GET_RECOGNISER)


def speech_of(samples: Waves) -> list[tuple[float, float]]:
    """Returns the stretches with speech in float32 [T] at RATE_HZ: start and end in seconds, at most 25 s each.

    Raises:
        DialogueError: the packages are missing.
    """
    require_installed()
    from faster_whisper.vad import VadOptions, get_speech_timestamps

    margin = np.zeros(round(_MARGIN_S * RATE_HZ), np.float32)
    options = VadOptions(
        threshold=SPEECH_FROM,
        min_silence_duration_ms=_PAUSE_MS,
        speech_pad_ms=_PAD_MS,
        min_speech_duration_ms=_LEAST_MS,
        max_speech_duration_s=_STRETCH_MOST_S,
    )
    found = get_speech_timestamps(np.concatenate([margin, samples, margin]), options)
    last_s = len(samples) / RATE_HZ
    if not found:
        return []
    also = SpeechFinder().regions(samples, RATE_HZ, ALSO_FROM)
    spans = ((one["start"] / RATE_HZ - _MARGIN_S, one["end"] / RATE_HZ - _MARGIN_S) for one in found)
    return [
        (max(0.0, start_s), min(last_s, end_s))
        for start_s, end_s in spans
        if any(other.start_s < end_s and other.end_s > start_s for other in also)
    ]


class Recogniser:
    """A loaded model. One thread owns it."""

    def __init__(self, pack: DialoguePack) -> None:
        """Loads and verifies a pack.

        Raises:
            DialogueError: the packages are missing, or the pack is damaged.
        """
        require_installed()
        verify_pack(pack)
        from faster_whisper import WhisperModel

        try:
            self._model = WhisperModel(
                str(pack.folder), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True
            )
        except (RuntimeError, ValueError, OSError) as err:
            raise DialogueError(str(err), advice=DialogueAdvice.GET_AGAIN) from err
        self.is_english = pack.is_english

    def write(self, window: Window, language: str = "") -> list[WrittenStretch]:
        """Writes the words of a window, by stretch; stretches without words are left out.

        Args:
            window: stretches of one language.
            language: ISO 639-1 code of what is spoken; empty lets the model decide.
        """
        segments, about = self._model.transcribe(
            window.samples,
            language="en" if self.is_english else language or None,
            beam_size=1,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,  # a window is decoded once, whatever its pauses
            word_timestamps=True,
            no_speech_threshold=None,  # of a whole window, which is silent and spoken in turn
            log_prob_threshold=None,
            compression_ratio_threshold=None,
        )
        words = [
            _without_pauses(SpokenWord(word.word.strip(), word.start, word.end, word.probability), window.samples)
            for segment in segments
            for word in segment.words or ()
        ]
        written = (
            WrittenStretch(
                one.sound,
                _without_tail(_in_sound(one, _words_in(one, words)), one),
                about.language,
                1.0 if language or self.is_english else float(about.language_probability),
            )
            for one in window.placed
        )
        return [one for one in written if one.words and is_trusted(one.words)]


def is_trusted(words: Sequence[SpokenWord]) -> bool:
    """Whether the words of a stretch were probably said."""
    mean = sum(math.log(max(word.probability, 1e-6)) for word in words) / len(words)
    text = " ".join(word.text for word in words).encode()
    return mean >= LEAST_LOG_PROBABILITY and len(text) / len(zlib.compress(text)) <= MOST_COMPRESSION


def _without_pauses(word: SpokenWord, samples: Waves) -> SpokenWord:
    """Returns a word of a window without the pauses at its ends."""
    found = samples[round(word.start_s * RATE_HZ) : round(word.end_s * RATE_HZ)]
    frames = found[: len(found) // _FRAME * _FRAME].reshape(-1, _FRAME)
    start_s, end_s = float(word.start_s), float(word.end_s)
    if len(frames):
        level_db = 10.0 * np.log10((frames.astype(np.float64) ** 2).mean(axis=1) + 1e-12)
        loud = np.flatnonzero(level_db >= level_db.max() - _QUIET_DB)
        start_s, end_s = start_s + float(loud[0]) / 100, start_s + float(loud[-1] + 1) / 100
    return SpokenWord(word.text, start_s, end_s, float(word.probability))


def _words_in(placed: PlacedStretch, words: Sequence[SpokenWord]) -> list[SpokenWord]:
    first_s, last_s = placed.at_s - PAUSE_S / 2, placed.at_s + placed.length_s + PAUSE_S / 2
    return [word for word in words if first_s <= (word.start_s + word.end_s) / 2 <= last_s and _says(word.text)]


def _without_tail(words: tuple[SpokenWord, ...], placed: PlacedStretch) -> tuple[SpokenWord, ...]:
    """Leaves out what Whisper goes on with after the end, such as "Thank you"."""
    tail_s = placed.start_s + placed.length_s - _TAIL_S
    doubted = (at for at, word in enumerate(words) if at and word.probability < _DOUBTED and word.start_s >= tail_s)
    return words[: next(doubted, len(words))]


def _says(text: str) -> bool:
    return any(letter.isalnum() for letter in text)


def _in_sound(placed: PlacedStretch, words: Sequence[SpokenWord]) -> tuple[SpokenWord, ...]:
    def at_s(window_s: float) -> float:
        return placed.start_s + min(max(window_s - placed.at_s, 0.0), placed.length_s)

    return tuple(SpokenWord(word.text, at_s(word.start_s), at_s(word.end_s), word.probability) for word in words)
