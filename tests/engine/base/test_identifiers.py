"""What others call a pack, a shard or a speaker leads no path anywhere: every place that takes one refuses it."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from engine.audio.region_names import plain_name
from engine.base.errors import BulkError, LibraryDamaged, OwnerError, SidecarError, VectorsDamaged
from engine.base.identifiers import below, file_name, is_identifier, pack_id_of
from engine.base.types import PackId
from engine.features.bulk.plan import NAME, read_plan
from engine.features.bulk.results import HEAD, open_results
from engine.features.map.map_file import map_file
from engine.features.owner.model_file import OwnerModel, read_model, write_model
from engine.features.sidecar.format import packed, read_head
from engine.index.base_builder import base_folder
from engine.store.catalogue import Catalogue
from engine.store.column_cache import columns_file
from engine.store.vectors import Frame, VectorLog
from tests.helpers.bulk import plan_of, write_takes
from tests.helpers.libraries import PACK

LEADS_OUT = ("../../x", "..", ".", "", "/etc/x", "C:\\x", "C:x", "\\\\server\\share", "a\0b", "a/b", "a\\b")
"""None of these is the name of a file in a folder."""
CHANGES = ("CON", "con", "nul.txt", "com1", "name.", "name ", "x" * 300)
"""Names that a system reads as a device, changes, or cannot have."""
PLACES: tuple[Callable[[Path, PackId], object], ...] = (
    lambda folder, id: VectorLog(folder, id, "segments", 4),
    lambda folder, id: base_folder(folder, id, "segments"),
    columns_file,
    map_file,
)


@pytest.mark.parametrize("word", [*LEADS_OUT, *CHANGES, "Ärger", "A" * 32, "-x", "a" * 65, "a\n", 7, None])
def test_what_leads_elsewhere_is_no_identifier(word: object) -> None:
    assert not is_identifier(word)
    with pytest.raises(ValueError, match="is no identifier"):
        pack_id_of(word)


@pytest.mark.parametrize("word", ["0123456789abcdef" * 2, "p" * 64, "golden-pack", "nullity", "com10", "0"])
def test_ids_of_packs_are_identifiers(word: str) -> None:
    assert pack_id_of(word) == word


@pytest.mark.parametrize("word", [*LEADS_OUT, *CHANGES, "a\n", "lpt9.wav", "Aux .txt", "\ud800", "ä" * 128])
def test_what_leads_elsewhere_is_no_name_of_a_file(word: str) -> None:
    with pytest.raises(ValueError, match="is no name of a file"):
        file_name(word)


def test_ordinary_names_of_files_are_left_alone() -> None:
    for name in ("segments-000001.vec", "Gerät 2.wav", "contact.wav", ".hidden", "ä" * 127, "a..b"):
        assert file_name(name) == name


@pytest.mark.parametrize("word", [*(word for word in LEADS_OUT if word != "a/b"), "a/../b", "a//b", "../a", None])
def test_a_list_names_nothing_out_of_its_folder(word: object, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="leads out of"):
        below(tmp_path, word)
    assert below(tmp_path, "a/b.wav") == tmp_path / "a" / "b.wav"


@pytest.mark.shows("strangers-words")
@pytest.mark.parametrize("word", LEADS_OUT + CHANGES)
@pytest.mark.parametrize("place", PLACES)
def test_no_path_is_made_of_an_odd_id(place: Callable[[Path, PackId], object], word: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no identifier"):
        place(tmp_path, PackId(word))


@pytest.mark.parametrize("word", LEADS_OUT + CHANGES)
def test_a_name_that_a_user_gives_is_made_fit_for_any_system(word: str) -> None:
    assert file_name(f"{plain_name(word)}.wav")


@pytest.mark.parametrize("word", ["../../x", "C:\\x", "CON", ""])
def test_a_catalogue_with_an_odd_pack_is_damaged(word: str, tmp_path: Path) -> None:
    with Catalogue.open(tmp_path / "library") as catalogue, catalogue.database.change():
        catalogue.database.run("INSERT INTO pack(pack_id, name) VALUES (?, 'odd')", word)
        catalogue.database.run("INSERT INTO frame VALUES (NULL, ?, 'segments', '../../x', 0, 1, 0, 1)", word)
        catalogue.database.run("INSERT OR REPLACE INTO meta SELECT 'pack', id FROM pack")
        catalogue.database.run("INSERT OR REPLACE INTO meta SELECT 'next_pack', id FROM pack")
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        for ask in (catalogue.packs.searched, catalogue.packs.next, catalogue.packs.known, catalogue.frames.packs):
            with pytest.raises(LibraryDamaged, match="is no identifier"):
                ask()
    with Catalogue.open(tmp_path / "another") as catalogue, pytest.raises(ValueError, match="is no identifier"):
        catalogue.packs.set_searched(PackId(word), "odd")


def test_a_catalogue_names_no_vectors_outside_their_folder(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    log = VectorLog(tmp_path / "library" / "vectors", PACK, "segments", 4)
    frame = log.append(np.array([1], np.int64), np.eye(1, 4, dtype=np.float32))
    elsewhere = tmp_path / "elsewhere.vec"
    (tmp_path / "library" / "vectors" / PACK / frame.file).rename(elsewhere)
    for name in ("../../../elsewhere.vec", str(elsewhere), ""):
        with pytest.raises(VectorsDamaged):
            log.read(Frame("segments", name, frame.offset, frame.count, frame.checksum))


@pytest.mark.parametrize("word", ["../../x", "C:\\x", "CON", "x" * 300, ""])
def test_a_sidecar_with_an_odd_pack_is_refused(word: str, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(packed(PackId(word), "odd", 4, []))
    with pytest.raises(SidecarError, match="is no identifier"):
        read_head(tmp_path / "odd")


@pytest.mark.parametrize("word", ["../../x", "CON", ""])
def test_what_was_learnt_with_an_odd_pack_is_refused(word: str, tmp_path: Path) -> None:
    write_model(OwnerModel(PackId(word), "odd", 4, 1.0, ()), tmp_path / "owner.json")
    with pytest.raises(OwnerError, match="damaged"):
        read_model(tmp_path / "owner.json", PackId(word), "odd")


@pytest.mark.parametrize("word", ["../../x", "/etc/x", "CON", "", 7])
def test_a_plan_with_an_odd_shard_is_refused(word: object, tmp_path: Path) -> None:
    plan = plan_of(write_takes(tmp_path / "sounds", 2), tmp_path / "plan")
    record = json.loads((plan.folder / NAME).read_text())
    record.pop("checksum")
    record["shards"][0][0] = word
    content = json.dumps(record).encode()
    checksum = hashlib.blake2b(content + b"\n", digest_size=32).hexdigest()
    (plan.folder / NAME).write_text(json.dumps({**record, "checksum": checksum}))
    with pytest.raises(BulkError, match="is no identifier"):
        read_plan(plan.folder)
    with pytest.raises(ValueError, match="is no identifier"):
        plan.shard(replace(plan.shards[0], id=word))  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["../../x", "CON", "", None])
def test_results_of_an_odd_pack_are_refused(word: object, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="no pyarrow: sh installer/start.sh setup-cluster")
    head = {"format": 1, "pack_id": word, "pack": "odd", "dim": 4, "sentence_dim": 4}
    (tmp_path / HEAD).write_text(json.dumps(head))
    with pytest.raises(BulkError, match="no results"):
        open_results(tmp_path)
    (tmp_path / HEAD).write_text(json.dumps({**head, "pack_id": "0" * 32}))
    results = open_results(tmp_path)
    with pytest.raises(ValueError, match="is no identifier"):
        results.manifest("../../x")
