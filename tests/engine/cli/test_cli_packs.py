"""`earshot pack` and its parts as a user meets them; what is fetched comes from a real server on this machine."""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.models.offers import read_offers
from engine.models.pack import read_info
from tests.helpers.pack_server import Served, pack_server
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_library: TinyLibrary) -> Iterator[Served]:
    """Serves the tiny pack."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pack_server() as served:
        served.content = Path(shutil.make_archive(str(tmp_path / "tiny"), "zip", tiny_library.pack)).read_bytes()
        yield served


def checksum(server: Served) -> str:
    return hashlib.sha256(server.content).hexdigest()


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_pack_is_installed_from_an_address(
    tmp_path: Path, server: Served, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    install = [
        "pack",
        "install",
        "--create",
        "--library",
        str(tmp_path / "l"),
        server.address(),
        "--sha256",
        checksum(server),
    ]
    assert main(install) == 0
    out, err = capsys.readouterr()
    assert read_info(Path(out.strip())) == read_info(tiny_library.pack)
    assert f"from {server.address()}" in err
    assert "tiny 16 is installed" in err
    assert main([*install, "--json"]) == 0
    *events, record = objects(capsys.readouterr().out)
    assert {event["event"] for event in events} == {"downloading"}
    assert events[-1]["done_bytes"] == events[-1]["total_bytes"] == len(server.content)
    assert record["name"] == "tiny 16"


def test_an_address_without_a_checksum_is_a_wrong_command_line_and_asks_nobody(
    tmp_path: Path, server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "install", "--create", "--library", str(tmp_path / "l"), server.address()]) == 2
    assert "--sha256" in capsys.readouterr().err
    assert server.asked == []
    with pytest.raises(SystemExit) as end:
        main(["pack", "install", server.address(), "--sha256", "12"])
    assert end.value.code == 2


def test_a_wrong_checksum_is_refused_with_an_event_and_nothing_is_left(
    tmp_path: Path, server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "l"
    install = [
        "pack",
        "install",
        "--create",
        "--json",
        "--library",
        str(library),
        server.address(),
        "--sha256",
        "0" * 64,
    ]
    assert main(install) == 1
    out, err = capsys.readouterr()
    assert objects(out)[-1]["event"] == "error"
    assert checksum(server) in err
    assert not (library / "packs").exists()


def test_a_zip_file_here_is_compared_too(
    tmp_path: Path, server: Served, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    install = ["pack", "install", "--create", "--library", str(tmp_path / "l")]
    assert main([*install, str(tmp_path / "tiny.zip"), "--sha256", "0" * 64]) == 1
    assert not (tmp_path / "l" / "packs").exists()
    assert main([*install, str(tmp_path / "tiny.zip"), "--sha256", checksum(server).upper()]) == 0
    assert main([*install, str(tiny_library.pack), "--sha256", "0" * 64]) == 1
    assert "only a file has a checksum" in capsys.readouterr().err
    assert server.asked == []


def test_a_ready_pack_of_a_catalogue_is_installed_by_its_name(
    tmp_path: Path, server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = {"name": "tones", "purpose": "beeps", "page": "https://sounds.example", "address": server.address()}
    listed = tmp_path / "catalogue.json"
    listed.write_text(json.dumps({"version": 1, "packs": [entry | {"sha256": checksum(server)}]}))
    assert main(["pack", "catalogue", "--catalogue", str(listed)]) == 0
    assert "earshot pack install tones" in capsys.readouterr().out
    assert server.asked == []
    install = ["pack", "install", "--create", "--library", str(tmp_path / "l"), "--catalogue", str(listed)]
    assert main([*install, "tones", "--sha256", "0" * 64]) == 1
    assert main([*install, "tones"]) == 0
    assert Path(capsys.readouterr().out.strip()).parent == tmp_path / "l" / "packs"


def test_a_checkpoint_of_the_catalogue_says_what_makes_a_pack_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install = ["pack", "install", "--create", "--library", str(tmp_path / "l")]
    assert main([*install, "laion/clap-htsat-unfused"]) == 1
    assert "earshot-train import-clap" in capsys.readouterr().err
    assert main([*install, "nobody"]) == 1
    assert "pack catalogue" in capsys.readouterr().err
    assert not (tmp_path / "l" / "packs").exists()


def test_the_catalogue_is_printed_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "catalogue"]) == 0
    text = capsys.readouterr().out
    assert "https://huggingface.co/laion/larger_clap_music\n" in text
    assert "see its page" in text
    assert main(["pack", "catalogue", "--json"]) == 0
    records = objects(capsys.readouterr().out)
    assert [record["name"] for record in records] == [offer.name for offer in read_offers()]
    assert [record["name"] for record in records if record["licence"] == "" or not record["commands"]] == []


def test_a_killed_download_leaves_nothing(tmp_path: Path, server: Served) -> None:
    command = [
        sys.executable,
        "-m",
        "engine",
        "pack",
        "install",
        "--create",
        "--library",
        str(tmp_path / "l"),
        "--json",
    ]
    with subprocess.Popen(
        [*command, server.address("/slow"), "--sha256", "0" * 64], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())["event"] == "downloading"
        running.kill()
    assert list((tmp_path / "l" / "packs").iterdir()) == []


def test_packs_are_verified_installed_and_listed(
    tmp_path: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    library = ["--library", str(tmp_path / "l"), "--json", "--create"]
    assert main(["pack", "verify", *library, str(tiny_library.pack)]) == 0
    assert main(["pack", "install", *library, str(tiny_library.pack)]) == 0
    capsys.readouterr()
    assert main(["pack", "list", *library]) == 0
    assert "tiny 16" in [pack["name"] for pack in objects(capsys.readouterr().out)]
    installed = next(path for path in (tmp_path / "l" / "packs").iterdir())
    assert main(["pack", "remove", *library[:2], installed.name]) == 0
    assert not installed.exists()
    assert main(["pack", "remove", *library[:2], "starter"]) == 1


def test_another_pack_is_learnt_listed_and_the_former_forgotten(
    tmp_path: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "l"))
    other = make_tiny_pack(tmp_path / "other", dim=24)
    library = ["--library", str(folder)]
    assert main(["pack", "use", *library]) == 1
    assert "no change of packs is under way" in capsys.readouterr().err
    zipped = shutil.make_archive(str(tmp_path / "other"), "zip", other)
    assert main(["pack", "use", *library, "--device", "cpu", zipped]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "learning tiny 24: 6 of 6, searches still use tiny 16" in err
    assert "searches use tiny 24 now" in err
    assert main(["pack", "list", *library, "--json"]) == 0
    known = {pack["name"]: (pack["used"], pack["sounds"]) for pack in objects(capsys.readouterr().out)}
    assert (known["tiny 24"], known["tiny 16"]) == ((True, 6), (False, 6))
    assert main(["pack", "forget", *library, "tiny 24"]) == 1
    assert "the library uses this pack" in capsys.readouterr().err
    assert main(["pack", "forget", *library, "--json", "tiny 16"]) == 0
    (freed,) = objects(capsys.readouterr().out)
    assert freed["sounds"] == 6
    assert freed["bytes"] > 0
    assert main(["pack", "forget", *library, "nobody"]) == 1


def test_sounds_that_are_away_are_said_and_exit_status_is_1(
    tmp_path: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "l"))
    other = make_tiny_pack(tmp_path / "other", dim=24)
    write_tone(tmp_path / "drive" / "a.wav", hz=500)
    use = ["pack", "use", "--library", str(folder), "--device", "cpu"]
    assert main(["index", "--library", str(folder), "--device", "cpu", str(tmp_path / "drive")]) == 0
    (tmp_path / "drive").rename(tmp_path / "unplugged")
    capsys.readouterr()
    assert main([*use, str(other)]) == 1
    assert "1 sounds are on drives that are not connected" in capsys.readouterr().err
    assert main(["stats", "--library", str(folder)]) == 0
    assert "learning  tiny 24: 6 of 7 sounds; `earshot pack use` goes on" in capsys.readouterr().out
    assert main([*use, "--without-offline"]) == 0
    assert "1 sounds are found by name alone" in capsys.readouterr().err


def test_a_damaged_pack_is_not_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad").mkdir()
    assert main(["pack", "install", "--create", "--library", str(tmp_path / "l"), str(tmp_path / "bad")]) == 1
    assert main(["pack", "verify", "--library", str(tmp_path / "l"), str(tmp_path / "bad")]) == 1
    assert not (tmp_path / "l" / "packs").exists()
