"""`earshot pack get`: a pack of a published export gives what transformers gives, and a library learns it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
import torch
from numpy.typing import NDArray
from transformers import AutoTokenizer, ClapFeatureExtractor, ClapModel, ClapProcessor

from engine.audio.segments import fit_to_rung
from engine.cli.main import main
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from tests.helpers.hub import Hub, hub
from tests.training.export.checkpoints import SENTENCES
from tests.training.export.published import FILES, make_export
from tests.training.export.test_clap import RATE_HZ, SOUNDS

Waves = NDArray[np.float32]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with an export, and the checkpoint that it was made of."""
    work = tmp_path_factory.mktemp("published")
    make_export(work / "export", work / "checkpoint")
    return work / "export", work / "checkpoint"


@pytest.fixture(scope="module")
def pack(export: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the installed pack."""
    library = tmp_path_factory.mktemp("library")
    get = ["--create", "--library", str(library), "pack", "get", "clap-htsat-unfused", "--from", str(export[0])]
    assert main(get) == 0
    (found,) = (library / "packs").glob("[!.]*")
    return found


@pytest.fixture
def served(export: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with hub() as found:
        found.files = {path: (export[0] / path).read_bytes() for path in FILES.values()}
        yield found


def table(served: Hub, folder: Path) -> Path:
    """A table that has the hub's files under the name `tiny`."""
    files = {
        role: {"path": path, "size_bytes": len(served.files[path])} for role, path in FILES.items()
    }  # fmt: skip
    entry = {"name": "tiny", "purpose": "tests", "page": "https://example.org", "address": served.address}
    entry |= {"licence": "CC0-1.0", "languages": "English", "training_data": "none"}
    place = folder / "table.json"
    place.write_text(json.dumps({"version": 1, "models": [{**entry, "files": files}]}), encoding="utf-8")
    return place


@pytest.mark.parametrize("sound", SOUNDS, ids=["0.7 s", "3.3 s", "10 s"])
def test_the_pack_hears_as_transformers_does(export: tuple[Path, Path], pack: Path, sound: Waves) -> None:
    processor = ClapProcessor(
        ClapFeatureExtractor.from_pretrained(export[1]), AutoTokenizer.from_pretrained(export[1])
    )  # fmt: skip
    inputs = processor(audio=sound, sampling_rate=RATE_HZ, return_tensors="pt")
    with torch.inference_mode():
        expected = ClapModel.from_pretrained(export[1]).eval().get_audio_features(**inputs).pooler_output.numpy()
    found = load_pack(pack)
    encoder = AudioEncoder(found)
    np.testing.assert_allclose(encoder.encode(fit_to_rung(sound, found.info.plan)[None]), expected, atol=1e-4)
    np.testing.assert_allclose(encoder.encode(sound[None]), expected, atol=1e-4)  # its graph fills up by itself


def test_the_pack_reads_as_transformers_does(export: tuple[Path, Path], pack: Path) -> None:
    texts = [*SENTENCES, "Glass, shattering!", "x"]
    inputs = AutoTokenizer.from_pretrained(export[1])(texts, padding=True, return_tensors="pt")
    with torch.inference_mode():
        expected = ClapModel.from_pretrained(export[1]).eval().get_text_features(
            input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]
        )  # fmt: skip
    np.testing.assert_allclose(TextEncoder(load_pack(pack)).encode(texts).joint, expected.pooler_output, atol=1e-4)


@pytest.mark.shows("published-pack")
def test_a_library_learns_the_pack_of_a_hub_and_switches(
    served: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for row, sound in enumerate(SOUNDS):
        (tmp_path / "sounds").mkdir(exist_ok=True)
        soundfile.write(tmp_path / "sounds" / f"glass {row}.wav", sound, RATE_HZ, subtype="PCM_16")
    _engine(tmp_path, "index", tmp_path / "sounds", "--json")
    served.cut = {FILES["audio"]: 100_000}
    get = ["--library", str(tmp_path / "library"), "pack", "get", "tiny", "--table", str(table(served, tmp_path))]
    assert main(get) == 1  # the connection was cut
    assert "goes on where it stopped" in capsys.readouterr().err
    assert main([*get, "--json"]) == 0
    *events, record = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {event["event"] for event in events} == {"downloading"}
    assert ("/store/" + FILES["audio"], "bytes=100000-") in served.asked
    assert record["sounds"] == 3 and record["library_s"] >= record["window_s"] > 0.0
    assert record["name"] == "tiny" and record["fitted"] == {"sound": False, "name": False}
    assert not (tmp_path / "library" / "packs" / ".published" / "tiny").exists()
    before = _engine(tmp_path, "search", "glass", "--json")
    _engine(tmp_path, "pack", "use", record["folder"])
    used = [json.loads(line) for line in _engine(tmp_path, "pack", "list", "--json").splitlines()]
    assert {one["name"]: one["sounds"] for one in used if one.get("used")}["tiny"] == 3
    hits = [json.loads(line) for line in _engine(tmp_path, "search", "glass", "--json").splitlines()]
    assert len(hits) == len(before.splitlines()) == 3
    assert {hit["confidence"] for hit in hits} == {None}  # random weights claim nothing


def test_a_folder_that_lacks_a_file_says_where_to_get_it(
    export: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(export[0], tmp_path / "part")
    (tmp_path / "part" / FILES["text"]).unlink()
    get = ["--create", "--library", str(tmp_path / "l"), "pack", "get", "clap-htsat-unfused", "--from"]
    assert main([*get, str(tmp_path / "part")]) == 1
    told = capsys.readouterr().err
    assert f"lacks {FILES['text']}" in told and "https://huggingface.co/Xenova/clap-htsat-unfused" in told


@pytest.mark.parametrize(
    ("role", "change", "message"),
    [
        ("extractor", {"fft_window_size": 2048}, "fft_window_size 2048, which Earshot does not rebuild"),
        ("extractor", {"padding": "repeat"}, "padding 'repeat'"),
        ("extractor", {"hop_length": None}, "preprocessor_config.json cannot be used"),
        ("audio", b"no graph", "is not an ONNX model"),
        ("audio", "text", "the audio graph takes ['attention_mask', 'input_ids']"),
        ("tokenizer", b"{}", "tokenizer.json cannot be read"),
    ],
    ids=["another transform", "another padding", "no hop", "no graph", "another graph", "no tokenizer"],
)
def test_files_of_another_kind_of_model_are_refused_and_nothing_is_left(
    export: tuple[Path, Path], tmp_path: Path, role: str, change: Any, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(export[0], tmp_path / "files")
    place = tmp_path / "files" / FILES[role]
    if isinstance(change, dict):
        place.write_text(json.dumps(json.loads(place.read_text()) | change))
    else:
        place.write_bytes((export[0] / FILES[change]).read_bytes() if isinstance(change, str) else change)
    get = ["--create", "--library", str(tmp_path / "l"), "pack", "get", "clap-htsat-unfused", "--from"]
    assert main([*get, str(tmp_path / "files")]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "l" / "packs").exists()


def _engine(tmp_path: Path, *words: object) -> str:
    command = [sys.executable, "-m", "engine.cli.main", "--library", str(tmp_path / "library"), *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
