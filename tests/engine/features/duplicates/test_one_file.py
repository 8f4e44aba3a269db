"""One file under several names is no duplicate of itself, and no bytes are saved by taking a name of it away."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.features.duplicates.exact import find_exact
from engine.features.duplicates.groups import Duplicates
from engine.features.duplicates.near import find_near
from engine.store.catalogue import Catalogue
from tests.engine.features.duplicates.conftest import knock
from tests.helpers.indexing import index
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a right that users lack")


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """A sound under three names."""
    one = write(tmp_path / "sounds" / "a.wav", knock(1), 48_000, "PCM_24")
    os.link(one, one.with_name("hard.wav"))
    one.with_name("soft.wav").symlink_to(one)
    return one.parent


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as opened:
        yield opened


def listed(catalogue: Catalogue, found: Duplicates) -> list[list[str]]:
    return [
        sorted(sound.path.name for sound in catalogue.sounds.many(found.group(number))) for number in range(len(found))
    ]


@pytest.mark.shows("one-file")
def test_names_of_one_file_are_no_duplicates(tmp_path: Path, sounds: Path, catalogue: Catalogue) -> None:
    assert index(tmp_path / "library", make_tiny_pack(tmp_path / "pack"), sounds).added == 3
    for found in (find_exact(catalogue), find_near(catalogue).groups(catalogue)):
        assert listed(catalogue, found) == []
        assert found.spare_bytes == 0


@pytest.mark.shows("one-file")
def test_a_copy_is_one_of_the_file_once(tmp_path: Path, sounds: Path, catalogue: Catalogue) -> None:
    shutil.copy(sounds / "a.wav", sounds / "copy.wav")
    index(tmp_path / "library", make_tiny_pack(tmp_path / "pack"), sounds)
    found = find_exact(catalogue)
    (group,) = listed(catalogue, found)
    assert len(group) == 2 and "copy.wav" in group
    assert found.spare_bytes == (sounds / "copy.wav").stat().st_size


def test_another_version_is_one_of_the_file_once(tmp_path: Path, sounds: Path, catalogue: Catalogue) -> None:
    other = write(sounds / "other.flac", knock(1), 48_000, "PCM_16")
    index(tmp_path / "library", make_tiny_pack(tmp_path / "pack"), sounds)
    found = find_near(catalogue).groups(catalogue)
    (group,) = listed(catalogue, found)
    assert len(group) == 2 and "other.flac" in group
    assert found.spare_bytes == other.stat().st_size
