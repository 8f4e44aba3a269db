"""Which pack is meant, and how one gets into a library."""

from pathlib import Path

import pytest

from engine.base.errors import PackError
from engine.base.pack_messages import PackFault
from engine.base.types import PackId
from engine.ingest.pack_install import choose_pack, install_pack, keep_pack, pack_folder
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from tests.helpers.tiny_pack import make_tiny_pack


def test_a_pack_at_hand_can_be_named_by_its_folder(tmp_path: Path, pack: Path) -> None:
    folder = install_pack(load_pack(pack), tmp_path)
    assert pack_folder(Path(folder.name), tmp_path) == folder
    assert pack_folder(pack, tmp_path) == pack
    assert pack_folder(Path("nobody"), tmp_path) == Path("nobody").absolute()


def test_installing_twice_is_installing_once(tmp_path: Path, pack: Path) -> None:
    first = install_pack(load_pack(pack), tmp_path)
    assert install_pack(load_pack(pack), tmp_path) == first
    assert [entry.name for entry in (tmp_path / "packs").iterdir()] == [first.name]


def test_a_pack_that_lies_in_the_library_is_not_copied(tmp_path: Path, pack: Path) -> None:
    installed = install_pack(load_pack(pack), tmp_path)
    assert keep_pack(load_pack(installed), tmp_path) == installed


def test_a_library_whose_pack_is_missing_says_what_to_do(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PackId("0" * 32), "lost")
        with pytest.raises(PackError, match="lost") as caught:
            choose_pack(catalogue, None)
    assert "earshot pack use starter" in caught.value.advice


def test_a_pack_that_becomes_another_while_it_is_copied_is_refused(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified = load_pack(pack)
    other = load_pack(make_tiny_pack(tmp_path / "other", dim=24))
    monkeypatch.setattr(type(verified), "place_of", lambda self, name: other.folder / name)
    (tmp_path / "library").mkdir()
    with pytest.raises(PackError) as caught:
        install_pack(verified, tmp_path / "library")
    assert caught.value.what.what is PackFault.PACK_COPY_CHANGED
    assert list((tmp_path / "library" / "packs").iterdir()) == []
