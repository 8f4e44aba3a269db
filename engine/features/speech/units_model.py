"""Runs a units pack: turns a sound into codes, about 25 a second, and codes back into magnitudes.

The networks were trained on stretches of a second or two, so a longer sound is processed in overlapping windows, and
codes come from the middle of a window. Features are computed in numpy, as in training.
"""

import dataclasses
import io
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, structs
from numpy.typing import NDArray

from engine.audio.griffin_lim import StftFrame
from engine.base.errors import broken_pack
from engine.base.npz import read_arrays
from engine.base.types import PackId, Waves
from engine.features.speech.features import SpeechConfig, speech_features
from engine.features.speech.levels import Levels, levelled, levels_of
from engine.models.providers import GraphSession
from engine.models.sessions import open_once
from engine.models.speech_pack import SpeechPack, load_speech_pack

Codes = NDArray[np.uint8]
"""uint8 [C]: the units of a sound, in order."""

STRIDE = 4
"""Frames per code."""
MOST_CODES = 256
"""A code fits a byte."""


class UnitsSettings(Struct, frozen=True):
    """Settings of a units pack, beyond those of every speech pack."""

    features: SpeechConfig
    """Input of the encoder; magnitudes use the same frames."""
    codes: int
    window: int
    """Codes per window of encoder and inverter."""
    margin: int
    """Codes at either end of a window that overlap the neighbour and are taken from it."""
    rounds: int
    """Rounds of Griffin-Lim for a sketch."""
    fair: float
    """Least matched share of a pattern for a fair hit."""
    strong: float
    """Least matched share of a pattern for a strong hit."""

    def __post_init__(self) -> None:
        if not 2 <= self.codes <= MOST_CODES or not 0 < 2 * self.margin < self.window or self.rounds < 1:
            raise ValueError(f"codes {self.codes}, window {self.window}, margin {self.margin}, rounds {self.rounds}")
        if not 0.0 < self.fair <= self.strong <= 1.0:
            raise ValueError(f"fair {self.fair} and strong {self.strong} must be within 0 and 1 and in this order")

    def record(self) -> dict[str, Any]:
        return {**structs.asdict(self), "features": dataclasses.asdict(self.features)}


class UnitsModel:
    """A units pack. Any thread may use it; networks are opened when first needed."""

    def __init__(self, pack: SpeechPack, threads: int = 1) -> None:
        """Checks the settings and the codebook; `UnitsModel.load` takes a folder.

        Raises:
            PackError: settings or a codebook that no units pack can have.
        """
        self._pack, self._threads = pack, threads
        self.settings = _settings(pack)
        self.canonical = _canonical(pack, self.settings.codes)

    @classmethod
    def load(cls, folder: Path, threads: int = 1) -> "UnitsModel":
        """Opens a pack's folder. Raises PackError if it is damaged or not a units pack."""
        return cls(load_speech_pack(folder, "units"), threads)

    @property
    def pack_id(self) -> PackId:
        """Units of different packs must not be compared."""
        return self._pack.info.pack_id

    @property
    def sample_rate_hz(self) -> int:
        """Rate of input sounds and of sketches."""
        return self.settings.features.sample_rate_hz

    @property
    def hop(self) -> int:
        """Samples per code."""
        return self.settings.features.hop * STRIDE

    @property
    def code_s(self) -> float:
        """Seconds per code."""
        return self.hop / self.sample_rate_hz

    @property
    def frame(self) -> StftFrame:
        features = self.settings.features
        return StftFrame(features.fft_points, features.window, features.hop)

    def hear(self, samples: Waves) -> tuple[Codes, Levels]:
        """Returns the codes and levels of a sound, uint8 [C] each; there are 1 + T // hop frames, four to a code.

        Args:
            samples: float32 [T], mono, at `sample_rate_hz`, at their original level, not empty.
        """
        count = -(-(1 + len(samples) // self.settings.features.hop) // STRIDE)
        alike = levelled(samples, self.sample_rate_hz)
        window, margin = self.settings.window, self.settings.margin
        found = np.empty(count, np.uint8)
        for start, end, first in _windows(count, window, margin):
            features = speech_features(alike[start * self.hop : end * self.hop], self.settings.features)
            features = features[: (end - start) * STRIDE]
            lacking = (end - start) * STRIDE - len(features)
            features = np.pad(features, ((0, lacking), (0, 0)), mode="edge")
            codes = self.codes_of_features(features)
            found[start + first : end] = codes[first:]
        return found, levels_of(samples, self.hop, count)

    def codes_of_features(self, features: NDArray[np.float32]) -> Codes:
        """Encodes features [F, D], F a multiple of 4, as one window: uint8 [F / 4]."""
        found = self._encoder.run({"features": features[None]})[0][0]
        return np.asarray(found, dtype=np.uint8)

    def magnitudes(self, codes: Codes) -> NDArray[np.float32]:
        """Returns the linear magnitudes that the inverter draws for codes [C], float32 [4 C, bins]."""
        window, margin = self.settings.window, self.settings.margin
        drawn = np.zeros((len(codes) * STRIDE, self.frame.bins), np.float32)
        for start, end, first in _windows(len(codes), window, margin):
            found = self._inverter.run({"codes": codes[None, start:end].astype(np.int64)})[0][0]
            drawn[(start + first) * STRIDE : end * STRIDE] = found[first * STRIDE :]
        return drawn

    @property
    def codebook(self) -> NDArray[np.float32]:
        """float32 [K, D], the vectors of the codes."""
        return self.canonical["codebook"]

    @cached_property
    def _encoder(self) -> GraphSession:
        return self._open("encoder.onnx", "features", "codes")

    @cached_property
    def _inverter(self) -> GraphSession:
        return self._open("inverter.onnx", "codes", "magnitudes")

    def _open(self, name: str, takes: str, gives: str) -> GraphSession:
        digest = self._pack.info.files[name]
        session = open_once(digest, lambda: self._pack.take(name), "cpu", self._threads)
        if [port.name for port in session.inputs] != [takes] or [port.name for port in session.outputs] != [gives]:
            raise broken_pack(f"{name} does not turn {takes} into {gives}")
        return session


def _windows(count: int, window: int, margin: int) -> list[tuple[int, int, int]]:
    """Returns start, end and first own code of each window over `count` codes.

    A window overwrites the end of the one before. Windows begin at multiples of `window` - 2 `margin`; later ones have
    more than `margin` codes of their own.
    """
    places, step = [], window - 2 * margin
    start = 0
    while True:
        end = min(count, start + window)
        places.append((start, end, margin if start else 0))
        if end == count:
            return places
        start += step


def _settings(pack: SpeechPack) -> UnitsSettings:
    record = dict(pack.info.settings)
    try:
        features = SpeechConfig(**record.pop("features"))
        settings = UnitsSettings(features=features, **record)
        if features.sample_rate_hz != pack.info.sample_rate_hz or features.hop * 2 > features.window:
            raise ValueError("rate or window of the features")
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as err:
        raise broken_pack(f"pack.json: settings of no units pack: {err}") from err
    return settings


def _canonical(pack: SpeechPack, codes: int) -> dict[str, NDArray[Any]]:
    """Reads canonical.npz: codebook [K, D], shares [K], a wave [T] and its codes [C]."""
    try:
        arrays = read_arrays(io.BytesIO(pack.take("canonical.npz")), ("codebook", "shares", "samples", "codes"))
    except ValueError as err:
        raise broken_pack(f"canonical.npz cannot be read: {err}") from err
    book, shares = arrays["codebook"], arrays["shares"]
    is_sound = book.ndim == 2 and len(book) == codes == len(shares) and bool(np.isfinite(book).all())
    if not is_sound or arrays["samples"].ndim != 1:
        raise broken_pack("canonical.npz holds no codebook of this pack")
    return arrays
