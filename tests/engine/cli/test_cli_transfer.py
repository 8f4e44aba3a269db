"""Transfer profiles from a shell: saved, shown, shared, and used by what writes files of sounds."""

import json
from pathlib import Path
from typing import Any

import pytest
import soundfile

from engine.cli.main import main
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A settings folder of the test's own."""
    monkeypatch.setattr(
        "engine.transfer.profile_store.platformdirs.user_config_dir", lambda *a, **k: str(tmp_path / "config")
    )
    return tmp_path / "config" / "profiles"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A hum and a rain."""
    sounds = tmp_path / "sounds"
    write_noise(sounds / "rain.wav", 2.0, subtype="PCM_24")
    write_tone(sounds / "hum.wav", 100.0, 2.0)
    folder, pack = tmp_path / "library", make_tiny_pack(tmp_path / "pack")
    earshot("index", "--json", "--library", folder, "--pack", pack, "--device", "cpu", sounds)
    return folder


def run(capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> list[dict[str, Any]]:
    assert main([str(word) for word in words]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.shows("transfer-profiles")
def test_sounds_leave_as_the_options_say(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = ("--format", "flac", "--rate", "48000", "--depth", "16", "--channels", "mono", "--level", "peak:-6")
    found = run(
        capsys, "collect", "in:sounds", "--to", tmp_path / "out", *parts, "--name", "{name}_{n:03}",
        "--library", library, "--json",
    )  # fmt: skip
    assert sorted(Path(file["path"]).name for file in found) == ["hum_001.flac", "rain_002.flac"]
    assert set(found[0]) >= {"path", "source", "start_s", "end_s", "profile"} and found[0]["profile"] is None
    info = soundfile.info(found[0]["path"])
    assert (info.samplerate, info.subtype, info.channels) == (48_000, "PCM_16", 1)
    assert soundfile.read(found[0]["path"])[0].max() == pytest.approx(10 ** (-6 / 20), abs=1e-4)


def test_sounds_leave_stretched_and_pitched(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("collect", "low hum", "--limit", "1", "--library", library, "--json", "--to", tmp_path / "out")
    (plain,) = run(capsys, *words)
    (made,) = run(capsys, *words, "--stretch", "150%", "--pitch", "-3.5")
    before, after = soundfile.info(plain["path"]), soundfile.info(made["path"])
    assert Path(made["path"]).name == "hum_stretch150_pitch-3.5st.wav"
    assert abs(after.frames - 1.5 * before.frames) <= 1 and after.samplerate == before.samplerate


def test_moments_have_handles(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (whole,) = run(
        capsys, "collect", "low hum", "--limit", "1", "--moments", "--handles", "0.1", "--format", "bwf", "--to",
        tmp_path / "out", "--library", library, "--json",
    )  # fmt: skip
    assert (whole["start_s"], whole["end_s"] <= 2.0) == (0.0, True)
    assert soundfile.info(whole["path"]).duration == pytest.approx(whole["end_s"] - whole["start_s"], abs=1e-4)


def test_a_profile_is_saved_shown_used_handed_on_and_removed(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: Path
) -> None:
    run(capsys, "profile", "save", "Film", "--format", "aiff", "--rate", "96000", "--depth", "32f")
    assert [path.suffix for path in settings.iterdir()] == [".json"]
    (shown,) = run(capsys, "profile", "show", "film", "--json")
    assert (shown["name"], shown["format"], shown["rate_hz"], shown["depth"]) == ("Film", "aiff", 96_000, "32f")
    assert "Film" in [one["name"] for one in run(capsys, "profile", "list", "--json")]
    (made,) = run(
        capsys, "collect", "low hum", "--limit", "1", "--to", tmp_path / "out", "--profile", "Film", "--depth", "24",
        "--library", library, "--json",
    )  # fmt: skip
    info = soundfile.info(made["path"])
    assert (made["profile"], info.format, info.samplerate, info.subtype) == ("Film", "AIFF", 96_000, "PCM_24")
    run(capsys, "profile", "export", "Film", tmp_path / "film.json")
    run(capsys, "profile", "remove", "Film")
    run(capsys, "profile", "show", "Film", status=1)
    (from_file,) = run(
        capsys, "collect", "low hum", "--limit", "1", "--to", tmp_path / "out", "--profile", tmp_path / "film.json",
        "--library", library, "--json",
    )  # fmt: skip
    assert soundfile.info(from_file["path"]).subtype == "FLOAT"
    run(capsys, "profile", "import", tmp_path / "film.json", "--as", "Theirs")
    (taken_in,) = run(capsys, "profile", "show", "Theirs", "--json")
    assert taken_in["rate_hz"] == 96_000


def test_a_profile_is_made_from_another(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "profile", "save", "Mono", "--profile", "WAV 48 kHz, 24-bit", "--channels", "mono")
    (shown,) = run(capsys, "profile", "show", "Mono", "--json")
    assert (shown["rate_hz"], shown["channels"]) == (48_000, "mono")
    main(["profile", "show", "Mono"])
    assert "channels: mono" in capsys.readouterr().out
    main(["profile"])
    assert "Mono: format wav, rate_hz 48000, depth 24, channels mono" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("--format", "flac", "--depth", "32f"),
        ("--format", "mp3", "--rate", "96000"),
        ("--name", "{what}"),
        ("--stretch", "2"),
        ("--pitch", "-24.5"),
    ],
)
def test_options_that_contradict_each_other_are_a_wrong_command_line(
    library: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert main(["collect", "hum", "--to", str(tmp_path / "out"), *words, "--library", str(library)]) == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("words", [("--level", "loud"), ("--rate", "fast"), ("--fade", "-1"), ("--stretch", "long")])
def test_a_value_that_is_none_is_a_wrong_command_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["collect", "hum", "--to", str(tmp_path / "out"), *words])
    assert ended.value.code == 2


def test_a_damaged_profile_is_told_and_the_others_are_listed(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.mkdir(parents=True)
    (settings / "bad.json").write_text("{", encoding="utf-8")
    assert main(["profile", "list"]) == 3
    said = capsys.readouterr()
    assert "As it is: nothing is changed" in said.out and "bad.json" in said.err
