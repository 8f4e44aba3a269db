"""The pick list: kept in order, changed safely by window and shell, and handed out by a profile."""

import json
from pathlib import Path
from typing import Any

import pytest
import soundfile

from engine.base.errors import LibraryNewer, TransferError
from engine.base.types import FilePath
from engine.cli.main import main
from engine.features.pick_list.pick_list import (
    FILE_NAME,
    MOST_PICKS,
    PickedMoment,
    add_picks,
    pick_pieces,
    read_picks,
    remove_picks,
    restore_picks,
)
from engine.store.catalogue import Catalogue
from tests.helpers.sounds import write_tone

A, B = FilePath.of(Path("/sounds/Tür.wav")), FilePath(b"/sounds/caf\xe9.wav")


def moment(path: FilePath = A, start_s: float = 1.0, name: str = "") -> PickedMoment:
    return PickedMoment(path, start_s, start_s + 0.5, name)


def test_moments_stay_in_order_once_each_and_can_be_removed_and_brought_back(tmp_path: Path) -> None:
    first = add_picks(tmp_path, [moment(name="slam"), moment(B)])
    both = add_picks(tmp_path, [moment(B), PickedMoment(A)])
    assert both == (*first, PickedMoment(A)) == read_picks(tmp_path)
    left = remove_picks(tmp_path, [moment(B)])
    assert left == (moment(name="slam"), PickedMoment(A))
    assert restore_picks(tmp_path, both, first) == left, "the list was changed meanwhile"
    assert restore_picks(tmp_path, both, left) == both == read_picks(tmp_path)


@pytest.mark.parametrize(
    "odd",
    [
        PickedMoment(A, 1.0, 1.0),
        PickedMoment(A, -1.0, 1.0),
        PickedMoment(A, None, 1.0),
        PickedMoment(A, 0.0, float("nan")),
        PickedMoment(A, name="x" * 201),
    ],
)
def test_an_odd_moment_is_refused_and_the_list_stays(tmp_path: Path, odd: PickedMoment) -> None:
    add_picks(tmp_path, [moment()])
    with pytest.raises(TransferError):
        add_picks(tmp_path, [odd])
    assert read_picks(tmp_path) == (moment(),)


def test_more_than_a_list_holds_is_refused(tmp_path: Path) -> None:
    add_picks(tmp_path, [moment(start_s=float(number)) for number in range(MOST_PICKS)])
    with pytest.raises(TransferError):
        add_picks(tmp_path, [moment(B)])
    assert len(read_picks(tmp_path)) == MOST_PICKS


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": 1}',
        '{"format": 1, "picks": [{"uri": "file:///a.wav", "start_s": 2, "end_s": 1, "name": ""}]}',
        '{"format": 1, "picks": [{"uri": "http://a/b", "start_s": null, "end_s": null, "name": ""}]}',
        '{"format": 1, "picks": [{"uri": "file:///a.wav", "start_s": null, "end_s": null, "name": 3}]}',
        "[" * 100_000,
    ],
)
def test_a_damaged_list_is_told_and_stays(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    with pytest.raises(TransferError):
        add_picks(tmp_path, [moment()])
    assert (tmp_path / FILE_NAME).read_text() == text


def test_a_newer_list_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('{"format": 2, "moments": []}')
    with pytest.raises(LibraryNewer):
        read_picks(tmp_path)


def test_a_sound_that_cannot_be_read_is_told_and_the_others_are_handed_out(tmp_path: Path) -> None:
    path = FilePath.of(write_tone(tmp_path / "a.wav"))
    found = pick_pieces([moment(), PickedMoment(path, 0.25, 0.5, "slam"), PickedMoment(path)])
    assert [(one.path, one.start_s, one.words) for one in found.pieces] == [
        (path, 0.25, (("cue", "slam"),)),
        (path, None, ()),
    ]
    assert found.lengths_s == (0.25, 1.0) and len(found.unread) == 1


@pytest.mark.shows("pick-list")
def test_a_shell_picks_lists_and_hands_out_by_a_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library, out = tmp_path / "library", tmp_path / "out"
    Catalogue.open(library).close()
    one, other = write_tone(tmp_path / "a.wav"), write_tone(tmp_path / "b.wav", 880.0)

    def picks(*words: str) -> tuple[int, list[dict[str, Any]]]:
        code = main(["--library", str(library), "picks", words[0], "--json", *words[1:]])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert picks("list") == (0, [])
    assert main(["--library", str(library), "picks", "collect", "--to", str(out)]) == 1, "it is empty"
    picks("add", str(one), "--at", "0.25", "--to", "0.75", "--name", "Gate slams")
    _, listed = picks("add", str(other))
    assert [(row["number"], Path(row["path"]).name, row["start_s"]) for row in listed] == [
        (1, "a.wav", 0.25), (2, "b.wav", None),
    ]  # fmt: skip
    code, made = picks("collect", "--to", str(out), "--name", "{n:02} {cue} {name}", "--rate", "48000")
    assert code == 0
    infos = [soundfile.info(row["file"]) for row in made]
    assert [(Path(row["file"]).name, info.samplerate) for row, info in zip(made, infos, strict=True)] == [
        ("01 Gate slams a.wav", 48_000), ("02 b.wav", 48_000),
    ]  # fmt: skip
    assert infos[0].frames == 24_000
    other.unlink()
    assert picks("collect", "--to", str(out))[0] == 3
    assert len(picks("remove", "2")[1]) == 1
    assert main(["--library", str(library), "picks", "remove", "2"]) == 1
    assert picks("remove", "--all") == (0, [])
