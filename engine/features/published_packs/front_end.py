"""The front end of a published CLAP feature extractor as nodes of a graph: waves in, mel pictures in decibels out.

It computes what transformers' ClapFeatureExtractor computes for one sound of at most `max_length_s`: whole repetitions,
then silence (repeatpad); Hann windows of 1024 samples, mirrored at both ends; powers; mel bands; decibels above 1e-10.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import Struct

from engine.base.errors import PackError
from engine.features.published_packs.onnx_graph import NodeList
from engine.models.mel_filters import HALF, POINTS, ROOT, Scale, fold, mel_filters, two_stages

_FLOOR = 1e-10
"""Least power before the logarithm (ClapFeatureExtractor: mel_floor and min_value)."""
_ADVICE = "Use an export whose preprocessor_config.json is like that of laion/clap-htsat-unfused."


class ExtractorSettings(Struct, frozen=True):
    """What a preprocessor_config.json says, as far as vectors depend on it."""

    sample_rate_hz: int
    seconds: float
    hop: int
    mels: int
    low_hz: float
    high_hz: float
    scale: Scale
    """HTK triangles for "fusion", otherwise Slaney's of equal area, as in ClapFeatureExtractor."""

    @property
    def samples(self) -> int:
        return round(self.seconds * self.sample_rate_hz)

    @property
    def frames(self) -> int:
        return 1 + self.samples // self.hop


def read_settings(text: bytes) -> ExtractorSettings:
    """Reads a preprocessor_config.json.

    Raises:
        PackError: it is none of a CLAP extractor, or has a value that the front end does not rebuild.
    """
    try:
        record: Any = json.loads(text)
        is_fused = record["truncation"] == "fusion"
        settings = ExtractorSettings(
            sample_rate_hz=int(record["sampling_rate"]),
            seconds=float(record["max_length_s"]),
            hop=int(record["hop_length"]),
            mels=int(record["feature_size"]),
            low_hz=float(record["frequency_min"]),
            high_hz=float(record["frequency_max"]),
            scale="htk" if is_fused else "slaney",
        )
    except (ValueError, TypeError, KeyError, RecursionError) as err:
        raise PackError(f"preprocessor_config.json cannot be used: {err!r}", advice=_ADVICE) from err
    _check(record, settings)
    return settings


def _check(record: Mapping[str, Any], settings: ExtractorSettings) -> None:
    known = {
        "fft_window_size": record.get("fft_window_size") == POINTS,
        "padding": record.get("padding") == "repeatpad",
        "truncation": record.get("truncation") in ("fusion", "rand_trunc"),
        "top_db": record.get("top_db") is None,
        "max_length_s": 0 < settings.seconds <= 60,
        "hop_length": 0 < settings.hop <= POINTS,
        "sampling_rate": 4000 <= settings.sample_rate_hz <= 192_000,
        "feature_size": 1 <= settings.mels <= 512,
        "frequency_max": 0 <= settings.low_hz < settings.high_hz <= settings.sample_rate_hz / 2,
    }
    for name, is_known in known.items():
        if not is_known:
            raise PackError(
                f"preprocessor_config.json has {name} {record.get(name)!r:.80}, which Earshot does not rebuild",
                advice=_ADVICE,
            )


def add_front_end(nodes: NodeList, waves: str, settings: ExtractorSettings, output: str) -> None:
    """Adds the nodes from waves, float32 [B, T], to pictures, float32 [B, 1, frames, mels]."""
    mirrored = nodes.add(
        "Pad", _filled(nodes, waves, settings), nodes.constant([0, POINTS // 2, 0, POINTS // 2]), mode="reflect"
    )
    powers = _powers(nodes, _frames(nodes, mirrored, settings), settings)
    bank = mel_filters(settings.scale, settings.mels, settings.low_hz, settings.high_hz, settings.sample_rate_hz)
    mels = nodes.add("MatMul", powers, nodes.constant(fold(bank).astype(np.float32)))
    floored = nodes.add("Max", mels, nodes.constant(np.array(_FLOOR, dtype=np.float32)))
    factor = nodes.constant(np.array(10.0 / math.log(10.0), dtype=np.float32))
    decibels = nodes.add("Mul", nodes.add("Log", floored), factor)
    shape = nodes.constant([-1, 1, settings.frames, settings.mels])
    nodes.add("Reshape", decibels, shape, output=output)


def _filled(nodes: NodeList, waves: str, settings: ExtractorSettings) -> str:
    """Whole repetitions, as many as fit, then zeros: [B, samples]."""
    samples = nodes.constant([settings.samples])
    found = _cut(nodes, nodes.add("Shape", waves), 0, 1, 2)
    times = nodes.add("Div", samples, found)
    repeated = nodes.add("Tile", waves, nodes.add("Concat", nodes.constant([1]), times, axis=0))
    left = nodes.add("Sub", samples, nodes.add("Mul", times, found))
    pads = nodes.add("Concat", nodes.constant([0, 0, 0]), left, axis=0)
    return nodes.add("Reshape", nodes.add("Pad", repeated, pads), nodes.constant([-1, settings.samples]))


def _frames(nodes: NodeList, mirrored: str, settings: ExtractorSettings) -> str:
    """Overlapping frames, [B, frames, 1024]: shifted copies of the hops side by side."""
    hop, frames = settings.hop, settings.frames
    spans = -(-POINTS // hop)
    length = (frames + spans - 1) * hop
    lacking = max(0, length - settings.samples - POINTS)
    padded = nodes.add("Pad", mirrored, nodes.constant([0, 0, 0, lacking]))
    hops = nodes.add("Reshape", _cut(nodes, padded, 1, 0, length), nodes.constant([-1, frames + spans - 1, hop]))
    side_by_side = [_cut(nodes, hops, 1, span, span + frames) for span in range(spans)]
    return _cut(nodes, nodes.add("Concat", *side_by_side, axis=2), 2, 0, POINTS)


def _powers(nodes: NodeList, frames: str, settings: ExtractorSettings) -> str:
    """Powers in the order of `fold`, [B, frames, 544]."""
    window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(POINTS) / POINTS)
    first, second = two_stages(POINTS // ROOT)
    windowed = nodes.add("Mul", frames, nodes.constant(window.astype(np.float32)))
    blocks = nodes.add("Reshape", windowed, nodes.constant([-1, POINTS // ROOT, ROOT]))
    turned = nodes.add("Transpose", blocks, perm=(0, 2, 1))
    stage = nodes.add("MatMul", turned, nodes.constant(first.astype(np.float32)))
    split = nodes.add("Reshape", stage, nodes.constant([-1, ROOT, HALF, 2]))
    by_bin = nodes.add("Transpose", split, perm=(2, 0, 1, 3))
    joined = nodes.add("Reshape", by_bin, nodes.constant([HALF, -1, 2 * ROOT]))
    spectrum = nodes.add("MatMul", joined, nodes.constant(second.astype(np.float32)))
    real, imaginary = _cut(nodes, spectrum, 2, 0, ROOT), _cut(nodes, spectrum, 2, ROOT, 2 * ROOT)
    power = nodes.add("Add", nodes.add("Mul", real, real), nodes.add("Mul", imaginary, imaginary))
    by_frame = nodes.add("Transpose", power, perm=(1, 0, 2))
    return nodes.add("Reshape", by_frame, nodes.constant([-1, settings.frames, HALF * ROOT]))


def _cut(nodes: NodeList, array: str, axis: int, start: int, stop: int) -> str:
    limits = [nodes.constant([one]) for one in (start, stop, axis)]
    return nodes.add("Slice", array, *limits)
