"""A real library of a few synthetic sounds, indexed with the tiny pack by the real `earshot index`."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class TinyLibrary:
    folder: Path
    pack: Path
    sounds: Path


def write_sounds(folder: Path) -> None:
    """Writes sounds whose names say nothing about their sound, so that only listening can find them."""
    for number, hz in enumerate((100.0, 600.0, 1500.0, 4000.0, 6500.0)):
        write_tone(folder / "tones" / f"take {number}.wav", hz=hz, seconds=3.0)
    write_noise(folder / "noises" / "take 9.wav", seconds=2.5)


def earshot(*arguments: str | Path, check: bool = True) -> list[dict[str, Any]]:
    """Runs `earshot` and returns its output, one object per line."""
    command = [sys.executable, "-m", "engine.cli.main", *map(str, arguments)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}: {done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def make_tiny_library(folder: Path, *, is_random: bool = False) -> TinyLibrary:
    """Makes pack, sounds and library in `folder`; `is_random` gives the pack random weights."""
    pack = make_tiny_pack(folder / "pack", is_random=is_random)
    library = TinyLibrary(folder / "library", pack, folder / "sounds")
    write_sounds(library.sounds)
    earshot("index", "--json", "--library", library.folder, "--pack", library.pack, "--device", "cpu", library.sounds)
    return library
