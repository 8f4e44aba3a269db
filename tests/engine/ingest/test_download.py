"""Whatever ends a download, what came is kept: published models and dialogue packs, from a hub on this machine."""

import hashlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.errors import PackError, StorageFull
from engine.features.dialogue import packs
from engine.features.published_packs.fetching import fetch_files
from engine.features.published_packs.table import ModelFile, PublishedModel
from engine.ingest import download
from tests.helpers.hub import Hub, hub
from tests.helpers.small_disk import small_disk

LARGE = random.Random(0).randbytes(1_500_000)
SMALL = b'{"hop_length": 480}'
FILES = {"config.json": SMALL, "model.bin": LARGE, "tokenizer.json": SMALL, "vocabulary.txt": b"one\ntwo\n"}
Fetch = Callable[[Path, Cancel], Path]
"""Fetches into a library until a cancel, and returns the large file's place."""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with hub() as found:
        found.files = dict(FILES)
        yield found


def _published(served: Hub) -> Fetch:
    roles = dict(zip(("extractor", "audio", "tokenizer", "text"), FILES, strict=True))
    files = {role: ModelFile(name, len(FILES[name]), _sum(name)) for role, name in roles.items()}
    model = PublishedModel("tiny", "tests", "page", served.address, "CC0-1.0", "English", "none", files)

    def fetch(library: Path, cancel: Cancel) -> Path:
        return fetch_files(model, library / "fetched", lambda event: None, cancel)["audio"]

    return fetch


def _dialogue(served: Hub, monkeypatch: pytest.MonkeyPatch) -> Fetch:
    files = tuple(
        packs.DialogueFile(name, f"{served.address}/{name}", len(content), _sum(name))
        for name, content in FILES.items()
    )
    offer = packs.DialogueOffer("tiny.en", "MIT", "English", "page", files)
    monkeypatch.setattr(packs, "known_packs", lambda: (offer,))

    def fetch(library: Path, cancel: Cancel) -> Path:
        return packs.get_pack("tiny.en", library, lambda *told: None, cancel=cancel).folder / "model.bin"

    return fetch


def _sum(name: str) -> str:
    return hashlib.sha256(FILES[name]).hexdigest()


@pytest.fixture(params=["published", "dialogue"])
def fetch(request: pytest.FixtureRequest, served: Hub, monkeypatch: pytest.MonkeyPatch) -> Fetch:
    return _published(served) if request.param == "published" else _dialogue(served, monkeypatch)


def parts(library: Path) -> list[Path]:
    return sorted(library.rglob("model.bin*"))


def ranges(served: Hub) -> list[str]:
    return [wanted for place, wanted in served.asked if place == "/store/model.bin"]


@pytest.mark.shows("transcripts")
def test_a_download_that_was_cut_goes_on_where_it_stopped(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.cut = {"model.bin": 700_000}
    with pytest.raises(PackError) as caught:
        fetch(tmp_path, never)
    assert "goes on where it stopped" in str(caught.value.advice)
    assert fetch(tmp_path, never).read_bytes() == LARGE
    assert ranges(served) == ["", "bytes=700000-"]
    assert [place for place, _ in served.asked].count("/model/config.json") == 1  # it was whole
    assert not list(tmp_path.rglob("*.partial"))


def test_a_stopped_download_keeps_what_came(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    def is_half() -> bool:
        return any(part.stat().st_size > 100_000 for part in parts(tmp_path))

    with pytest.raises(StopRequested):
        fetch(tmp_path, is_half)
    assert fetch(tmp_path, never).read_bytes() == LARGE
    assert len(ranges(served)) == 2
    assert ranges(served)[1] > "bytes=1"


def test_a_server_that_sends_the_whole_again_is_understood(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.cut, served.ranges = {"model.bin": 700_000}, "ignored"
    with pytest.raises(PackError):
        fetch(tmp_path, never)
    assert fetch(tmp_path, never).read_bytes() == LARGE


def test_a_server_that_sends_another_part_is_asked_for_the_whole(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.cut, served.ranges = {"model.bin": 700_000}, "wrong"
    with pytest.raises(PackError):
        fetch(tmp_path, never)
    assert fetch(tmp_path, never).read_bytes() == LARGE
    assert ranges(served) == ["", "bytes=700000-", ""]


def test_a_file_with_another_checksum_is_thrown_away(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.files["model.bin"] = LARGE[:-1] + b"\0"
    with pytest.raises(PackError, match=r"model\.bin is not the expected file"):
        fetch(tmp_path, never)
    assert not parts(tmp_path)


def test_a_part_of_another_file_does_not_end_as_a_whole(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.cut = {"model.bin": 700_000}
    with pytest.raises(PackError):
        fetch(tmp_path, never)
    (part,) = parts(tmp_path)
    part.write_bytes(bytes(700_000))
    with pytest.raises(PackError, match="is not the expected file"):
        fetch(tmp_path, never)
    assert fetch(tmp_path, never).read_bytes() == LARGE


def test_a_larger_file_is_refused_before_it_is_read(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.files["model.bin"] = LARGE * 2
    with pytest.raises(PackError, match="larger than"):
        fetch(tmp_path, never)
    assert not parts(tmp_path)


@pytest.mark.parametrize("more", [b"", b"more"], ids=["whole", "longer"])
def test_a_part_as_long_as_the_file_is_judged_by_its_checksum(
    served: Hub, fetch: Fetch, tmp_path: Path, more: bytes
) -> None:
    served.cut = {"model.bin": 700_000}
    with pytest.raises(PackError):
        fetch(tmp_path, never)
    (part,) = parts(tmp_path)
    part.write_bytes(LARGE + more)
    assert fetch(tmp_path, never).read_bytes() == LARGE
    assert ranges(served) == ["", f"bytes={len(LARGE + more)}-", *([""] if more else [])]


def test_a_store_elsewhere_without_https_is_not_asked(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    served.store = "http://sounds.example"
    with pytest.raises(PackError, match=r"sounds\.example"):
        fetch(tmp_path, never)
    assert not parts(tmp_path)


def test_a_server_that_only_drips_is_given_up(
    served: Hub, fetch: Fetch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "_PACE_S", 0.0)
    monkeypatch.setattr(download, "_PACE_BYTES", 2**30)
    with pytest.raises(PackError, match="too slowly"):
        fetch(tmp_path, never)
    monkeypatch.undo()
    assert parts(tmp_path)


def test_a_full_disk_keeps_what_came(
    served: Hub, fetch: Fetch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download.shutil, "disk_usage", lambda folder: SimpleNamespace(free=2**40))
    with small_disk(tmp_path / "disk", 1) as disk:
        with pytest.raises((StorageFull, OSError), match=r"(?i)no space left"):
            fetch(disk, never)
        (part,) = parts(disk)
        assert part.read_bytes() == LARGE[: part.stat().st_size]
        assert part.stat().st_size > 500_000


def test_space_is_looked_for_first(served: Hub, fetch: Fetch, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as disk, pytest.raises(StorageFull, match="MB are needed"):
        fetch(disk, never)
    assert not served.asked
