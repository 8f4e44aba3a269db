"""Indexes a great many generated files by `earshot index`, and watches what its processes hold meanwhile."""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from engine.audio.files import AUDIO_SUFFIXES
from tests.helpers.tiny_library import REPOSITORY
from tests.longrun.sampling import Watch, read_samples, table
from tests.longrun.sounds import write_many

LIMITS = {"uss_kib": 200.0, "handles": 0.1, "threads": 0.1}
"""Most growth per 1,000 files: a fifth of a KiB a file (20 MiB for 100,000), and no handle or thread at all."""


class Progress:
    """Reads the job's event lines, and knows where it stands."""

    def __init__(self) -> None:
        self.phase, self.done = "scan", 0
        self.finished: dict[str, object] = {}
        self.failed = 0
        self.began = time.monotonic()
        self.took_s: dict[str, float] = {}

    def read(self, line: str) -> None:
        """Takes one event."""
        event = json.loads(line)
        match event["event"]:
            case "progress":
                self._in("embed", event["done"])
            case "speech":
                self._in("listen", event["done"])
            case "failed":
                self.failed += 1
            case "finished":
                self.finished = event

    def _in(self, phase: str, done: int) -> None:
        if phase == "embed" and self.phase == "listen":
            return
        self.phase, self.done = phase, done
        self.took_s[phase] = time.monotonic() - self.began


def main(argv: list[str]) -> int:
    """Makes the sounds where there are none, indexes them and prints the table. Returns 1 when a file was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.longrun index")
    parser.add_argument("folder", type=Path, help="for sounds, library and samples")
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--pack", help="instead of the starter pack")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two samples")
    options = parser.parse_args(argv)
    sounds, library, samples = options.folder / "sounds", options.folder / "library", options.folder / "index.jsonl"
    if not sounds.exists():
        began = time.monotonic()
        written = sum(1 for _ in write_many(sounds, options.files))
        print(f"{written:,} files written in {time.monotonic() - began:.0f} s", flush=True)
    files = sum(1 for path in sounds.rglob("*") if path.suffix.lower() in AUDIO_SUFFIXES)
    progress = run(library, sounds, samples, options)
    finished = progress.finished
    print(f"{files:,} files: {json.dumps(finished)}")
    for phase, seconds in progress.took_s.items():
        print(f"{phase} ended {seconds:.0f} s after the start")
    print("\n".join(table(read_samples(samples), LIMITS, "files")))
    counted = sum(int(str(finished.get(name, 0))) for name in ("added", "changed", "moved", "unchanged", "failed"))
    if counted != files:
        print(f"{files - counted:,} files were neither taken in nor said to have failed")
    return 0 if counted == files else 1


def run(library: Path, sounds: Path, samples: Path, options: argparse.Namespace) -> Progress:
    """Indexes under watch."""
    command = [sys.executable, "-m", "engine.cli.main", "index", "--json", "--library", str(library), "--device", "cpu"]
    command += ["--pack", options.pack] if options.pack else []
    progress = Progress()
    samples.unlink(missing_ok=True)
    with subprocess.Popen([*command, str(sounds)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with Watch(process.pid, lambda: (progress.phase, progress.done), samples, options.every):
            for line in process.stdout:
                progress.read(line)
    return progress
