"""Files of a published model come whole and with their checksum, or not at all, from a hub on this machine."""

import hashlib
import importlib.resources
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.cancellation import never
from engine.base.errors import PackError
from engine.base.events import DownloadProgress
from engine.features.published_packs.fetching import fetch_files
from engine.features.published_packs.table import ModelFile, PublishedModel, read_table
from tests.helpers.hub import Hub, hub

GRAPH = random.Random(0).randbytes(50_000)
SMALL = b'{"hop_length": 480}'


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with hub() as found:
        found.files = {"onnx/audio.onnx": GRAPH, "preprocessor_config.json": SMALL}
        yield found


def model(served: Hub, *, sha256: str = "", size_bytes: int = len(GRAPH)) -> PublishedModel:
    return PublishedModel(
        name="tiny",
        purpose="tests",
        page="https://example.org",
        address=served.address,
        licence="CC0-1.0",
        languages="English",
        training_data="none",
        files={
            "audio": ModelFile("onnx/audio.onnx", size_bytes, sha256),
            "extractor": ModelFile("preprocessor_config.json", len(SMALL)),
        },
    )


def fetch(wanted: PublishedModel, folder: Path) -> list[DownloadProgress]:
    events: list[DownloadProgress] = []
    places = fetch_files(wanted, folder, events.append, never)
    assert places["audio"].read_bytes() == GRAPH
    assert places["extractor"].read_bytes() == SMALL
    return events


def test_large_and_small_files_are_compared_with_what_the_hub_states(served: Hub, tmp_path: Path) -> None:
    events = fetch(model(served), tmp_path)
    assert (events[-1].done_bytes, events[-1].total_bytes) == (len(GRAPH), len(GRAPH))
    assert events[-1].address.endswith("/store/onnx/audio.onnx")
    assert not list(tmp_path.glob("*.partial"))


@pytest.mark.parametrize("path", ["onnx/audio.onnx", "preprocessor_config.json"])
def test_a_file_with_another_checksum_is_thrown_away(served: Hub, tmp_path: Path, path: str) -> None:
    served.sums = {path: "0" * (64 if path.endswith("onnx") else 40)}
    with pytest.raises(PackError, match="is not the expected file"):
        fetch(model(served), tmp_path)
    name = path.rpartition("/")[2]
    assert not [found for found in tmp_path.iterdir() if found.name.startswith(name)]
    served.sums = {}
    fetch(model(served), tmp_path)


def test_the_tables_checksum_counts_more_than_the_hubs(served: Hub, tmp_path: Path) -> None:
    served.sums = {"onnx/audio.onnx": "0" * 64}
    fetch(model(served, sha256=hashlib.sha256(GRAPH).hexdigest()), tmp_path)
    with pytest.raises(PackError, match="is not the expected file"):
        fetch(model(served, sha256="1" * 64), tmp_path / "other")


def test_a_hub_that_states_no_checksum_is_refused(served: Hub, tmp_path: Path) -> None:
    served.sums = {"onnx/audio.onnx": ""}
    with pytest.raises(PackError, match="states no checksum") as caught:
        fetch(model(served), tmp_path)
    assert "--from FOLDER" in str(caught.value.advice)
    assert not list(tmp_path.glob("audio*"))


def test_a_file_beyond_its_size_is_refused_before_it_is_read(served: Hub, tmp_path: Path) -> None:
    with pytest.raises(PackError, match="larger than the limit"):
        fetch(model(served, size_bytes=1000), tmp_path)
    assert not list(tmp_path.glob("audio*"))


def test_every_model_of_the_table_has_all_its_files_on_https_and_a_licence() -> None:
    found = read_table()
    assert {one.name for one in found} >= {"clap-htsat-unfused", "larger-clap-general"}
    assert all(one.address.startswith("https://") and one.licence for one in found)
    assert all(one.size_bytes < 300e6 for one in found)


def test_a_table_with_a_path_that_leaves_its_folder_is_refused(tmp_path: Path) -> None:
    table = importlib.resources.files("resources").joinpath("published-packs.json").read_text()
    (tmp_path / "table.json").write_text(table.replace("onnx/audio_model", "../audio_model"))
    with pytest.raises(PackError, match="paths"):
        read_table(tmp_path / "table.json")
