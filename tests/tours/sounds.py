"""The tour's library: three thousand clips of EARSHOT_DATA as a recorder would have named them; and its scene.

All clips that no training learns from come in, those of test among them. Further ones fill up the number: of kinds that
no line asks for, so that no line is answered by a sound that the pack has learnt from. Names and order say nothing:
both are drawn with `SEED`. Captions stay behind; `kinds.json` beside the folder tells the judge what each clip is.
"""

import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

SEED = 20
COUNT = 3_000
SCENE = Path(__file__).with_name("scene.toml")


@dataclass(frozen=True, slots=True)
class SceneLine:
    """A line of the script."""

    text: str
    kinds: tuple[str, ...]
    """That are right, * for any letters."""
    reworded: str = ""
    """What it is looked for by after it was reworded; empty where it is not."""

    def is_right(self, kind: str) -> bool:
        """Whether sounds of a kind answer it."""
        return any(fnmatchcase(kind, pattern) for pattern in self.kinds)


def read_scene() -> tuple[SceneLine, ...]:
    """The twenty lines."""
    rows = tomllib.loads(SCENE.read_text(encoding="utf-8"))["lines"]
    return tuple(SceneLine(row["text"], tuple(row["kinds"]), row.get("reworded", "")) for row in rows)


def chosen(folders: Sequence[Path], lines: Sequence[SceneLine]) -> list[tuple[Path, str]]:
    """The clips of the library in their order: file and kind."""
    draw = np.random.default_rng(SEED)
    held_out: list[tuple[Path, str]] = []
    learnt: list[tuple[Path, str]] = []
    for folder in folders:
        if (folder / "meta.jsonl").exists():
            for line in (folder / "meta.jsonl").read_text(encoding="utf-8").splitlines():
                facts: dict[str, Any] = json.loads(line)
                (learnt if facts["split"] == "train" else held_out).append((folder / facts["file"], facts["kind"]))
    fillers = [one for one in learnt if not any(line.is_right(one[1]) for line in lines)]
    missing = max(0, COUNT - len(held_out))
    clips = [*held_out, *(fillers[place] for place in draw.permutation(len(fillers))[:missing])]
    return [clips[place] for place in draw.permutation(len(clips))[:COUNT]]


def make_sounds(place: Path, folders: Sequence[Path]) -> dict[str, str]:
    """Writes the clips into `place`/Recorder and their kinds beside it; gives the kind of each name."""
    recorder = place / "Recorder"
    recorder.mkdir(parents=True)
    kinds = {}
    for number, (file, kind) in enumerate(chosen(folders, read_scene()), start=1):
        name = f"ZOOM{number:04d}.wav"
        samples, rate_hz = soundfile.read(file, dtype="float32")
        soundfile.write(recorder / name, samples, rate_hz, subtype="PCM_16")
        kinds[name] = kind
    (place / "kinds.json").write_text(json.dumps(kinds), encoding="utf-8")
    return kinds


def ready(place: Path, folders: Sequence[Path]) -> dict[str, str]:
    """Makes and indexes the library in `place` unless it is there whole; gives the kind of each name."""
    done = place / "indexed"
    if not done.exists():
        kinds = make_sounds(place, folders)
        command = [
            sys.executable,
            "-m",
            "engine",
            "index",
            "--library",
            str(place / "library"),
            str(place / "Recorder"),
        ]
        subprocess.run(command, check=True)
        done.write_text(f"{len(kinds)}\n", encoding="utf-8")
    found: dict[str, str] = json.loads((place / "kinds.json").read_text(encoding="utf-8"))
    return found
