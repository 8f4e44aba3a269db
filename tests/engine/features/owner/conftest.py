"""A library of recorded-like sounds of two kinds, with names that say nothing, in a folder of its own for each test."""

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.base.types import FilePath, SoundId
from engine.library.library import Library
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack

TONES, NOISES = 9, 9


@pytest.fixture(scope="package")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="package")
def stored(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> Path:
    """Takes 0 to 8 are low tones, takes 20 to 28 noises."""
    folder = tmp_path_factory.mktemp("stored")
    sounds = folder / "sounds"
    paths = []
    for number in range(TONES):
        paths.append(sounds / f"take {number:02d}.wav")
        write_tone(paths[-1], hz=300.0 + 4.0 * number, seconds=1.0)
    for number in range(NOISES):
        paths.append(sounds / f"take {20 + number}.wav")
        write_noise(paths[-1], seconds=1.0, level=0.1 + 0.01 * number)
    earshot("index", "--json", "--library", folder / "library", "--pack", pack, "--device", "cpu", sounds)
    return folder


@pytest.fixture
def folder(stored: Path, tmp_path: Path) -> Path:
    """The library's folder."""
    return Path(shutil.copytree(stored / "library", tmp_path / "library"))


@pytest.fixture
def library(folder: Path, pack: Path) -> Iterator[Library]:
    with Library.open(folder, pack=pack) as opened:
        yield opened


@pytest.fixture
def noises(library: Library, stored: Path) -> list[SoundId]:
    return ids_of(library, stored, range(20, 20 + NOISES))


@pytest.fixture
def tones(library: Library, stored: Path) -> list[SoundId]:
    return ids_of(library, stored, range(TONES))


def ids_of(library: Library, stored: Path, takes: Iterable[int]) -> list[SoundId]:
    """The sounds of some takes."""
    found = [library.sound_at(FilePath.of(stored / "sounds" / f"take {take:02d}.wav")) for take in takes]
    return [id for id in found if id is not None]
