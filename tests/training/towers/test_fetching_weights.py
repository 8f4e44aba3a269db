"""Published weights whose sha256 is known: fetched once, checked each time, looked for in a folder that is named."""

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import torch

from training.towers import published_checkpoints
from training.towers.published_checkpoints import RELEASES, PublishedError, checkpoint_in, find_checkpoint

CONTENT = b"as if these were weights"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(torch.hub, "get_dir", lambda: str(tmp_path / "hub"))
    return tmp_path / "hub" / "checkpoints" / "mn04_as_mAP_432.pt"


@pytest.fixture
def upstream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """What the release's address gives, from this machine; it is to be what CONTENT's sum says."""
    folder = tmp_path / "upstream"
    folder.mkdir()
    file = folder / "mn04_as_mAP_432.pt"
    file.write_bytes(CONTENT)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/{file.name}"
    _pinned(monkeypatch, address)
    yield file
    server.shutdown()
    thread.join()
    server.server_close()


def _pinned(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """The release mn04_as, its address and sum those of the test."""
    digest = hashlib.sha256(CONTENT).hexdigest()
    mine = [replace(one, url=address, sha256=digest) if one.name == "mn04_as" else one for one in RELEASES]
    monkeypatch.setattr(published_checkpoints, "RELEASES", tuple(mine))


def test_weights_are_fetched_once(upstream: Path, cache: Path) -> None:
    assert find_checkpoint("hub", "mn04") == cache
    assert cache.read_bytes() == CONTENT
    upstream.unlink()
    assert find_checkpoint("mn04_as", "mn04") == cache


def test_what_is_not_the_published_file_is_not_kept(upstream: Path, cache: Path) -> None:
    upstream.write_bytes(b"another file")
    with pytest.raises(PublishedError, match="mn04_as could not be fetched") as caught:
        find_checkpoint("hub", "mn04")
    assert "does not match" in str(caught.value)
    assert not cache.exists()


def test_a_damaged_file_is_fetched_again(upstream: Path, cache: Path) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_bytes(CONTENT[:5])
    find_checkpoint("hub", "mn04")
    assert cache.read_bytes() == CONTENT


def test_without_network_a_person_is_told_what_to_fetch(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    with pytest.raises(PublishedError, match=r"mn04_as could not be fetched from https://github\.com") as caught:
        find_checkpoint("hub", "mn04")
    assert str(cache) in caught.value.advice


def test_a_folder_of_weights_is_searched_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _pinned(monkeypatch, "https://127.0.0.1:9/mn04_as_mAP_432.pt")
    kept = tmp_path / "pretrained" / "efficientat" / "mn04_as_mAP_432.pt"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(CONTENT)
    assert checkpoint_in(tmp_path / "pretrained", "hub", "mn04") == kept
    kept.write_bytes(b"another file")
    with pytest.raises(PublishedError, match="is not the published file"):
        checkpoint_in(tmp_path / "pretrained", "hub", "mn04")
    with pytest.raises(PublishedError, match=r"has no yamnet\.tflite") as caught:
        checkpoint_in(tmp_path / "pretrained", "hub", "yamnet")
    assert "https://tfhub.dev/" in caught.value.advice
