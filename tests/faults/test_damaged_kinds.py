"""Files of every kind that a library and the settings hold: emptied, cut off, overwritten, foreign, newer, gone.

The kinds are those of a real library. What the user entered stays, or the library is refused and left as it is; what
can be made again is made again; nothing ends in a traceback.
"""

import json
import os
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.base.errors import EarshotError
from engine.library.library import Library
from engine.store.connection import FILE_NAME
from tests.faults.harness.state import facts, faults_of
from tests.faults.harness.steps import Stop, completed, run, steady
from tests.faults.harness.world import World

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]
_HOW = "what the user entered, exit status, message, doctor, the file left as it is"
_ENTERED = ("row", "tags", "rating", "favourite", "colour", "note", "collection", "saved", "searched", "root", "sound")
_PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut_off(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    start = len(raw) // 3
    raw[start : start + 4096] = random.Random(1).randbytes(len(raw[start : start + 4096]))
    path.write_bytes(raw)


def foreign(path: Path) -> None:
    path.write_bytes(_PICTURE)


def gone(path: Path) -> None:
    path.unlink()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def newer(path: Path) -> None:
    """Of a later Earshot, as far as the kind has a version; else the same file with something behind it."""
    raw = bytearray(path.read_bytes())
    if raw.startswith(b"SQLite format 3\0"):
        raw[60:64] = (999).to_bytes(4, "big")
    elif raw.startswith(b"EARSVECS"):
        raw[8:12] = (99).to_bytes(4, "little")
    elif raw.startswith(b"{") and path.suffix == ".json":
        record = json.loads(raw)
        raw = bytearray(json.dumps({**record, **{key: 99 for key in ("version", "format") if key in record}}).encode())
    else:
        raw += b"of a later version"
    path.write_bytes(raw)


DAMAGES = (emptied, cut_off, overwritten, foreign, gone, a_folder, newer)


def kinds(world: World) -> dict[str, Path]:
    """One file of each kind; of packs and what they made, of the pack that is searched with."""
    with Library.open(world.library, read_only=True) as library:
        own = library.stats().pack_id
    files = [path for folder in (world.library, world.settings) for path in folder.rglob("*") if path.is_file()]
    files = [path for path in files if not path.name.endswith(("-shm", "-wal"))]
    ordered = sorted(files, key=lambda path: (own not in str(path), str(path)))
    return {steady(str(path.relative_to(world.home))): path for path in reversed(ordered)}


def tried(world: World, before: Sequence[str] = ()) -> list[str]:
    """What went wrong when the world is used as it is now: searched, listed, written to and indexed.

    `before` goes before the command line.
    """
    common = ["--library", str(world.library)]
    lines = [
        ["doctor", *common],
        ["search", "low hum", *common],
        ["stats", *common],
        ["tag", str(world.sound("bell")), "--add", "damaged", *common],
        ["describe", str(world.sound("bell")), "--set", "comment=After", *common],
        ["undo", *common],
        ["index", "--json", "--device", "cpu", *common],
    ]
    command = [sys.executable, "-m", "tests.faults.harness.several", json.dumps(lines)]
    done = completed([*before, *command], world.environment)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [f"{one['words'][0]}: {one['errors'][-600:]}" for one in said if one["status"] not in (0, 1, 3)]
    wrong += [
        f"{one['words'][0]}: nothing said"
        for one in said
        if one["status"] == 1 and len(one["errors"] + one["output"]) < 20
    ]
    return wrong + ([] if len(said) == len(lines) else [f"it died: {done.returncode} {done.stderr[-600:]}"])


def entered(found: dict[str, object]) -> dict[str, object]:
    """What the user entered, and the sounds themselves."""
    return {key: value for key, value in found.items() if key.split(" ")[0] in _ENTERED}


def judged(
    world: World, path: Path, before: dict[str, object], damaged: bytes | None, damage: Callable[[Path], None]
) -> list[str]:
    """What was lost; a library that cannot be read must be as it was left, and doctor must say so."""
    try:
        now = entered(facts(world))
    except EarshotError:
        is_untouched = damaged is not None and path.is_file() and path.read_bytes() == damaged
        is_told = bool(faults_of(world.library))
        # Damage in the middle of a catalogue is noticed where somebody reads it: what reads elsewhere may have written.
        is_untouched |= damaged is None or damage is overwritten
        return [] if is_untouched and is_told else ["refused, but changed, or not told by doctor"]
    if path.name == FILE_NAME and not path.is_file():  # refused: nothing was begun anew in its place
        return [] if faults_of(world.library) else ["not told by doctor"]
    wrong = [f"lost: {key}" for key in before if key not in now]
    for key, value in before.items():
        if key == "tags sounds/bell.wav":
            continue
        if key in now and now[key] != value:
            wrong.append(f"changed: {key}: {now[key]!r} for {value!r}")
    return wrong


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__.replace("_", " "))
def test_a_file_of_any_kind(world: World, damage: Callable[[Path], None], tally: Callable[..., None]) -> None:
    make_settings(world)
    before, wrong = entered(facts(world)), []
    world.keep("kinds")
    names = kinds(world)
    lost = 0
    for name, path in names.items():
        world.put_back("kinds")
        damage(path)
        left = path.read_bytes() if path.is_file() else None
        found = [*tried(world), *judged(world, path, before, left, damage)]
        lost += bool(found)
        wrong += [f"{name}: {what}" for what in found]
    what = damage.__name__.replace("_", " ")
    tally(f"file {what}", f"each of {len(names)} kinds", tried=len(names), hit=len(names), lost=lost, detected=_HOW)
    assert wrong == []


def make_settings(world: World) -> None:
    """A session in the window leaves what a window keeps."""
    command = [sys.executable, "-m", "tests.faults.harness.window_session", "--library", str(world.library)]
    ran = run(command, world.home, Stop(None, 0), QT_QPA_PLATFORM="offscreen", **world.environment)
    assert ran.status == 0, ran.errors
    shutil.rmtree(world.settings / "pulse", ignore_errors=True)
