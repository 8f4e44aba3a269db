"""Packs that listen for speech lie beside the others, are verified like them, and are never searched with alone."""

import json
import shutil
from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from engine.errors import PackError
from engine.ingest.packs import install_folder
from engine.models.pack import find_pack, installed_packs, read_info
from engine.models.speech_pack import (
    FILES,
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
    with pytest.raises(PackError, match="listens for speech"):
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
