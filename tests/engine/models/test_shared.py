"""Packs of one family: what they have in common lies on the disk once, is verified as ever, and is in memory once."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import PackError
from engine.ingest.installed_packs import shelf, take_out
from engine.ingest.pack_install import install_pack
from engine.models.encoder import AudioEncoder, TextEncoder, check_canonical
from engine.models.pack import load_pack, read_info
from engine.models.shared_files import SHARED, share
from tests.helpers.tiny_pack import PLAN, make_tiny_pack

HALF = replace(PLAN, hop_s=PLAN.hop_s / 2)
"""Another rule of cutting makes another pack with the same words' side."""


@pytest.fixture
def family(tmp_path: Path) -> tuple[Path, Path]:
    """Two packs side by side, each whole."""
    home = tmp_path / "home"
    return make_tiny_pack(home / "one"), make_tiny_pack(home / "two", plan=HALF)


def _share(home: Path) -> int:
    return share(home, {path.parent: read_info(path.parent).files for path in home.glob("*/pack.json")})


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_equal_words_are_stored_once_and_both_packs_are_well(family: tuple[Path, Path]) -> None:
    home, before = family[0].parent, _size(family[0].parent)
    words = sum((family[0] / name).stat().st_size for name in ("text.onnx", "tokenizer.json"))
    assert _share(home) == words
    assert _size(home) == before - words
    digests = {read_info(family[0]).files[name] for name in ("text.onnx", "tokenizer.json")}
    assert {path.name for path in (home / SHARED).iterdir()} == digests
    assert check_canonical(load_pack(family[0])).ok
    assert check_canonical(load_pack(family[1])).ok


def test_sharing_twice_changes_nothing(family: tuple[Path, Path]) -> None:
    _share(family[0].parent)
    before = sorted(path.name for path in family[0].parent.rglob("*"))
    assert _share(family[0].parent) == 0
    assert sorted(path.name for path in family[0].parent.rglob("*")) == before


def test_what_no_pack_names_any_more_is_removed(family: tuple[Path, Path]) -> None:
    home = family[0].parent
    _share(home)
    other = make_tiny_pack(home / "three", dim=12)
    shutil.rmtree(family[0])
    shutil.rmtree(family[1])
    _share(home)
    assert not (home / SHARED).exists()
    assert load_pack(other)


def test_a_shared_file_that_was_changed_is_refused(family: tuple[Path, Path]) -> None:
    _share(family[0].parent)
    place = load_pack(family[0]).place_of("text.onnx")
    content = bytearray(place.read_bytes())
    content[len(content) // 2] ^= 1
    place.write_bytes(content)
    with pytest.raises(PackError, match=r"text\.onnx"):
        load_pack(family[0])


def test_a_link_among_the_shared_files_is_refused(family: tuple[Path, Path], tmp_path: Path) -> None:
    _share(family[0].parent)
    place = load_pack(family[0]).place_of("tokenizer.json")
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PackError):
        load_pack(family[0])


def test_the_audio_graph_may_not_lie_elsewhere(family: tuple[Path, Path]) -> None:
    (family[0].parent / SHARED).mkdir()
    digest = read_info(family[0]).files["audio.onnx"]
    (family[0] / "audio.onnx").rename(family[0].parent / SHARED / digest)
    with pytest.raises(PackError, match=r"lacks audio\.onnx"):
        load_pack(family[0])


def test_a_shared_pack_is_whole_where_it_is_installed(family: tuple[Path, Path], tmp_path: Path) -> None:
    _share(family[0].parent)
    (tmp_path / "library").mkdir()
    installed = install_pack(load_pack(family[0]), tmp_path / "library")
    shutil.rmtree(family[0].parent)
    assert len(list(installed.iterdir())) == 6
    assert check_canonical(load_pack(installed)).ok


def test_in_a_library_equal_words_are_one_file_and_removing_one_pack_keeps_the_other(
    family: tuple[Path, Path], tmp_path: Path
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    first, second = (install_pack(load_pack(folder), library) for folder in family)
    assert (first / "text.onnx").stat().st_ino == (second / "text.onnx").stat().st_ino
    assert (first / "audio.onnx").stat().st_ino != (second / "audio.onnx").stat().st_ino
    take_out(first, library, None)
    assert check_canonical(load_pack(second)).ok


def test_a_damaged_pack_beside_it_spoils_no_installation(family: tuple[Path, Path], tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    first = install_pack(load_pack(family[0]), library)
    (first / "text.onnx").write_bytes(b"spoilt")
    assert check_canonical(load_pack(install_pack(load_pack(family[1]), library))).ok


def test_the_shelf_counts_what_lies_elsewhere(family: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = _size(family[0])
    _share(family[0].parent)
    monkeypatch.setattr("engine.ingest.installed_packs.installed_packs", lambda library: [family[0]])
    assert shelf(family[0].parent)[0].size_bytes == whole


def test_one_text_tower_serves_both_packs(family: tuple[Path, Path]) -> None:
    one, two = (TextEncoder(load_pack(folder)) for folder in family)
    assert one.session is two.session
    assert AudioEncoder(load_pack(family[0])).session is not AudioEncoder(load_pack(family[1])).session
