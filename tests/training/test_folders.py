"""Checkpoints in the layout of Hugging Face's hub: there and back to the bit, and pushed to a hub on this machine."""

import base64
import json
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import torch
from huggingface_hub import ModelCard
from safetensors import safe_open
from torch import Tensor

from tests.training.papers.units.small import make_fsdd, small_config
from tests.training.papers.words.toys import small, toy
from training.cli import main
from training.papers.units.checkpoint import load_units
from training.papers.units.recordings import hear, read_recordings
from training.papers.units.tasks import learn_codes, learn_inverter
from training.papers.words.checkpoint import load_words
from training.papers.words.training import learn
from training.runs.checkpoint import load_checkpoint
from training.runs.folders import CARD, CONFIG, WEIGHTS, SharingError, push, write_folder
from training.runs.records import CheckpointError, checked_record

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def equal(one: Any, two: Any) -> bool:
    """Whether two checkpoints hold the same, weights to the bit; what going on needs apart."""
    names = [name for name in one.__dataclass_fields__ if name != "state"]
    return all(_same(getattr(one, name), getattr(two, name)) for name in names)


def _same(one: Any, two: Any) -> bool:
    if isinstance(one, dict) and any(isinstance(value, Tensor) for value in one.values()):
        return one.keys() == two.keys() and all(
            value.dtype == two[name].dtype and torch.equal(value, two[name]) for name, value in one.items()
        )
    return bool(one == two)


def shared(checkpoint: Path, out: Path) -> Path:
    write_folder(checked_record(checkpoint), out, licence="cc-by-4.0")
    return out


@pytest.mark.parametrize("version", [1, 2])
def test_sounds_come_back_to_the_bit(version: int, tmp_path: Path) -> None:
    path = GOLDEN / f"checkpoint-{version}.pt"
    folder = shared(path, tmp_path / "shared")
    kept, back = load_checkpoint(path), load_checkpoint(folder)
    assert equal(kept, back) and back.state is None
    power = torch.rand(2, 40, 32, generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        assert torch.equal(kept.model().hear(power), back.model().hear(power))


def test_words_come_back_to_the_bit_and_begin_a_run(tmp_path: Path) -> None:
    learn(toy(["a", "b"], takes=2), toy(["v"], takes=2, seed=7), small(epochs=1), tmp_path / "run")
    path = tmp_path / "run" / "last.pt"
    folder = shared(path, tmp_path / "shared")
    assert equal(load_words(path), load_words(folder))
    with pytest.raises(CheckpointError, match="holds no units"):
        load_units(folder)


def test_codes_and_their_inverter_come_back_to_the_bit(tmp_path: Path) -> None:
    config, places = small_config(3), {"fsdd": make_fsdd(tmp_path / "fsdd", takes=2)}
    sounds = hear(read_recordings(["fsdd:ann"], places), config.features, print, trim=False, keep_samples=True)
    codes = learn_codes(sounds, config, tmp_path / "codes")
    learn_inverter(sounds, codes, tmp_path / "inverter")
    for run in ("codes", "inverter"):
        path = tmp_path / run / "last.pt"
        assert equal(load_units(path), load_units(shared(path, tmp_path / f"shared-{run}")))
    assert load_units(tmp_path / "shared-inverter").inverter is not None


def test_the_folder_is_what_hugging_faces_tools_read(tmp_path: Path) -> None:
    folder = shared(GOLDEN / "checkpoint-2.pt", tmp_path / "shared")
    assert {path.name for path in folder.iterdir()} == {WEIGHTS, CONFIG, CARD}
    with safe_open(folder / WEIGHTS, framework="pt") as file:
        assert file.metadata() == {"format": "pt"} and len(list(file.keys())) > 10
    about = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    assert (about["model_type"], about["record"]["step"]) == ("earshot-sounds", 7)
    card = ModelCard.load(folder / CARD)
    assert (card.data.license, card.data.library_name) == ("cc-by-4.0", "earshot")
    assert "| val_map10 | 0.25 |" in card.text


def test_weights_that_share_their_memory_are_written_each(tmp_path: Path) -> None:
    record = checked_record(GOLDEN / "checkpoint-2.pt")
    name, value = next(iter(record["weights"].items()))
    record["weights"]["tied"] = value
    write_folder(record, tmp_path / "shared", licence="cc0-1.0")
    with safe_open(tmp_path / "shared" / WEIGHTS, framework="pt") as file:
        assert torch.equal(file.get_tensor("weights.tied"), file.get_tensor(f"weights.{name}"))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda folder: (folder / CONFIG).unlink(), "cannot read"),
        (lambda folder: (folder / WEIGHTS).write_bytes(b"none"), "cannot read"),
        (lambda folder: (folder / CONFIG).write_text('{"model_type": "bert"}'), "not of Earshot"),
        (lambda folder: _change(folder, earshot_layout=2), "of layout 2"),
    ],
    ids=["no config", "damaged weights", "another program's", "a later layout"],
)
def test_a_folder_that_cannot_be_used_says_why(tmp_path: Path, spoil: Any, says: str) -> None:
    folder = shared(GOLDEN / "checkpoint-2.pt", tmp_path / "shared")
    spoil(folder)
    with pytest.raises(SharingError, match=says):
        load_checkpoint(folder)


def _change(folder: Path, **values: object) -> None:
    about = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    (folder / CONFIG).write_text(json.dumps(about | values), encoding="utf-8")


def test_what_is_no_checkpoint_is_not_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"weights": {"a": torch.zeros(2)}}, tmp_path / "other.pt")
    ask = ["share", str(tmp_path / "other.pt"), "--out", str(tmp_path / "shared"), "--licence", "mit"]
    assert main.main(ask) == 1
    assert "no checkpoint of Earshot" in capsys.readouterr().err and not (tmp_path / "shared").exists()


@dataclass
class SmallHub:
    """The part of the hub's interface that an upload of small files uses, on this machine."""

    address: str = ""
    repositories: dict[str, bool] = field(default_factory=dict)
    """Whether each is private."""
    files: dict[str, bytes] = field(default_factory=dict)
    tokens: set[str] = field(default_factory=set)
    refuses: bool = False


@pytest.fixture
def hub() -> Iterator[SmallHub]:
    found = SmallHub()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            found.tokens.add(self.headers.get("Authorization", ""))
            if found.refuses:
                self._answer(403, {"error": "You may not"})
            elif self.path == "/api/repos/create":
                asked = json.loads(body)
                found.repositories[f"{asked.get('organization') or 'me'}/{asked['name']}"] = (
                    asked.get("visibility") == "private" or asked.get("private") is True
                )
                self._answer(200, {"url": f"{found.address}/someone/{asked['name']}"})
            elif "/preupload/" in self.path:
                names = [each["path"] for each in json.loads(body)["files"]]
                regular = [{"path": name, "uploadMode": "regular", "shouldIgnore": False} for name in names]
                self._answer(200, {"files": regular})
            elif "/commit/" in self.path:
                for line in map(json.loads, body.decode().splitlines()):
                    if line["key"] == "file":
                        found.files[line["value"]["path"]] = base64.b64decode(line["value"]["content"])
                self._answer(
                    200,
                    {
                        "commitOid": "1" * 40,
                        "commitUrl": f"{found.address}/someone/tiny/commit/{'1' * 40}",
                        "success": True,
                    },
                )
            elif self.path.startswith("/api/validate-yaml"):
                self._answer(200, {"errors": [], "warnings": []})
            else:
                self._answer(404, {"error": self.path})

        def do_GET(self) -> None:
            self._answer(200, {"id": "someone/tiny", "sha": "0" * 40, "siblings": []})

        def _answer(self, status: int, value: object) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def test_what_is_pushed_comes_back_to_the_bit(hub: SmallHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_small")
    folder = shared(GOLDEN / "checkpoint-2.pt", tmp_path / "shared")
    (folder / "notes.txt").write_text("nobody's business")
    assert push(folder, "someone/tiny", endpoint=hub.address).endswith("/someone/tiny")
    assert hub.repositories == {"someone/tiny": True} and "Bearer hf_small" in hub.tokens
    assert set(hub.files) == {WEIGHTS, CONFIG, CARD}
    fetched = tmp_path / "fetched"
    fetched.mkdir()
    for name, content in hub.files.items():
        (fetched / name).write_bytes(content)
    assert equal(load_checkpoint(GOLDEN / "checkpoint-2.pt"), load_checkpoint(fetched))


def test_a_hub_that_refuses_is_told_of(hub: SmallHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_small")
    folder = shared(GOLDEN / "checkpoint-2.pt", tmp_path / "shared")
    hub.refuses = True
    with pytest.raises(SharingError, match="someone/tiny was not pushed") as caught:
        push(folder, "someone/tiny", endpoint=hub.address)
    assert "hf auth login" in caught.value.advice


def test_a_folder_that_is_not_whole_is_not_pushed(hub: SmallHub, tmp_path: Path) -> None:
    folder = shared(GOLDEN / "checkpoint-2.pt", tmp_path / "shared")
    (folder / WEIGHTS).unlink()
    with pytest.raises(SharingError, match="cannot read"):
        push(folder, "someone/tiny", endpoint=hub.address)
    assert not hub.repositories and not hub.tokens


def test_the_command_writes_a_folder_that_other_commands_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, places = small_config(3), {"fsdd": make_fsdd(tmp_path / "fsdd", takes=2)}
    learn_codes(
        hear(read_recordings(["fsdd:-cid"], places), config.features, print, trim=False), config, tmp_path / "run"
    )
    folder = tmp_path / "shared"
    ask = ["share", str(tmp_path / "run" / "last.pt"), "--out", str(folder), "--licence", "cc-by-4.0", "--name", "Tiny"]
    assert main.main(ask) == 0
    assert "# Tiny" in (folder / CARD).read_text(encoding="utf-8")
    shutil.rmtree(tmp_path / "run")
    capsys.readouterr()
    measure = ["units", "measure", str(folder), "--data", f"fsdd={tmp_path / 'fsdd'}", "--part", "fsdd", "--json"]
    assert main.main(measure) == 0
    assert json.loads(capsys.readouterr().out)["codes"] == 16
