"""Packs that listen for speech lie beside the others, are verified like them, and are never searched with alone."""

import hashlib
import json
import shutil
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from engine.base.errors import PackError
from engine.base.pack_messages import PackFault
from engine.ingest.pack_install import install_folder
from engine.models.pack import find_pack, installed_packs, read_info
from engine.models.speech_pack import (
    FILES,
    FORMAT,
    SpeechPackInfo,
    load_speech_pack,
    read_speech_info,
    speech_pack_for,
    speech_packs,
    write_speech_pack,
)


def _graph() -> bytes:
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("a", "b")]
    graph = helper.make_graph([helper.make_node("Identity", ["a"], ["b"])], "same", ports[:1], ports[1:])
    whole: bytes = onnx.helper.make_model(graph).SerializeToString()
    return whole


def _write(folder: Path, kind: str = "words", **settings: object) -> SpeechPackInfo:
    files = {name: _graph() if name.endswith(".onnx") else b"some bytes" for name in FILES[kind]}
    return write_speech_pack(
        folder, kind=kind, name="Listening", version="1", sample_rate_hz=8000, licence="CC0-1.0", training_data="none",
        metrics={"ap": 0.5}, settings=settings, files=files,
    )  # fmt: skip


def test_a_pack_that_was_written_is_read_back(tmp_path: Path) -> None:
    info = _write(tmp_path / "heard", hop_s=0.05)
    assert load_speech_pack(tmp_path / "heard", "words").info == read_speech_info(tmp_path / "heard") == info
    assert info.settings == {"hop_s": 0.05}


def test_speech_packs_are_not_taken_for_packs_that_search(tmp_path: Path) -> None:
    info = _write(tmp_path / "packs" / "heard")
    assert tmp_path / "packs" / "heard" in speech_packs(tmp_path)
    assert tmp_path / "packs" / "heard" not in installed_packs(tmp_path)
    assert find_pack(info.pack_id, tmp_path) is None
    with pytest.raises(PackError, match="only finds speech"):
        read_info(tmp_path / "packs" / "heard")


def test_a_library_listens_with_its_own_pack(tmp_path: Path) -> None:
    info = _write(tmp_path / "made")
    target = tmp_path / "library" / "packs" / info.pack_id
    shutil.copytree(tmp_path / "made", target)
    assert speech_pack_for("words", tmp_path / "library") == target
    assert load_speech_pack(target).info == info
    with pytest.raises(PackError):  # it holds nothing that could listen, which shows when it is tried
        install_folder(tmp_path / "made", tmp_path / "other")
    assert not list((tmp_path / "other").glob("packs/*"))


def test_another_setting_is_another_pack(tmp_path: Path) -> None:
    assert _write(tmp_path / "one", hop_s=0.05).pack_id != _write(tmp_path / "two", hop_s=0.06).pack_id


@pytest.mark.parametrize("name", ["pack.json", "acoustic.onnx"])
def test_a_flipped_bit_is_seen(tmp_path: Path, name: str) -> None:
    _write(tmp_path / "heard")
    file = tmp_path / "heard" / name
    file.write_bytes(file.read_bytes().replace(b"a", b"e", 1))
    with pytest.raises(PackError):
        load_speech_pack(tmp_path / "heard")


def test_another_kind_is_refused(tmp_path: Path) -> None:
    _write(tmp_path / "heard", "units")
    with pytest.raises(PackError, match="of the kind units"):
        load_speech_pack(tmp_path / "heard", "words")
    manifest = tmp_path / "heard" / "pack.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "kind": "songs"}))
    with pytest.raises(PackError, match="beyond this Earshot"):
        load_speech_pack(tmp_path / "heard")


def _forged(folder: Path, *, with_checksum: bool, **changed: object) -> None:
    """Changes what a manifest says, with a checksum that fits or with the former one."""
    record = {**json.loads((folder / "pack.json").read_text()), **changed}
    if with_checksum:
        record.pop("checksum")
        whole = json.dumps(record, sort_keys=True).encode()
        record["checksum"] = hashlib.blake2b(whole, digest_size=16).hexdigest()
    (folder / "pack.json").write_text(json.dumps(record))


def test_a_manifest_that_was_changed_is_seen_by_its_checksum(tmp_path: Path) -> None:
    _write(tmp_path / "heard")
    _forged(tmp_path / "heard", with_checksum=False, name="Another")
    with pytest.raises(PackError, match="its own checksum"):
        read_speech_info(tmp_path / "heard")


@pytest.mark.parametrize("id", ["0" * 32, "../../x"])
def test_an_id_that_is_not_the_packs_own_is_refused(tmp_path: Path, id: str) -> None:
    _write(tmp_path / "heard")
    _forged(tmp_path / "heard", with_checksum=True, pack_id=id)
    with pytest.raises(PackError, match="pack_id is"):
        read_speech_info(tmp_path / "heard")


def test_a_speech_pack_of_a_later_earshot_asks_for_an_update(tmp_path: Path) -> None:
    _write(tmp_path / "heard")
    _forged(tmp_path / "heard", with_checksum=True, format=FORMAT + 1)
    with pytest.raises(PackError) as caught:
        read_speech_info(tmp_path / "heard")
    assert caught.value.what.what is PackFault.PACK_BEYOND
