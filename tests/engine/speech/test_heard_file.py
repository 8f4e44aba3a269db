"""Sounds that were heard together are kept together, or not at all."""

from pathlib import Path

import pytest

from engine.speech.units_store import UnitsStore
from engine.types import PackId, SoundId

PACK = PackId("0" * 32)


def test_a_change_holds_several_sounds_and_is_kept_whole(tmp_path: Path) -> None:
    store = UnitsStore.to_write(tmp_path, PACK)
    with store.file.change():
        store.keep(SoundId(1), b"a", None)
        store.fail(SoundId(2), b"b", "DAMAGED")
    store.close()
    again = UnitsStore.to_write(tmp_path, PACK)
    assert again.file.known() == {1: b"a", 2: b"b"}
    again.close()


def test_a_change_that_breaks_off_keeps_none_of_its_sounds(tmp_path: Path) -> None:
    store = UnitsStore.to_write(tmp_path, PACK)
    store.keep(SoundId(1), b"a", None)
    with pytest.raises(RuntimeError), store.file.change():
        store.keep(SoundId(2), b"b", None)
        store.keep(SoundId(1), b"c", None)
        raise RuntimeError
    assert store.file.known() == {1: b"a"}
    store.close()
