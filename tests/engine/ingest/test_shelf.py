"""Packs taken in and out of a library."""

import stat
import zipfile
from pathlib import Path

import pytest

from engine.base.errors import PackError
from engine.ingest.installed_packs import shelf, take_in, take_out
from engine.models.pack import MANIFEST, find_pack, read_info
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture
def archive(tmp_path: Path, pack: Path) -> Path:
    """The tiny pack as a zip file, in a folder of its own as file managers make it."""
    path = tmp_path / "tiny.zip"
    with zipfile.ZipFile(path, "w") as made:
        for file in sorted(pack.iterdir()):
            made.write(file, f"tiny/{file.name}")
    return path


def test_a_pack_is_taken_in_from_a_folder_or_a_zip_file(tmp_path: Path, pack: Path, archive: Path) -> None:
    info = read_info(pack)
    one, two = tmp_path / "one", tmp_path / "two"
    for library, source in ((one, pack), (two, archive)):
        library.mkdir()
        folder = take_in(source, library)
        assert folder == find_pack(info.pack_id, library)
    (shelved,) = [entry for entry in shelf(two) if entry.is_own]
    assert shelved.info == info
    assert shelved.card == (pack / "MODEL_CARD.md").read_text()
    assert shelved.size_bytes == sum(file.stat().st_size for file in pack.iterdir())


def test_the_pack_that_came_with_earshot_is_listed_and_stays(tmp_path: Path) -> None:
    starter = next(entry for entry in shelf(tmp_path) if entry.info is not None and entry.info.name == "starter")
    assert not starter.is_own
    with pytest.raises(PackError, match="came with Earshot"):
        take_out(starter.folder, tmp_path, None)


def test_a_pack_that_is_searched_with_stays_and_another_goes(tmp_path: Path, pack: Path) -> None:
    folder = take_in(pack, tmp_path)
    with pytest.raises(PackError, match="library uses this pack"):
        take_out(folder, tmp_path, read_info(pack).pack_id)
    take_out(folder, tmp_path, None)
    assert [entry for entry in shelf(tmp_path) if entry.is_own] == []


def test_a_damaged_pack_is_listed_with_its_fault(tmp_path: Path, pack: Path) -> None:
    (take_in(pack, tmp_path) / "pack.json").write_text("{")
    (damaged,) = [entry for entry in shelf(tmp_path) if entry.is_own]
    assert damaged.info is None
    assert "pack.json" in str(damaged.fault[0])


@pytest.mark.parametrize("name", ["../pack.json", "a/b/pack.json", "other.py", "/etc/passwd"])
def test_an_archive_with_anything_else_is_refused_and_nothing_is_left(tmp_path: Path, archive: Path, name: str) -> None:
    with zipfile.ZipFile(archive, "a") as more:
        more.writestr(name, "x")
    with pytest.raises(PackError):
        take_in(archive, tmp_path / "library")
    assert not (tmp_path / "library").exists()


def test_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "link.zip"
    with zipfile.ZipFile(path, "w") as made:
        entry = zipfile.ZipInfo("audio.onnx")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(entry, "/etc/passwd")
    with pytest.raises(PackError, match="not allowed"):
        take_in(path, tmp_path / "library")


def test_what_is_no_archive_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_text("hello")
    with pytest.raises(PackError, match="not a readable zip file"):
        take_in(tmp_path / "x.zip", tmp_path / "library")


def test_two_packs_in_one_archive_are_refused(tmp_path: Path) -> None:
    one = make_tiny_pack(tmp_path / "one")
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as made:
        made.write(one / "pack.json", "one/pack.json")
        made.write(one / "pack.json", "two/pack.json")
    with pytest.raises(PackError, match="in the wrong place"):
        take_in(tmp_path / "two.zip", tmp_path / "library")


def test_an_archive_with_a_damaged_stream_says_so(tmp_path: Path, pack: Path) -> None:
    path = tmp_path / "damaged.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.write(pack / MANIFEST, MANIFEST)
    raw = bytearray(path.read_bytes())
    raw[30 + len(MANIFEST)] ^= 0xFF  # the first byte of the compressed stream, right behind the entry's header
    path.write_bytes(raw)
    with pytest.raises(PackError, match="not a readable zip file"):
        take_in(path, tmp_path / "library")


def test_an_archive_that_names_a_file_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(MANIFEST, b"one")
        with pytest.warns(UserWarning, match="Duplicate name"):
            made.writestr(MANIFEST, b"two")
    with pytest.raises(PackError, match="in the wrong place"):
        take_in(path, tmp_path / "library")


def test_a_small_archive_of_a_huge_file_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(MANIFEST, bytes(2**20 + 1))  # pack.json may have 1 MiB
    assert path.stat().st_size < 10_000
    with pytest.raises(PackError, match="too large"):
        take_in(path, tmp_path / "library")
    assert not (tmp_path / "library").exists()


def test_an_archive_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="there is no"):
        take_in(tmp_path / "none.zip", tmp_path / "library")


def test_a_pack_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="the model pack nowhere is not installed"):
        take_out(tmp_path / "nowhere", tmp_path, None)
