"""A real units pack of some kilobytes, made by `onnx` alone: a unit is the loudest of 32 mel bands, drawn as that band.

A tone's unit is its band and its sketch is noise around it, so that results are predictable.
"""

import io
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper

from engine.features.speech.features import SpeechConfig
from engine.features.speech.units_model import STRIDE, UnitsSettings
from engine.models.speech_pack import write_speech_pack
from tests.helpers.tiny_pack import model

RATE_HZ = 8_000
CODES = 32
FEATURES = SpeechConfig(sample_rate_hz=RATE_HZ, points=256, mels=CODES, kind="logmel", deltas=0, normalise="none")


def make_tiny_units_pack(folder: Path, version: str = "1") -> Path:
    """Writes the pack to `folder` and returns that."""
    settings = UnitsSettings(FEATURES, CODES, window=40, margin=4, rounds=8, fair=0.45, strong=0.6)
    table = bands().astype(np.float32)
    encoder = model(
        [
            helper.make_node("Reshape", ["features", "fours"], ["parts"]),
            helper.make_node("ReduceMean", ["parts"], ["mean"], axes=[2], keepdims=0),
            helper.make_node("ArgMax", ["mean"], ["codes"], axis=2, keepdims=0),
        ],
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["B", "F", CODES])],
        [helper.make_tensor_value_info("codes", TensorProto.INT64, ["B", "C"])],
        {"fours": np.array([0, -1, STRIDE, CODES], np.int64)},
    )
    inverter = model(
        [
            helper.make_node("Gather", ["table", "codes"], ["rows"]),
            helper.make_node("Reshape", ["rows", "frames"], ["magnitudes"]),
        ],
        [helper.make_tensor_value_info("codes", TensorProto.INT64, ["B", "C"])],
        [helper.make_tensor_value_info("magnitudes", TensorProto.FLOAT, ["B", "F", table.shape[1]])],
        {"table": np.tile(table, (1, STRIDE)), "frames": np.array([0, -1, table.shape[1]], np.int64)},
    )
    # Neighbouring bands are alike, distant ones are not.
    book = np.stack([np.cos(np.arange(CODES) * 0.09), np.sin(np.arange(CODES) * 0.09)], axis=1).astype(np.float32)
    kept = io.BytesIO()
    np.savez(
        kept,
        codebook=book,
        shares=np.full(CODES, 1 / CODES, np.float32),
        samples=np.zeros(RATE_HZ // 2, np.float32),
        codes=np.zeros(13, np.uint8),
    )
    write_speech_pack(
        folder,
        kind="units",
        name="tiny units",
        version=version,
        sample_rate_hz=RATE_HZ,
        licence="GPL-3.0-or-later",
        training_data="none: worked out by hand",
        metrics={},
        settings=settings.record(),
        files={
            "encoder.onnx": encoder.SerializeToString(),
            "inverter.onnx": inverter.SerializeToString(),
            "canonical.npz": kept.getvalue(),
            "MODEL_CARD.md": b"# Tiny units\n\nFor tests: the loudest band.\n",
        },
    )
    return folder


def bands() -> np.ndarray:
    """Returns float64 [CODES, bins]: a bump at each band's middle, placed as in `engine.features.speech.features`."""
    # Slaney's mels: 3 f / 200 below 1 kHz, 15 + 27 ln(f / 1000) / ln 6.4 above; 4 kHz is mel 35.16.
    mels = np.linspace(0.0, 15.0 + 27.0 * np.log(4.0) / np.log(6.4), CODES + 2)[1:-1]
    centres_hz = np.where(mels < 15.0, mels * 200.0 / 3.0, 1000.0 * np.exp((mels - 15.0) * np.log(6.4) / 27.0))
    bins_hz = np.arange(FEATURES.fft_points // 2 + 1) * RATE_HZ / FEATURES.fft_points
    return 5.0 * np.exp(-(((bins_hz[None] - centres_hz[:, None]) / 60.0) ** 2))


def band_of(hz: float) -> int:
    """Returns the unit of a tone."""
    return int(np.argmin(np.abs(bands().argmax(axis=1) * RATE_HZ / FEATURES.fft_points - hz)))
