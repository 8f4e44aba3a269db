"""Time stretching beside libraries that do it: sines, clicks, a chord; by ratio, in one run.

Libraries that are not installed are left out, and are no part of Earshot's locks: `pip install python-stretch
pedalboard pylibrb` into an environment with the engine's packages brings them. `atempo` is FFmpeg's, by PyAV.
"""

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from importlib.util import find_spec
from itertools import pairwise

import av
import numpy as np
from numpy.typing import NDArray

from engine.audio.time_stretch import TimeStretch
from tests.benchmarks.report import line, read_options

_RATE_HZ = 48_000
_BLOCK = 960
_CHORD_HZ = (220.0, 277.2, 329.6, 1_318.5)
_SHARE = 0.9

Mono = NDArray[np.float32]
Stretcher = Callable[[Mono, float], Mono]


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_stretch")
    parser.add_argument("--ratios", type=float, nargs="*", default=[0.25, 0.5, 0.8, 1.25, 2.0, 4.0])
    parser.add_argument("--seconds", type=float, default=4.0)
    options = read_options(parser, argv, ratios=[2.0], seconds=2.0)
    sine, chord, clicks, places = _signals(options.seconds)
    for ratio in options.ratios:
        for name, stretch in _libraries().items():
            start = time.perf_counter()
            made = stretch(sine, ratio)
            times = options.seconds / (time.perf_counter() - start)
            cents, wobble_db = _sine_faults(made)
            off = len(made) - round(len(sine) * ratio)
            smear_ms, moved_ms = _click_faults(stretch(clicks, ratio), places, ratio)
            noise_db = _noise_db(stretch(chord, ratio))
            reached = f"{wobble_db:.2f} dB, {cents:.2f} cents, {off:+d} samples, {times:.0f} x real time"
            line(
                f"{name}, {ratio:g}: sine",
                "0.1 dB, 1 c",
                reached,
                wobble_db <= 0.1 and abs(cents) < 1 and abs(off) <= 1,
            )
            reached = f"{smear_ms:.2f} ms, {moved_ms:.2f} ms away"
            line(f"{name}, {ratio:g}: clicks", "<= 1 ms", reached, max(smear_ms, moved_ms) <= 1.0)
            line(f"{name}, {ratio:g}: beside the chord", "<= -40 dB", f"{noise_db:.1f} dB", noise_db <= -40.0)


def _signals(seconds: float) -> tuple[Mono, Mono, Mono, list[int]]:
    times = np.arange(round(seconds * _RATE_HZ)) / _RATE_HZ
    sine = 0.5 * np.sin(2 * np.pi * 440.0 * times)
    chord = sum(0.15 * np.sin(2 * np.pi * hertz * times + hertz) for hertz in _CHORD_HZ)
    clicks = np.zeros(len(times))
    places = list(range(_RATE_HZ // 4, len(times) - _RATE_HZ // 4, _RATE_HZ // 2))
    clicks[places] = 0.9
    return sine.astype(np.float32), np.asarray(chord, np.float32), clicks.astype(np.float32), places


def _sine_faults(samples: Mono) -> tuple[float, float]:
    """Tuning error in cents and how far the level goes up and down in dB, in the middle half."""
    middle = samples[len(samples) // 4 : -len(samples) // 4].astype(np.float64)
    spectrum = np.fft.fft(middle * np.hanning(len(middle)))
    spectrum[len(spectrum) // 2 :] = 0.0
    analytic = np.fft.ifft(spectrum)[len(middle) // 4 : -len(middle) // 4]
    slope = np.polyfit(np.arange(len(analytic)), np.unwrap(np.angle(analytic)), 1)[0]
    level = np.abs(analytic) / np.hanning(len(middle))[len(middle) // 4 : -len(middle) // 4]
    cents = 1200.0 * np.log2(slope * _RATE_HZ / (2 * np.pi) / 440.0)
    return float(cents), float(20.0 * np.log10(level.max() / level.min()))


def _click_faults(samples: Mono, places: list[int], ratio: float) -> tuple[float, float]:
    """Milliseconds that hold 90 % of a click's energy, and how far its middle is from its place: the medians."""
    wide, away = [], []
    for first, last in pairwise([0, *(round((a + b) / 2 * ratio) for a, b in pairwise(places)), len(samples)]):
        power = np.square(samples[first:last], dtype=np.float64)
        sums = np.cumsum(power)
        low, middle, high = np.searchsorted(sums, sums[-1] * np.array([(1 - _SHARE) / 2, 0.5, (1 + _SHARE) / 2]))
        wide.append((high - low) / _RATE_HZ * 1000)
        away.append(abs(first + middle - places[len(away)] * ratio) / _RATE_HZ * 1000)
    return float(np.median(wide)), float(np.median(away))


def _noise_db(samples: Mono) -> float:
    """Energy beside the chord's sines, fitted by least squares in the middle half, against theirs."""
    middle = samples[len(samples) // 4 : -len(samples) // 4].astype(np.float64)
    angles = 2 * np.pi * np.arange(len(middle))[:, None] / _RATE_HZ * np.array(_CHORD_HZ)
    waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    rest = middle - waves @ np.linalg.lstsq(waves, middle, rcond=None)[0]
    return float(10.0 * np.log10(np.square(rest).sum() / np.square(middle).sum() + 1e-15))


def _libraries() -> dict[str, Stretcher]:
    found: dict[str, Stretcher] = {"Earshot": _own, "FFmpeg atempo": _atempo}
    rivals = {"python_stretch": ("Signalsmith", _signalsmith), "pedalboard": ("pedalboard, Rubber Band", _pedalboard)}
    found |= {name: run for module, (name, run) in rivals.items() if find_spec(module) is not None}
    if find_spec("pylibrb") is not None:
        found["Rubber Band 3, live"] = _rubber_band
    return found


def _own(samples: Mono, ratio: float) -> Mono:
    stage = TimeStretch(ratio, channels=1, sample_rate_hz=_RATE_HZ)
    parts = [stage.push(samples[at : at + _BLOCK, None]) for at in range(0, len(samples), _BLOCK)]
    return np.concatenate([*parts, stage.finish()])[:, 0]


def _atempo(samples: Mono, ratio: float) -> Mono:
    graph = av.filter.Graph()
    source = graph.add_abuffer(format="flt", sample_rate=_RATE_HZ, layout="mono", time_base=Fraction(1, _RATE_HZ))
    steps = [graph.add("atempo", f"{ratio**-0.5:.9f}") for _ in range(2)]  # one step halves at most
    graph.link_nodes(source, *steps, graph.add("abuffersink")).configure()
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples[None]), format="flt", layout="mono")
    frame.sample_rate, frame.pts = _RATE_HZ, 0
    graph.push(frame)
    graph.push(None)
    parts = []
    while True:
        try:
            parts.append(graph.pull().to_ndarray()[0])
        except (av.error.EOFError, av.error.BlockingIOError):
            return np.concatenate(parts)


def _signalsmith(samples: Mono, ratio: float) -> Mono:
    import python_stretch

    stage = python_stretch.Signalsmith.Stretch()
    stage.preset(1, _RATE_HZ)
    stage.setTimeFactor(1.0 / ratio)
    return np.asarray(stage.process(samples[None]))[0]


def _pedalboard(samples: Mono, ratio: float) -> Mono:
    import pedalboard

    return np.asarray(pedalboard.time_stretch(samples[None], _RATE_HZ, 1.0 / ratio))[0]


def _rubber_band(samples: Mono, ratio: float) -> Mono:
    import pylibrb

    options = pylibrb.Option.PROCESS_REALTIME | pylibrb.Option.ENGINE_FINER
    stage = pylibrb.RubberBandStretcher(_RATE_HZ, 1, options, ratio, 1.0)
    late = stage.get_start_delay()
    stage.process(np.zeros((1, stage.get_preferred_start_pad()), np.float32))
    parts = []
    for at in range(0, len(samples), _BLOCK):
        stage.process(np.ascontiguousarray(samples[None, at : at + _BLOCK]), final=at + _BLOCK >= len(samples))
        parts.append(stage.retrieve_available().copy())
    return np.concatenate(parts, axis=1)[0, late : late + round(len(samples) * ratio)]


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
