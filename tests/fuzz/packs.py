"""Harnesses of packs and lists of packs: manifests, graphs, arrays, zip files."""

import contextlib
import hashlib
import importlib.resources
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs

from engine.base.errors import EngineError, PackError
from engine.features.speech.units_model import UnitsModel
from engine.features.speech.words_model import WordsSettings
from engine.ingest.pack_archive import unpack
from engine.models import manifest, speech_pack
from engine.models.canonical import read_canonical
from engine.models.graphscan import check_graph
from engine.models.offers import offer_called, read_offers
from engine.models.speech_pack import SpeechPack
from tests.fuzz.harness import Harness, file_of, scratch


def _sealed(data: bytes, checksum: Callable[[Any], str]) -> bytes | None:
    """The same JSON with the checksum it should have, so that what lies behind the check is reached."""
    try:
        record = json.loads(data)
        record.pop("checksum", None)
        record["checksum"] = checksum(record)
        return json.dumps(record).encode()
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None


def _hash(record: object) -> str:
    return hashlib.blake2b(json.dumps(record, sort_keys=True).encode(), digest_size=16).hexdigest()


def _manifest(data: bytes) -> None:
    for one in (data, _sealed(data, _hash)):
        if one is not None:
            _refused(manifest.from_json, one)
            _refused(speech_pack.from_json, one)


def _refused(read: Callable[[bytes], object], data: bytes) -> None:
    with contextlib.suppress(PackError):
        read(data)


def _settings(data: bytes) -> None:
    """Settings of packs that listen, and their canonical.npz."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError):
        _units(_speech_info().settings, data)
        return
    if isinstance(record, dict):
        _refused(lambda _: WordsSettings.of(record), b"")
        _units(record, b"")


def _units(settings: dict[str, Any], canonical: bytes) -> None:
    info = structs.replace(_speech_info(), settings=settings)
    with contextlib.suppress(PackError):
        UnitsModel(SpeechPack(info, Path(), {"canonical.npz": canonical}))


def _graph(data: bytes) -> None:
    _refused(lambda one: check_graph(one, "audio.onnx"), data)


def _canonical(data: bytes) -> None:
    _refused(read_canonical, data)


def _zip(data: bytes) -> None:
    folder = scratch() / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with contextlib.suppress(EngineError):
        unpack(io.BytesIO(data), "pack.zip", folder)
    assert all(entry.parent == folder for entry in folder.rglob("*")), "a file out of place"


def _offers(data: bytes) -> None:
    path = file_of(data, "offers.json").native
    with contextlib.suppress(PackError):
        offer_called("clap", read_offers(path))


@cache
def _packs() -> tuple[list[bytes], list[bytes]]:
    """Manifests of the packs that come with Earshot, and their small files."""
    manifests, others = [], []
    with importlib.resources.as_file(importlib.resources.files("resources")) as folder:
        for path in sorted((folder / "packs").glob("*/*")):
            if path.name == "pack.json":
                manifests.append(path.read_bytes())
            elif path.stat().st_size < 20_000:
                others.append(path.read_bytes())
    return manifests, others


@cache
def _speech_info() -> speech_pack.SpeechPackInfo:
    for one in _packs()[0]:
        try:
            found = speech_pack.from_json(one)
        except PackError:
            continue
        if found.kind == "units":
            return found
    features = {"sample_rate_hz": 16_000, "window_s": 0.025, "hop_s": 0.01, "mels": 40, "kind": "logmel"}
    settings = {
        "features": features, "codes": 8, "window": 64, "margin": 8, "rounds": 4, "fair": 0.4, "strong": 0.7,
    }  # fmt: skip
    files = {name: "0" * 64 for name in speech_pack.FILES["units"]}
    return speech_pack.SpeechPackInfo(1, "units", "", "u", "1", 16_000, "MIT", "none", {}, settings, files)  # type: ignore[arg-type]


def _manifests() -> Iterator[bytes]:
    yield from _packs()[0]
    yield speech_pack.to_json(_speech_info())


def _settings_seeds() -> Iterator[bytes]:
    yield from (json.dumps(json.loads(one)["settings"]).encode() for one in _manifests() if b'"settings"' in one)
    rng = np.random.default_rng(1)
    codes = int(_speech_info().settings["codes"])
    yield _npz(
        codebook=rng.normal(size=(codes, 4)).astype(np.float32),
        shares=np.full(codes, 1 / codes),
        samples=np.zeros(100, np.float32),
        codes=np.zeros(4, np.uint8),
    )


def _npz(**arrays: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def _canonicals() -> Iterator[bytes]:
    unit = np.eye(2, dtype=np.float32)
    common = {
        "waveform": np.zeros((2, 8), np.float32), "audio_vector": unit, "texts": np.array(["a", "bc"]),
        "joint": unit, "sentence": unit,
    }  # fmt: skip
    yield _npz(**common)
    kinds = {
        "kind_sentence": np.eye(2, dtype=np.int8), "kind_starts": np.array([0, 1], np.int32),
        "kind_joint": unit.astype(np.float16), "kind_rule": np.array([4.0, 0.5]),
    }  # fmt: skip
    yield _npz(**common, **kinds)


def _graphs() -> Iterator[bytes]:
    """An addition with one weight, and the same with its weight in another file; written by onnx 1.23, which only
    training needs."""
    yield bytes.fromhex(_ADDITION)
    yield bytes.fromhex(_ADDITION_ELSEWHERE)


def _zips() -> Iterator[bytes]:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as archive:
            archive.writestr("p/pack.json", b"{}" * 40)
            archive.writestr("p/audio.onnx", bytes(200))
        yield buffer.getvalue()


def _offer_lists() -> Iterator[bytes]:
    whole = json.loads((importlib.resources.files("resources") / "packs-catalogue.json").read_text(encoding="utf-8"))
    yield json.dumps({**whole, "packs": whole["packs"][:2]}).encode()


_ADDITION = (
    "080e3a440a0e0a01780a017712017922034164641201672a0d0801100122040000803f4201775a0f0a0178120a0a08080112"
    "040a020801620f0a0179120a0a08080112040a02080142040a001011"
)
_ADDITION_ELSEWHERE = (
    "080e3a460a0e0a01780a017712017922034164641201672a0f0801100122040000803f42017770015a0f0a0178120a0a0808"
    "0112040a020801620f0a0179120a0a08080112040a02080142040a001011"
)
_JSON = ("null", "true", "1e999", "-1", "NaN", "Infinity", "[]", "{}", '""', "\\ud800", "\\u0000", "[[[[", "9" * 40)
_ZIP = ("PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "PK\x06\x06", "pack.json", "../")

HARNESSES = (
    Harness("pack-manifest", _manifest, _manifests, _JSON),
    Harness("speech-settings", _settings, _settings_seeds, _JSON),
    Harness("graph", _graph, _graphs),
    Harness("canonical", _canonical, _canonicals, (*_ZIP, "\x93NUMPY", "descr", "fortran_order", "shape", "<f4", "|O")),
    Harness("pack-zip", _zip, _zips, _ZIP),
    Harness("offers", _offers, _offer_lists, _JSON),
)
