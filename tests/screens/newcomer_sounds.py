"""A newcomer's sounds: well named ones, a recorder's numbers, a long walk, 5.1 and two broken files."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from tests.helpers.sounds import tone, write
from tests.helpers.tiny_library import REPOSITORY

NAMED, NUMBERED = 518, 476
"""Sounds with a telling name, and sounds named by a recorder."""
WALK_S = 170.0
_WALK_HZ = 32_000
SURROUND = "Room tone surround.wav"
WALK = "Walk through town.wav"
BROKEN = ("Cut off.wav", "Empty.wav")
NUMBERED_FOLDER, NAMED_FOLDER, FIELD_FOLDER = "Recorder", "Library", "Field"


@dataclass(frozen=True, slots=True)
class Sounds:
    folder: Path
    count: int
    """Files, including the broken ones."""
    are_recorded: bool
    """Whether they are real recordings, not demo sounds."""


def make_sounds(folder: Path, data: Path | None) -> Sounds:
    """Fills a folder from EARSHOT_DATA's recordings, else from the demo sounds."""
    named, numbered, field = (folder / name for name in (NAMED_FOLDER, NUMBERED_FOLDER, FIELD_FOLDER))
    for place in (named, numbered, field):
        place.mkdir(parents=True)
    if data is not None:
        told = [json.loads(line) for line in (data / "meta.jsonl").read_text(encoding="utf-8").splitlines()]
        spaced = told[:: max(1, len(told) // (NAMED + NUMBERED))][: NAMED + NUMBERED]
        for number, facts in enumerate(spaced[:NAMED]):
            name = f"{facts['captions'][0][:60].replace('/', ' ').capitalize()} {number:03d}"
            _link(data / facts["file"], named / f"{name}{Path(facts['file']).suffix}")
        for number, facts in enumerate(spaced[NAMED:]):
            _link(data / facts["file"], numbered / f"ZOOM{number:04d}{Path(facts['file']).suffix}")
        clips = [data / facts["file"] for facts in told if facts["duration_s"] > 8.0][:40]
    else:
        subprocess.run([sys.executable, "-m", "resources.demo", str(named)], cwd=REPOSITORY, check=True)
        made = sorted(named.rglob("*.wav"))
        for number, source in enumerate(made[1::4]):
            shutil.move(source, numbered / f"ZOOM{number:04d}.wav")
        clips = sorted(named.rglob("*.wav"))
    _join(clips, field / WALK)
    write(field / SURROUND, np.stack([tone(110.0 * (lane + 1), 4.0) for lane in range(6)], axis=1), rate=48_000)
    (field / BROKEN[0]).write_bytes(b"RIFF\x24\x00\x00\x00WAVEfmt ")
    (field / BROKEN[1]).write_bytes(b"")
    count = sum(path.is_file() for path in folder.rglob("*"))
    return Sounds(folder, count, data is not None)


def _link(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)


def _join(clips: Sequence[Path], target: Path) -> None:
    """Joins clips into one walk past many places, mono."""
    parts: list[np.ndarray] = []
    length = 0
    while length < WALK_S * _WALK_HZ:
        before = length
        for clip in clips:
            samples, rate_hz = soundfile.read(clip, dtype="float32", always_2d=True)
            mono = samples.mean(axis=1)
            at = np.arange(0, len(mono), rate_hz / _WALK_HZ)
            parts.append(np.interp(at, np.arange(len(mono)), mono).astype(np.float32))
            length += len(parts[-1])
        assert length > before, "no clip could be read"
    write(target, np.concatenate(parts)[: round(WALK_S * _WALK_HZ)], rate=_WALK_HZ)
