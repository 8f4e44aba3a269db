"""Measures how well flaws are found: `EARSHOT_DATA=… python -m tests.quality_measures --out FILE`.

It takes 400 clips of the recorded test sounds, puts each in order (no offset, fades, no silence at its ends), damages a
copy on purpose in every way, writes both as WAV of 16 bits, and reads them as the pass does. Everything follows one
seed; `--seed` chooses other clips, which the bounds were set on.
"""

import argparse
import os
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.base.quality import Flaw, SoundQuality
from engine.base.types import FilePath
from engine.features.quality.quality_pass import quality_of

SEED = 7
CLIPS = 400
LENGTH_S = 1.0
Clip = NDArray[np.float64]
"""float64 [T, 2], within [-1, 1]."""
Damage = Callable[[Clip, int, np.random.Generator], Clip]


def main() -> None:
    """Measures and writes a page of tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--clips", type=int, default=CLIPS)
    options = parser.parse_args()
    tallies: dict[str, _Tally] = {name: _Tally() for name in (*DAMAGES, "seam")}
    raw: Counter[Flaw] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "clip.wav"
        clips = 0
        for path in _sounds(options.seed):
            if clips == options.clips:
                break
            if (read := _clip(path)) is None:
                continue
            clips += 1
            clip, rate = read
            rng = np.random.default_rng([options.seed, clips])
            raw.update(quality_of(FilePath.of(path)).flaws)
            well = _measured(clip, rate, scratch)
            for name, (flaw, damage) in DAMAGES.items():
                found = _measured(damage(clip, rate, rng), rate, scratch)
                tallies[name].add(bool(found.flaws & flaw), bool(well.flaws & flaw))
            joined, torn = _loops(clip, rate, rng)
            fits, breaks = (_measured(each, rate, scratch, is_loop=True) for each in (joined, torn))
            tallies["seam"].add(bool(breaks.flaws & Flaw.SEAM), bool(fits.flaws & Flaw.SEAM))
    lines = ["| damage | clips | found | falsely found | ", "| --- | --- | --- | --- |"]
    lines += [f"| {name} | {tally.clips} | {tally.row()} |" for name, tally in tallies.items()]
    named = ", ".join(f"{flaw.name} {raw[flaw]}" for flaw in Flaw)
    lines += ["", f"The same {clips} files as they lie on the disk, flaws unknown: {named}."]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


@dataclass(slots=True)
class _Tally:
    clips: int = 0
    found: int = 0
    falsely: int = 0

    def add(self, found: bool, falsely: bool) -> None:
        self.clips, self.found, self.falsely = self.clips + 1, self.found + found, self.falsely + falsely

    def row(self) -> str:
        return f"{_share(self.found, self.clips)} | {_share(self.falsely, self.clips)}"


def _share(count: int, total: int) -> str:
    """A share with its 95 % interval, by Wilson 1927."""
    share, z = count / total, 1.96
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * np.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return f"{100 * share:.1f} % ({100 * max(0.0, middle - half):.1f} to {100 * min(1.0, middle + half):.1f})"


def _sounds(seed: int) -> Iterator[Path]:
    folders = [Path(each) for each in os.environ.get("EARSHOT_DATA", "").split(os.pathsep) if each]
    if not folders:
        raise SystemExit("EARSHOT_DATA names no folder with recorded test sounds")
    found = sorted(path for folder in folders for path in (folder / "audio").rglob("*") if path.is_file())
    random.Random(seed).shuffle(found)
    yield from found


def _clip(path: Path) -> tuple[Clip, int] | None:
    """The loudest second of a sound in order; None if it has not as much sound."""
    try:
        samples, rate = soundfile.read(path, dtype="float64", always_2d=True)
    except soundfile.LibsndfileError:
        return None
    length = round(LENGTH_S * rate)
    if len(samples) < length or rate < 16_000:
        return None
    power = np.cumsum(np.concatenate([[0.0], (samples**2).sum(axis=1)]))
    start = int(np.argmax(power[length:] - power[:-length]))
    samples = samples[start : start + length]
    if samples.shape[1] == 1:  # a room of one echo makes it stereo
        late = round(0.007 * rate)
        echo = np.concatenate([np.zeros(late), samples[:-late, 0]])
        samples = np.stack([samples[:, 0], 0.6 * samples[:, 0] + 0.5 * echo], axis=1)
    samples = samples[:, :2] - samples[:, :2].mean(axis=0)
    peak = np.abs(samples).max()
    heard = np.flatnonzero(np.abs(samples).max(axis=1) >= 0.003 * peak)
    if peak < 0.01 or len(heard) < length // 2:
        return None
    samples = samples[heard[0] : heard[-1] + 1] * (0.6 / peak)
    fade = round(0.1 * rate)
    samples[:fade] *= np.linspace(0.0, 1.0, fade)[:, None]
    samples[-fade:] *= np.linspace(1.0, 0.0, fade)[:, None]
    shape = np.ones((len(samples), 1))
    shape[:fade, 0], shape[-fade:, 0] = np.linspace(0.0, 1.0, fade), np.linspace(1.0, 0.0, fade)
    return samples - shape * (samples.mean(axis=0) / shape.mean()), rate


def _measured(clip: Clip, rate: int, scratch: Path, *, is_loop: bool = False) -> SoundQuality:
    soundfile.write(scratch, clip, rate, "PCM_16")
    return quality_of(FilePath.of(scratch), is_loop=is_loop)


def _clipped(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    """Driven 6 to 12 dB over full scale, then turned down by up to 10 dB."""
    driven = clip / np.abs(clip).max() * 10 ** (rng.uniform(6, 12) / 20)
    return np.clip(driven, -1.0, 1.0) * 10 ** (-rng.uniform(0, 10) / 20)


def _dc(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    """0.5 to 5 % of full scale."""
    return clip + rng.uniform(0.005, 0.05) * rng.choice([-1, 1])


def _clicks(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    """One to five clicks of one to three samples, 0.1 to 0.5 of full scale."""
    damaged = clip.copy()
    for place in rng.integers(rate // 8, len(clip) - rate // 8, rng.integers(1, 6)):
        width = int(rng.integers(1, 4))
        damaged[place : place + width, rng.integers(2)] += rng.uniform(0.1, 0.5) * rng.choice([-1, 1])
    return np.clip(damaged, -1.0, 1.0)


def _head(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    return np.concatenate([np.zeros((round(rng.uniform(1.2, 4.0) * rate), 2)), clip])


def _tail(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    return np.concatenate([clip, np.zeros((round(rng.uniform(1.2, 4.0) * rate), 2))])


def _cut(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    """Ended where 50 ms are within 10 dB of the loudest."""
    frame = round(0.05 * rate)
    frames = len(clip) // frame
    powers = (clip[: frames * frame].reshape(frames, -1) ** 2).mean(axis=1)
    loud = np.flatnonzero(powers >= powers.max() / 10)
    return clip[: (int(rng.choice(loud)) + 1) * frame]


def _mono(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    return clip[:, [0, 0]]


def _phase(clip: Clip, rate: int, rng: np.random.Generator) -> Clip:
    """One wire swapped: the right channel is the left one upside down, with a little of its own."""
    return np.stack([clip[:, 0], 0.2 * clip[:, 1] - 0.8 * clip[:, 0]], axis=1)


def _loops(clip: Clip, rate: int, rng: np.random.Generator) -> tuple[Clip, Clip]:
    """The middle of a clip as a loop: its end faded into what stands before its start, and as it was cut."""
    fade = round(0.15 * rate)
    start = int(rng.integers(fade, len(clip) // 4 + fade))
    torn = clip[start : start + len(clip) // 2].copy()
    joined, ramp = torn.copy(), np.linspace(0.0, 1.0, fade)[:, None]
    joined[-fade:] = joined[-fade:] * np.sqrt(1 - ramp) + clip[start - fade : start] * np.sqrt(ramp)
    return joined, torn


DAMAGES: dict[str, tuple[Flaw, Damage]] = {
    "clipped": (Flaw.CLIPPED, _clipped),
    "dc": (Flaw.DC, _dc),
    "clicks": (Flaw.CLICKS, _clicks),
    "silent head": (Flaw.SILENT_HEAD, _head),
    "silent tail": (Flaw.SILENT_TAIL, _tail),
    "cut": (Flaw.CUT, _cut),
    "mono": (Flaw.MONO, _mono),
    "phase": (Flaw.PHASE, _phase),
}


if __name__ == "__main__":
    main()
