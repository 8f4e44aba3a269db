"""Sounds that were heard together are kept together, or not at all."""

from pathlib import Path

import pytest

from engine.base.types import PackId, SoundId
from engine.features.speech.results_file import ListenerFile
from engine.features.speech.units_store import NAME, UnitsFile

PACK = PackId("0" * 32)


def test_a_change_holds_several_sounds_and_is_kept_whole(tmp_path: Path) -> None:
    store = UnitsFile.for_pack(tmp_path, PACK)
    with store.change():
        store.keep(SoundId(1), b"a", None)
        store.failed(SoundId(2), b"b", "DAMAGED")
    store.close()
    again = UnitsFile.for_pack(tmp_path, PACK)
    assert again.known() == {1: b"a", 2: b"b"}
    again.close()


def test_a_change_that_breaks_off_keeps_none_of_its_sounds(tmp_path: Path) -> None:
    store = UnitsFile.for_pack(tmp_path, PACK)
    store.keep(SoundId(1), b"a", None)
    with pytest.raises(RuntimeError), store.change():
        store.keep(SoundId(2), b"b", None)
        store.keep(SoundId(1), b"c", None)
        raise RuntimeError
    assert store.known() == {1: b"a"}
    store.close()


def test_what_another_pack_heard_is_not_counted(tmp_path: Path) -> None:
    store = UnitsFile.for_pack(tmp_path, PACK)
    store.keep(SoundId(1), b"a", None)
    store.close()
    assert ListenerFile.heard_by(tmp_path, NAME, PACK) == 1
    assert ListenerFile.heard_by(tmp_path, NAME, PackId("1" * 32)) == 0


@pytest.mark.parametrize("version", [1, 3])
def test_a_file_of_another_version_is_made_anew(tmp_path: Path, version: int) -> None:
    tables = "CREATE TABLE own(sound_id INTEGER REFERENCES heard(sound_id) ON DELETE CASCADE)"
    file = ListenerFile.to_write(tmp_path, "own.db", 2, tables, PACK)
    with file.change():
        file.connection.execute("INSERT INTO heard(sound_id, digest, error) VALUES (1, x'61', '')")
    assert file.known() == {1: b"a"}
    file.close()
    again = ListenerFile.to_write(tmp_path, "own.db", version, tables, PACK)
    assert again.known() == {}
    again.close()
