"""A profile is one value that cannot be wrong, and a file that comes back as it went."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import TransferError
from engine.transfer.messages import TransferFault
from engine.transfer.profile import (
    AS_IT_IS,
    ChannelPlan,
    ChannelRule,
    Container,
    Depth,
    LevelPlan,
    LevelRule,
    NamePolicy,
    Profile,
    TextRule,
    read_channels,
    read_level,
)
from engine.transfer.profile_store import BUILT_IN, ProfileStore, profile_of, read_file, record_of, write_file

WHOLE = Profile(
    name="Film: Überblendung / 48k",
    container=Container.BWF,
    rate_hz=48_000,
    depth=Depth.INT24,
    channels=ChannelPlan(ChannelRule.PICK, (2, 1)),
    level=LevelPlan(LevelRule.TRUE_PEAK, -3.5),
    is_dc_removed=True,
    handles_s=0.5,
    fade_s=0.01,
    texts=TextRule.NONE,
    originator="Studio",
    pattern="{cue}_{n:03}",
    policy=NamePolicy.SKIP,
    stretch_percent=150.0,
    pitch_semitones=-3.5,
)


@pytest.mark.parametrize(
    ("fault", "parts"),
    [
        (TransferFault.NO_DEPTH_IN_FORMAT, {"container": Container.FLAC, "depth": Depth.FLOAT32}),
        (TransferFault.NO_DEPTH_IN_FORMAT, {"container": Container.MP3, "depth": Depth.INT16}),
        (TransferFault.RATE_IN_FORMAT, {"container": Container.MP3, "rate_hz": 96_000}),
        (TransferFault.RATE, {"rate_hz": 1}),
        (TransferFault.HANDLES, {"handles_s": -1.0}),
        (TransferFault.FADE, {"fade_s": float("nan")}),
        (TransferFault.STRETCH, {"stretch_percent": 24.0}),
        (TransferFault.PITCH, {"pitch_semitones": float("nan")}),
        (TransferFault.NO_LEVEL, {"level": LevelPlan(LevelRule.PEAK, 3.0)}),
        (TransferFault.ORIGINATOR_LONG, {"originator": "Ä" * 17}),
        (TransferFault.NO_SUCH_PLACEHOLDER, {"pattern": "{what}"}),
        (TransferFault.PROFILE_NAME, {"name": "two\nlines"}),
    ],
)
def test_what_contradicts_itself_is_refused_by_name(fault: TransferFault, parts: dict[str, object]) -> None:
    with pytest.raises(TransferError) as refused:
        replace(AS_IT_IS, **parts)  # type: ignore[arg-type]
    assert refused.value.what.what is fault and refused.value.advice


def test_channels_and_levels_are_read_as_they_are_written() -> None:
    assert read_channels("pick:3,1") == ChannelPlan(ChannelRule.PICK, (3, 1))
    assert read_level("lufs:-23") == LevelPlan(LevelRule.LOUDNESS, -23.0)
    for text in ("pick:", "pick:0", "pick:1,99", "both", "pick"):
        with pytest.raises(TransferError):
            read_channels(text)
    for level in ("lufs", "lufs:", "lufs:3", "peak:-1e5", "tp:nan", "asis:1"):
        with pytest.raises(TransferError):
            read_level(level)


def test_a_profile_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    write_file(tmp_path / "a.json", WHOLE)
    assert read_file(tmp_path / "a.json") == WHOLE


@pytest.mark.parametrize(
    "change",
    [{"rate_hz": "48000"}, {"dc_off": 1}, {"format": "ogg"}, {"level": "loud"}, {"surprise": 1}, {"handles_s": True}],
)
def test_a_file_with_a_wrong_value_says_which(tmp_path: Path, change: dict[str, object]) -> None:
    with pytest.raises(TransferError, match=r"a\.json.*(48000|dc_off|ogg|loud|surprise|handles_s)"):
        profile_of({**record_of(WHOLE), **change}, "a.json")


def test_a_file_of_a_later_earshot_or_of_something_else_is_refused(tmp_path: Path) -> None:
    later = {**record_of(WHOLE), "earshot_profile": 3}
    with pytest.raises(TransferError) as refused:
        profile_of(later, "a.json")
    assert refused.value.what.what is TransferFault.PROFILE_NEWER
    for text in ("", "[]", "{}", "nonsense", "[" * 100_000, json.dumps({"earshot_profile": "1"})):
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
        with pytest.raises(TransferError):
            read_file(tmp_path / "b.json")


@pytest.mark.parametrize("name", ["../../outside", "a/b", "C:\\x", "con", "\u202eevil.exe"[1:], "Überblendung", "日本"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    shelf = ProfileStore(tmp_path / "settings" / "profiles")
    shelf.save(Profile(name, container=Container.FLAC))
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert file.parent == tmp_path / "settings" / "profiles"
    assert file.name.removesuffix(".json").replace("-", "").isascii()
    assert shelf.get(name).container is Container.FLAC
    shelf.remove(name.upper() if name.isascii() else name)
    assert list(file.parent.iterdir()) == []


def test_those_that_come_with_earshot_stay_what_they_are(tmp_path: Path) -> None:
    shelf = ProfileStore(tmp_path)
    with pytest.raises(TransferError) as removed:
        shelf.remove("as it is")
    with pytest.raises(TransferError) as saved:
        shelf.save(Profile("AS IT IS", rate_hz=48_000))
    assert {removed.value.what.what, saved.value.what.what} == {TransferFault.PROFILE_FIXED}
    assert shelf.all() == list(BUILT_IN)


def test_a_damaged_file_is_told_and_hides_no_other(tmp_path: Path) -> None:
    told: list[TransferError] = []
    shelf = ProfileStore(tmp_path, told.append)
    shelf.save(WHOLE)
    (tmp_path / "aaa.json").write_text("{", encoding="utf-8")
    assert shelf.all() == [*BUILT_IN, WHOLE]
    assert len(told) == 1 and "aaa.json" in str(told[0])


def test_a_profile_travels_as_a_file(tmp_path: Path) -> None:
    write_file(tmp_path / "for you.json", WHOLE)
    shelf = ProfileStore(tmp_path / "profiles")
    assert shelf.take_in(tmp_path / "for you.json", "Mine") == replace(WHOLE, name="Mine")
    assert shelf.get("mine").rate_hz == 48_000


def test_a_profile_of_version_1_stretches_nothing() -> None:
    former = {**record_of(WHOLE), "earshot_profile": 1}
    del former["stretch_percent"], former["pitch_semitones"]
    assert profile_of(former, "a.json") == replace(WHOLE, stretch_percent=100.0, pitch_semitones=0.0)
