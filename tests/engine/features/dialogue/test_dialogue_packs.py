"""Dialogue packs: copied with checksums, downloaded in parts, verified when they are used."""

import hashlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from engine.base.errors import DialogueError
from engine.features.dialogue import packs
from engine.features.dialogue.packs import (
    DialogueFile,
    DialogueOffer,
    dialogue_pack,
    get_pack,
    remove_pack,
    verify_pack,
)
from tests.engine.features.dialogue.transcribed_library import make_model

CONTENT = bytes(range(256)) * 4000
NAMES = ("config.json", "model.bin", "tokenizer.json", "vocabulary.txt")


class Server(http.server.BaseHTTPRequestHandler):
    """Sends CONTENT, from where it is asked for; the first time half of it."""

    asked: ClassVar[list[str]] = []
    is_cut = False

    def do_GET(self) -> None:
        start = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        Server.asked.append(f"{self.path}@{start}")
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(CONTENT) - start))
        self.end_headers()
        is_cut = Server.is_cut and self.path == "/model.bin"
        Server.is_cut = Server.is_cut and not is_cut
        self.wfile.write(CONTENT[start : len(CONTENT) // 2 if is_cut else None])

    def log_message(self, *args: object) -> None: ...


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    Server.asked = []
    here = f"http://127.0.0.1:{server.server_port}"
    digest = hashlib.sha256(CONTENT).hexdigest()
    files = tuple(DialogueFile(name, f"{here}/{name}", len(CONTENT), digest) for name in NAMES)
    monkeypatch.setattr(packs, "known_packs", lambda: (DialogueOffer("tiny.en", "MIT", "English", here, files),))
    yield here
    server.shutdown()
    thread.join()
    server.server_close()


def get(source: str, library: Path) -> packs.DialoguePack:
    return get_pack(source, library, lambda name, done, size: None)


def test_a_pack_is_copied_from_a_folder_and_found_again(tmp_path: Path) -> None:
    made = get(str(make_model(tmp_path / "whisper")), tmp_path / "library")
    assert made == dialogue_pack(tmp_path / "library")
    assert (made.name, sorted(made.files)) == ("whisper", sorted(NAMES))
    verify_pack(made)


def test_another_pack_takes_its_place(tmp_path: Path) -> None:
    first = get(str(make_model(tmp_path / "one")), tmp_path / "library")
    second = get(str(make_model(tmp_path / "two", "[]")), tmp_path / "library")
    assert first.pack_id != second.pack_id
    assert dialogue_pack(tmp_path / "library") == second


def test_a_folder_without_a_model_is_refused_by_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DialogueError, match=r"lacks config\.json, model\.bin"):
        get(str(tmp_path / "empty"), tmp_path / "library")
    assert dialogue_pack(tmp_path / "library") is None


def test_a_changed_file_is_found(tmp_path: Path) -> None:
    made = get(str(make_model(tmp_path / "one")), tmp_path / "library")
    (made.folder / "model.bin").write_text("other")
    with pytest.raises(DialogueError, match=r"model\.bin of the dialogue pack is damaged"):
        verify_pack(made)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(DialogueError) as caught:
        get("no-such-model", tmp_path / "library")
    assert "tiny.en" in caught.value.advice


@pytest.mark.shows("transcripts")
def test_a_download_continues_where_it_was_cut_off(tmp_path: Path, address: str) -> None:
    Server.is_cut = True
    with pytest.raises(DialogueError):
        get("tiny.en", tmp_path / "library")
    made = get("tiny.en", tmp_path / "library")
    assert (made.folder / "model.bin").read_bytes() == CONTENT
    assert Server.asked.count("/config.json@0") == 1
    assert f"/model.bin@{len(CONTENT) // 2}" in Server.asked
    assert not (tmp_path / "library" / "dialogue.partial").exists()


def test_a_download_with_another_checksum_is_not_kept(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (known,) = packs.known_packs()
    wrong = DialogueFile("config.json", f"{address}/config.json", len(CONTENT), "0" * 64)
    monkeypatch.setattr(
        packs, "known_packs", lambda: (DialogueOffer("tiny.en", "MIT", "", "", (wrong, *known.files[1:])),)
    )
    with pytest.raises(DialogueError, match="another version"):
        get("tiny.en", tmp_path / "library")
    assert dialogue_pack(tmp_path / "library") is None


def test_a_removed_pack_leaves_nothing(tmp_path: Path) -> None:
    get(str(make_model(tmp_path / "one")), tmp_path / "library")
    assert remove_pack(tmp_path / "library")
    assert list((tmp_path / "library").iterdir()) == []
