"""A person's whole world in one folder: sounds, a library with everything it can keep, packs, settings, exports.

The real commands make it once; each fault starts from a copy. It always lies at one place, since a library knows its
sounds by their paths.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.base.types import Colour
from engine.library.library import Library
from engine.search.question import Question
from engine.search.thesaurus import ThesaurusEntry
from tests.faults.harness.steps import completed
from tests.helpers.sounds import make_library_folder, write, write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.tiny_units_pack import make_tiny_units_pack

_RATE_HZ = 8_000


class World:
    """Its places; commands run in it see nothing of the user's own."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        self.library = self.home / "library"
        self.sounds = self.home / "sounds"
        self.new = self.home / "new"
        self.out = self.home / "out"
        self.settings = self.home / "settings"

    @property
    def environment(self) -> dict[str, str]:
        """Every folder that a program asks the system for lies in here."""
        return {
            "HOME": str(self.home / "person"),
            "XDG_CONFIG_HOME": str(self.settings),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "XDG_STATE_HOME": str(self.home / "state"),
        }

    def pack(self, name: str) -> Path:
        """Returns the folder of a pack that the library has not imported."""
        return self.home / "packs" / name

    def sound(self, name: str) -> Path:
        """Returns the path of a sound by the prefix of its name."""
        (found,) = sorted(self.sounds.rglob(f"{name}*"))[:1]
        return found

    def command(self, *words: str | Path) -> list[str]:
        """Returns the command line of `earshot` for this library."""
        return [sys.executable, "-m", "engine.cli.main", *map(str, words), "--library", str(self.library)]

    def earshot(self, *words: str | Path, statuses: Sequence[int] = (0,)) -> "subprocess.CompletedProcess[str]":
        return self.run(self.command(*words), statuses=statuses)

    def run(self, command: Sequence[str], statuses: Sequence[int] = (0,)) -> "subprocess.CompletedProcess[str]":
        done = completed(command, self.environment)
        assert done.returncode in statuses, f"{command} ended with {done.returncode}: {done.stderr[-2000:]}"
        return done

    def keep(self, name: str = "") -> None:
        """Saves the current state for `put_back`."""
        shutil.rmtree(self._kept(name), ignore_errors=True)
        shutil.copytree(self.home, self._kept(name), symlinks=True)

    def put_back(self, name: str = "") -> None:
        """Restores the state saved under this name."""
        shutil.rmtree(self.home, ignore_errors=True)  # a disk mounted there stays, empty
        shutil.copytree(self._kept(name), self.home, symlinks=True, dirs_exist_ok=True)

    def _kept(self, name: str) -> Path:
        return self.home.with_name(f"{self.home.name} kept {name}".rstrip())


def make_small_world(home: Path) -> World:
    """Makes a world of three sounds and one more to add, for the few faults that every test run tries."""
    world = World(home)
    make_tiny_pack(world.pack("own"))
    make_library_folder(world.sounds, 3, seconds=0.3)
    make_library_folder(world.new / "more", 2, seconds=0.3)
    world.out.mkdir()
    world.earshot("index", "--pack", world.pack("own"), "--device", "cpu", world.sounds)
    world.keep()
    return world


def make_world(home: Path) -> World:
    """Makes ten sounds, two of them missing, three known packs, marks, collections, a journal, an index."""
    world = World(home)
    for name, dim in (("own", 16), ("other", 24), ("third", 20)):
        make_tiny_pack(world.pack(name), dim=dim)
    make_tiny_units_pack(world.pack("units"))
    make_library_folder(world.sounds, 6, seconds=0.3)
    make_library_folder(world.new / "more", 6, seconds=0.3)
    write(world.sounds / "bell.wav", np.tile(_tune(500, 1500, 3000), 4), rate=_RATE_HZ)
    for number in range(2):
        write_tone(world.sounds / "moving" / f"moved {number}.wav", 300.0 + number, 0.3)
    for folder in (world.out, world.settings, world.home / "person"):
        folder.mkdir()
    world.earshot("pack", "install", "--create", world.pack("units"))
    world.earshot("index", "--pack", world.pack("own"), "--device", "cpu", world.sounds)
    world.earshot("pack", "use", world.pack("other"), "--device", "cpu")
    world.earshot("pack", "use", world.pack("own"), "--device", "cpu")
    world.earshot("describe", "--set", "title=Before", world.sound("low_hum_000"), world.sound("bell"))
    with Library.open(world.library) as library:
        keeping, ids = library.keeping, library.rank(Question("")).ids
        keeping.add_tags(ids[:3], ["mine", "rain"])
        keeping.set_rating(ids[1:4], 3)
        keeping.set_note(ids[:2], "from the old tape")
        keeping.set_colour(ids[4:5], Colour.RED)
        keeping.make_collection("Kept", ids[2:6])
        keeping.make_collection("To go", ids[:2])
        keeping.save_search("hums", "low hum dur:<2")
        keeping.set_synonyms([ThesaurusEntry("drum", ("kick",), ("tabla",))])
        keeping.add_history("low hum")
        pack_id = library.stats().pack_id
    for kind in ("segments", "names"):
        world.run([sys.executable, "-m", "engine.index.base_builder", str(world.library), pack_id, kind])
    (world.sounds / "moving").rename(world.home / "moved")
    world.earshot("index")
    world.keep()
    return world


def _tune(*tones_hz: float) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    time_s = np.arange(_RATE_HZ // 5) / _RATE_HZ
    tones = [0.3 * np.sin(2 * np.pi * hz * time_s) * np.hanning(len(time_s)) for hz in tones_hz]
    return np.concatenate([*tones, np.zeros(_RATE_HZ // 5)]).astype(np.float32)
