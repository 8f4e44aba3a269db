"""Runs a words pack: encodes stretches of sound and phonemes into one vector space.

Graphs are opened on first use, so reading a library's folder or hearing a sound without speech costs nothing.
"""

import dataclasses
import lzma
import math
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from engine.base.errors import PackError, broken_pack
from engine.base.messages import told
from engine.base.types import PackId, Vectors, Waves
from engine.features.speech.features import Features, SpeechConfig, speech_features
from engine.features.speech.messages import SpokenAdvice, SpokenFault
from engine.features.speech.phonemes import PAD, numbers_of, pronounce
from engine.models.calibration import Calibration, probability
from engine.models.providers import GraphSession, open_session
from engine.models.speech_pack import SpeechPack, SpeechPackInfo, load_speech_pack, read_speech_info

KIND = "words"
LEAST_FRAMES = 2
_MOST_FRAMES = 512
_BATCH = 64


class WordsSettings(Struct, frozen=True):
    """The `settings` of a words pack's manifest."""

    dim: int
    features: SpeechConfig
    windows_s: tuple[float, ...]
    """Lengths of the windows that slide over speech, rising."""
    hop_s: float
    """Between two windows of one length."""
    longest_s: float
    """Longest stretch heard as one word."""
    midpoint: float
    """Cosine of typed words with a stretch at which they are as likely said there as not."""
    slope: float
    fair: float
    """Least probability of a fair answer."""
    strong: float
    """Least probability of a strong answer."""
    heard_midpoint: float
    """Midpoint for the cosine of two stretches, for "find this word again"."""
    heard_slope: float

    def __post_init__(self) -> None:
        numbers = (self.hop_s, self.longest_s, self.midpoint, self.slope, self.heard_midpoint, self.heard_slope)
        if not all(math.isfinite(number) for number in (*numbers, *self.windows_s)) or not 1 <= self.dim <= 4096:
            raise ValueError("a number that is none, or a dim out of range")
        if not self.windows_s or not 0.05 <= min(self.windows_s) <= max(self.windows_s) <= self.longest_s <= 5.0:
            raise ValueError(f"windows of {self.windows_s} s")
        if not 0.01 <= self.hop_s <= 1.0 or min(self.slope, self.heard_slope) <= 0.0:
            raise ValueError("hop_s or a slope is out of range")
        if not 0.0 <= self.fair <= self.strong <= 1.0:
            raise ValueError("fair and strong are out of order")
        if self.longest_s / self.features.hop_s > _MOST_FRAMES - 2:
            raise ValueError("longest_s holds more frames than a pack may")

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "WordsSettings":
        """Reads the output of `record`. Raises PackError for a missing or unknown key, or an impossible value."""
        try:
            features = SpeechConfig(**record["features"])
            return cls(**{**record, "features": features, "windows_s": tuple(record["windows_s"])})
        except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as err:
            raise broken_pack(f"pack.json: settings of the words pack: {err}") from err

    def record(self) -> dict[str, Any]:
        features = dataclasses.asdict(self.features)
        return {**structs.asdict(self), "features": features, "windows_s": list(self.windows_s)}

    @property
    def calibration(self) -> Calibration:
        """The curve for typed words. Its part for meanings is unused."""
        return Calibration(self.midpoint, self.slope, 0.5, 10.0, self.fair, self.strong)

    @property
    def heard_calibration(self) -> Calibration:
        """The curve for two stretches."""
        return Calibration(self.heard_midpoint, self.heard_slope, 0.5, 10.0, self.fair, self.strong)

    def probability(self, cosines: NDArray[np.float64]) -> NDArray[np.float64]:
        """Converts cosines of typed words to probabilities."""
        return probability(cosines, self.midpoint, self.slope)


class WordsModel:
    """A words pack. Any thread may use it. Its methods raise PackError if the pack is damaged."""

    def __init__(self, folder: Path) -> None:
        """Reads only the manifest. Raises PackError if the pack is damaged or not a words pack."""
        self.folder = folder
        self.info: SpeechPackInfo = read_speech_info(folder)
        if self.info.kind != KIND:
            raise PackError(
                told(SpokenFault.NO_WORDS_PACK, folder, self.info.kind), advice=SpokenAdvice.NAME_WORDS_PACK
            )
        self.settings = WordsSettings.of(self.info.settings)
        if self.info.sample_rate_hz != self.settings.features.sample_rate_hz:
            raise broken_pack("pack.json: sample_rate_hz is not that of its features")
        self._lock = threading.Lock()
        self._pack: SpeechPack | None = None
        self._sessions: dict[str, GraphSession] = {}

    @property
    def pack_id(self) -> PackId:
        return self.info.pack_id

    def hear(self, waves: Sequence[Waves]) -> Vectors:
        """Encodes stretches, float32 [N, D], unit vectors: f(x) of the paper.

        Args:
            waves: float32 [T] each, mono, at the pack's rate, LEAST_FRAMES hops to `longest_s` long.

        Raises:
            PackError: the pack is damaged.
        """
        return self.hear_features([speech_features(wave, self.settings.features) for wave in waves])

    def hear_features(self, features: Sequence[Features]) -> Vectors:
        """Like `hear`, from features, float32 [F, W] each."""
        vectors = np.zeros((len(features), self.settings.dim), np.float32)
        order = np.argsort([len(each) for each in features], kind="stable")
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            lengths = np.array([len(features[row]) for row in rows], np.int64)
            sound = np.zeros((len(rows), int(lengths.max()), features[rows[0]].shape[1]), np.float32)
            for place, row in enumerate(rows):
                sound[place, : lengths[place]] = features[row]
            vectors[rows] = self._run("acoustic.onnx", {"features": sound, "lengths": lengths})
        return vectors

    def say(self, text: str) -> list[Vectors]:
        """Encodes typed text: the whole phrase, float32 [D], then each word if there are several. g(c) of the paper.

        Raises:
            PronunciationError: no word in the text, or an unpronounceable one.
            PackError: the pack is damaged.
        """
        words = pronounce(text, self.look_up)
        said = [tuple(phoneme for word in words for phoneme in word)]
        said += words if len(words) > 1 else []
        rows = np.full((len(said), max(len(each) for each in said)), PAD, np.int64)
        for row, each in zip(rows, said, strict=True):
            row[: len(each)] = numbers_of(each)
        return list(self.read(rows[:, :_MOST_FRAMES]))

    def read(self, phonemes: NDArray[np.int64]) -> Vectors:
        """Encodes phoneme numbers, int64 [N, S], padded with 0 at the end, to float32 [N, D]."""
        return self._run("phonemes.onnx", {"phonemes": phonemes})

    def canonical(self) -> bytes:
        """Returns canonical.npz: stretches and phonemes with their vectors from where the pack was made."""
        return self._file("canonical.npz")

    def look_up(self, word: str) -> tuple[str, ...] | None:
        """Returns the phonemes of a lower-case word from the pack's dictionary, or None."""
        dictionary = self._dictionary
        at = dictionary.find(f"\n{word} ".encode())
        if at < 0:
            return None
        line = dictionary[at + 1 : dictionary.index(b"\n", at + 1)]
        return tuple(line.decode().split()[1:])

    @cached_property
    def _dictionary(self) -> bytes:
        """One word and its phonemes per line, with a line break on both sides."""
        try:
            return b"\n" + lzma.decompress(self._file("dictionary.txt.xz")).rstrip(b"\n") + b"\n"
        except lzma.LZMAError as err:
            raise broken_pack(f"dictionary.txt.xz in {self.folder} is damaged: {err}") from err

    def _run(self, name: str, feeds: Mapping[str, NDArray[Any]]) -> Vectors:
        with self._lock:
            session = self._sessions.get(name)
            if session is None:
                session = self._sessions[name] = open_session(self._take(name), "cpu", threads=1)
        vectors = session.run(feeds)[0]
        rows = len(next(iter(feeds.values())))
        if vectors.shape != (rows, self.settings.dim) or not np.isfinite(vectors).all():
            raise broken_pack(f"{name} in {self.folder} gives {vectors.shape}, not finite vectors")
        return np.asarray(vectors, np.float32)

    def _file(self, name: str) -> bytes:
        with self._lock:
            return self._take(name)

    def _take(self, name: str) -> bytes:
        if self._pack is None:
            self._pack = load_speech_pack(self.folder, KIND)
        return self._pack.take(name)
