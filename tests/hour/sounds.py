"""A designer's 1,114 files: half well named, half by a recorder, 48 BWF, a recording of twenty minutes, a 5.1 bed."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from tests.helpers.sounds import bext, chunk, tone, wav_bytes, write

NAMED, NUMBERED, DESCRIBED = 532, 532, 48
LIBRARY, RECORDER, FIELD = "Library", "Recorder", "Field"
WALK, SURROUND = "Walk through the old town.wav", "Room tone surround.wav"
WALK_S = 1200.0
_RATE_HZ = 32_000
_ZOOM_A_DAY = 60
_PAUSE_S = (8.0, 30.0)
_QUIET = 0.002
"""Standard deviation of the walk between two sounds, -54 dB."""


@dataclass(frozen=True, slots=True)
class HourSounds:
    folder: Path
    count: int

    @property
    def roots(self) -> tuple[Path, Path, Path]:
        """The three folders added at once: the library, the recorder's card, the field recordings."""
        return self.folder / LIBRARY, self.folder / RECORDER, self.folder / FIELD


def make_hour_sounds(folder: Path, data: Path) -> HourSounds:
    """Fills a new folder from the recordings of EARSHOT_DATA's first part.

    Args:
        folder: gets the three folders.
        data: a part of the corpus, with meta.jsonl.
    """
    told = [json.loads(line) for line in (data / "meta.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [facts for facts in told if facts["source"] != "fsdd"]
    spaced = told[:: max(1, len(told) // (NAMED + NUMBERED + DESCRIBED))][: NAMED + NUMBERED + DESCRIBED]
    for number, facts in enumerate(spaced[:NAMED]):
        _copy(data, facts, folder / LIBRARY / str(facts["category"]).title() / f"{_name(facts)} {number:03d}")
    for number, facts in enumerate(spaced[NAMED : NAMED + NUMBERED]):
        _copy(data, facts, folder / RECORDER / f"2026-03-{1 + number // _ZOOM_A_DAY:02d}" / f"ZOOM{number:04d}")
    for number, facts in enumerate(spaced[NAMED + NUMBERED :]):
        _describe(data, facts, folder / FIELD / "Location sound", 12 + number // 8, number % 8 + 1)
    _join([data / facts["file"] for facts in told if 1.0 < facts["duration_s"] < 6.0], folder / FIELD / WALK)
    write(folder / FIELD / SURROUND, np.stack([tone(110.0 * lane, 4.0) for lane in range(1, 7)], axis=1), rate=48_000)
    return HourSounds(folder, sum(path.is_file() for path in folder.rglob("*")))


def _name(facts: dict[str, Any]) -> str:
    return re.sub(r"[^\w ,-]", " ", str(facts["captions"][0]))[:60].strip().capitalize()


def _copy(data: Path, facts: dict[str, Any], target: Path) -> None:
    source = data / facts["file"]
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target.with_name(target.name + source.suffix))


def _describe(data: Path, facts: dict[str, Any], folder: Path, scene: int, take: int) -> None:
    """Writes a broadcast WAV like a recorder on the set: scene and take, and its sounds in the description."""
    folder.mkdir(parents=True, exist_ok=True)
    ixml = f"<BWFXML><SCENE>{scene}A</SCENE><TAKE>{take}</TAKE><TAPE>Day 3</TAPE></BWFXML>"
    wave = _mono(data / facts["file"])
    given = {"before": chunk(b"bext", bext(str(facts["captions"][0]), "Mixer")), "after": chunk(b"iXML", ixml.encode())}
    (folder / f"{scene}A-T{take:02d}.wav").write_bytes(wav_bytes(wave, _RATE_HZ, **given))


def _mono(file: Path) -> NDArray[np.float32]:
    samples, rate_hz = soundfile.read(file, dtype="float32", always_2d=True)
    at = np.arange(0, len(samples), rate_hz / _RATE_HZ)
    return np.interp(at, np.arange(len(samples)), samples.mean(axis=1)).astype(np.float32)


def _join(clips: list[Path], target: Path) -> None:
    """Makes one recording: a quiet place with a sound every so often."""
    draw = np.random.default_rng(20)
    walk = (draw.standard_normal(round(WALK_S * _RATE_HZ)) * _QUIET).astype(np.float32)
    at = 0
    for clip in clips:
        at += round(draw.uniform(*_PAUSE_S) * _RATE_HZ)
        wave = _mono(clip)[: len(walk) - at]
        walk[at : at + len(wave)] += wave
        at += len(wave)
        if at >= len(walk):
            break
    write(target, walk, rate=_RATE_HZ)
