"""Encodes sounds and words as unit vectors, with a verified pack.

Outputs are checked: NaN, a wrong shape or vectors far from unit length raise PackError and never reach the catalogue.
engine/audio/segments.py cuts sounds, engine/store keeps vectors.
"""

import os
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.segments import Segment
from engine.base.errors import broken_pack
from engine.base.lazy_import import later
from engine.base.pack_messages import PackAdvice
from engine.base.types import Vectors, Waves
from engine.models.canonical import read_canonical
from engine.models.pack import Pack
from engine.models.providers import Port, open_session
from engine.models.sessions import open_once

if TYPE_CHECKING:
    import tokenizers
else:
    tokenizers = later("tokenizers")

_BATCH_CPU_S = 10.0
"""Audio per CPU call: more gains nothing (mn10, batch 1 to 32: 1.00 to 0.89 of the speed)."""
_BATCH_GPU_S = 320.0
_MOST_ROWS = 32
_CACHED_TEXTS = 256
_MOST_READERS = 4
_NORM_TOLERANCE = 0.02
"""Tolerated deviation of a graph's own normalisation from 1 (int8 and fp16 round)."""
CANONICAL_COSINE = 0.999
"""Least cosine to the canonical vectors on any device (P18 of the performance targets: GPU against CPU)."""


class TextVectors(Struct, frozen=True):
    """A text tower's output for N texts."""

    joint: Vectors
    """float32 [N, D], comparable with sounds."""
    sentence: Vectors
    """float32 [N, E], comparable with other texts."""


class CanonicalReport(Struct, frozen=True):
    """How closely a device reproduces the vectors of a pack's export."""

    device: str
    worst_audio_cosine: float
    worst_text_cosine: float
    ok: bool
    """Both at least CANONICAL_COSINE."""


class AudioEncoder:
    """The audio tower. Several threads may call `encode` at once: they share one session and its weights."""

    def __init__(
        self,
        pack: Pack,
        device: str = "auto",
        threads: int = 1,
        *,
        batch_size: int | None = None,
        profile: bool = False,
    ) -> None:
        """Opens the tower.

        Args:
            pack: verified.
            device: auto, cpu, cuda, coreml or directml.
            threads: CPU threads inside one call; leave 1 when several threads call.
            batch_size: most waves in one call of the graph; None chooses by device and length.
            profile: keep a profile that proves the device (`engine.models.providers.proven_device`).

        Raises:
            DeviceError: the named device cannot be used.
            PackError: the graph is not an audio tower of this pack.
        """
        self.session = open_session(pack.take("audio.onnx"), device, threads, profile=profile)
        _expect("audio.onnx", self.session.inputs, {"waveform": ("tensor(float)", 2, None)})
        _expect("audio.onnx", self.session.outputs, {"vector": ("tensor(float)", 2, pack.info.dim)})
        self.device = self.session.device_that_ran
        self.dim = pack.info.dim
        self._longest = pack.info.plan.rungs[-1]
        self._batch_size = batch_size
        self._batch_samples = (_BATCH_CPU_S if self.device == "cpu" else _BATCH_GPU_S) * pack.info.sample_rate_hz

    def encode(self, waves: Waves) -> Vectors:
        """Encodes waves of one length.

        Args:
            waves: float32 [B, L], finite, L at most the pack's longest rung.

        Returns:
            float32 [B, D], unit; a row depends on its wave alone.

        Raises:
            PackError: the tower failed, or returned a vector not of unit length.
            DeviceError: the GPU failed.
        """
        if waves.ndim != 2 or waves.dtype != np.float32 or not 1 <= waves.shape[1] <= self._longest:
            raise ValueError(f"waves are {waves.dtype} {waves.shape}, expected float32 [B, 1..{self._longest}]")
        if not np.isfinite(waves).all():
            raise ValueError("waves hold a sample that is not finite: decoders must set those to zero")
        vectors = np.empty((len(waves), self.dim), dtype=np.float32)
        rows = self.rows_at_once(waves.shape[1])
        for start in range(0, len(waves), rows):
            batch = np.ascontiguousarray(waves[start : start + rows])
            (found,) = self.session.run({"waveform": batch})
            vectors[start : start + len(batch)] = _unit(found, (len(batch), self.dim), "the audio tower")
        return vectors

    def encode_segments(self, segments: Sequence[Segment]) -> Vectors:
        """Encodes segments as float32 [N, D], unit, in their order; a batch holds segments of one length only."""
        rungs: dict[int, list[int]] = {}
        for row, segment in enumerate(segments):
            rungs.setdefault(len(segment.wave), []).append(row)
        vectors = np.empty((len(segments), self.dim), dtype=np.float32)
        for length, rows in rungs.items():
            size = self.rows_at_once(length)
            for start in range(0, len(rows), size):
                part = rows[start : start + size]
                vectors[part] = self.encode(np.stack([segments[row].wave for row in part]))
        return vectors

    def rows_at_once(self, samples: int) -> int:
        """Number of waves of this length in one call of the graph."""
        return self._batch_size or int(max(1, min(_MOST_ROWS, self._batch_samples // samples)))


class TextEncoder:
    """The text tower, with a cache of the last queries. Any thread."""

    def __init__(self, pack: Pack, threads: int = 1, *, device: str = "cpu", is_drawn: bool = True) -> None:
        """Opens tokenizer and tower; on the CPU by default, because one query is too small for a GPU to pay off.

        With `is_drawn`, joint vectors are pulled towards the pack's kinds (`engine.models.kinds`); otherwise they are
        the graph's own. Packs of one family share one text tower in memory (`engine.models.sessions`).

        Raises:
            DeviceError: the named device cannot be used.
            PackError: tokenizer or graph are not those of a text tower.
        """
        self._tokenizer = _tokenizer(pack.take("tokenizer.json"), pack.info.max_tokens)
        self._max_letters = pack.info.max_tokens * 64
        self.session = open_once(pack.info.files["text.onnx"], lambda: pack.take("text.onnx"), device, threads)
        _expect(
            "text.onnx", self.session.inputs, {"ids": ("tensor(int64)", 2, None), "mask": ("tensor(int64)", 2, None)}
        )
        self._dims = {"joint": pack.info.dim, "sentence": pack.info.sentence_dim}
        _expect(
            "text.onnx", self.session.outputs, {name: ("tensor(float)", 2, dim) for name, dim in self._dims.items()}
        )
        self._kinds = read_canonical(pack.take("canonical.npz")).kinds if is_drawn else None
        self._remembered: OrderedDict[str, tuple[NDArray[np.float32], NDArray[np.float32]]] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> TextVectors:
        """Encodes texts, in their order. Longer ones are cut; an empty one has a vector too.

        Raises:
            PackError: the tower failed, or returned a vector not of unit length.
            DeviceError: the GPU failed.
        """
        joint = np.empty((len(texts), self._dims["joint"]), dtype=np.float32)
        sentence = np.empty((len(texts), self._dims["sentence"]), dtype=np.float32)
        if len(texts) == 1:
            joint[0], sentence[0] = self._recall(texts[0])
            return TextVectors(joint, sentence)
        for row, text in enumerate(texts):
            joint[row], sentence[row] = self._run(text)
        return TextVectors(joint, sentence)

    def expect(self, texts: Sequence[str]) -> None:
        """Encodes several texts at once into the cache, ahead of single requests for them.

        Uses threads, not a batch, so that a text's vector never depends on how it is requested (see `_run`). Of more
        texts than the cache holds, only the last stay.
        """
        new = list(dict.fromkeys(texts))[-_CACHED_TEXTS:]
        with ThreadPoolExecutor(min(_MOST_READERS, os.cpu_count() or 1), thread_name_prefix="texts") as readers:
            list(readers.map(self._recall, new))

    def _recall(self, text: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        with self._lock:
            if text in self._remembered:
                self._remembered.move_to_end(text)
                return self._remembered[text]
        found = self._run(text)
        with self._lock:
            self._remembered[text] = found
            if len(self._remembered) > _CACHED_TEXTS:
                self._remembered.popitem(last=False)
        return found

    def _ids(self, text: str) -> list[int]:
        """Token ids, at least one. Overlong text is cut before the tokenizer sees it."""
        clean = " ".join(text[: self._max_letters * 16].split())[: self._max_letters]
        ids: list[int] = self._tokenizer.encode(clean.encode("utf-8", "replace").decode()).ids
        return ids or [0]

    def _run(self, text: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Runs one text alone through the graph: an int8 graph rounds by the largest value of its batch."""
        ids = np.array([self._ids(text)], dtype=np.int64)
        outputs = self.session.run({"ids": ids, "mask": np.ones_like(ids)})
        named = dict(zip((port.name for port in self.session.outputs), outputs, strict=True))
        joint, sentence = (_unit(named[name], (1, dim), f"the text tower's {name}") for name, dim in self._dims.items())
        if self._kinds is not None:
            joint = self._kinds.drawn(joint, sentence)
        return joint[0], sentence[0]


def check_canonical(pack: Pack, device: str = "cpu") -> CanonicalReport:
    """Runs the pack's canonical waves and texts on a device and compares with the vectors of its export.

    Raises:
        DeviceError: the named device cannot be used.
        PackError: a graph or the canonical file is invalid.
    """
    expected = read_canonical(pack.take("canonical.npz"))
    audio = AudioEncoder(pack, device)
    heard = audio.encode(expected.waveform)
    read = TextEncoder(pack, is_drawn=False).encode(expected.texts)
    sounds = _worst_cosine(heard, expected.audio_vector)
    texts = min(_worst_cosine(read.joint, expected.joint), _worst_cosine(read.sentence, expected.sentence))
    return CanonicalReport(audio.device, sounds, texts, min(sounds, texts) >= CANONICAL_COSINE)


def _expect(name: str, ports: Sequence[Port], wanted: Mapping[str, tuple[str, int, int | None]]) -> None:
    """Refuses a graph with other inputs or outputs: name to type, rank, last size (None: varies)."""
    found = {port.name: port for port in ports}
    if found.keys() != wanted.keys():
        raise broken_pack(f"{name} has {sorted(found)}, expected {sorted(wanted)}", PackAdvice.INSTALL_OR_OTHER)
    for port_name, (dtype, rank, last) in wanted.items():
        port = found[port_name]
        fits = port.dtype == dtype and len(port.shape) == rank and port.shape[0] is None
        if not fits or (port.shape[-1] not in (last, None)):
            raise broken_pack(
                f"{name}: {port_name} is {port.dtype} {port.shape}, expected {dtype} [any, {last}]",
                PackAdvice.INSTALL_OR_OTHER,
            )


def _unit(found: NDArray[Any], shape: tuple[int, int], who: str) -> Vectors:
    """Normalises vectors to exactly unit length; refuses those that are not nearly so already."""
    if found.shape != shape or found.dtype != np.float32:
        raise broken_pack(
            f"{who} gave {found.dtype} {found.shape}, expected float32 {shape}", PackAdvice.INSTALL_OR_OTHER
        )
    norms = np.linalg.norm(found.astype(np.float64), axis=1, keepdims=True)
    if not (np.abs(norms - 1) <= _NORM_TOLERANCE).all():  # also false for NaN
        raise broken_pack(f"{who} gave a vector of length {norms.ravel()[:3]}, expected 1", PackAdvice.INSTALL_OR_OTHER)
    return np.asarray(found / norms, dtype=np.float32)


def _worst_cosine(vectors: Vectors, expected: NDArray[np.float32]) -> float:
    """Least cosine of any row with the expected one, which may have any length."""
    reference = expected.astype(np.float64)
    reference /= np.maximum(np.linalg.norm(reference, axis=1, keepdims=True), 1e-12)
    return float(np.sum(vectors * reference, axis=1).min())


def _tokenizer(data: bytes, max_tokens: int) -> "tokenizers.Tokenizer":
    """Reads tokenizer.json; the pack sets truncation, padding is off.

    Raises:
        PackError: the tokenizers library rejects it.
    """
    try:
        tokenizer = tokenizers.Tokenizer.from_str(data.decode("utf-8"))
        tokenizer.enable_truncation(max_length=max_tokens)
    except Exception as err:  # the library raises bare Exception
        raise broken_pack(f"tokenizer.json cannot be read: {str(err)[:200]}", PackAdvice.INSTALL_OR_OTHER) from err
    tokenizer.no_padding()
    return tokenizer
