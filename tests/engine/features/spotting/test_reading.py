"""Lists of cues in the forms that people and programs write them; expected times were counted by hand."""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.base.clocks import FrameClock, NoSuchTime, Rate
from engine.base.errors import CueError
from engine.features.spotting import cue_reader
from engine.features.spotting.cue_reader import read_cue_text, read_cues
from engine.features.spotting.cues import MOST_CUES, CueForm, CueSheet

PREMIERE = (
    "Marker Name\tDescription\tIn\tOut\tDuration\tMarker Type\n"
    "M1\tdoor slam\t00:00:01:05\t00:00:02:00\t00:00:00:20\tComment\n"
    "\tglass\t00:00:10:12\t00:00:10:12\t00:00:00:00\tComment\n"
)
REAPER = "#,Name,Start,End,Length\nM1,door creak,0:12.500,,\nR1,rain,1:00.000,1:10.000,0:10.000\n"
AUDITION = "Name\tStart\tDuration\tTime Format\tType\tDescription\nMarker 01\t0:01.500\t0:02.000\tdecimal\tCue\tbell\n"
AUDACITY = "0.500000\t1.250000\tdog bark\n\\\t100.0\t200.0\n3.0\t3.0\tbell\n"
AVID = "anna\t01:00:05:10\tV1\tred\tglass breaks on stone\t1\nanna\t01:00:09:00\tV1\tred\ta dog\t1\n"
PRO_TOOLS = (
    "SESSION NAME:\tFilm\nSAMPLE RATE:\t48000.000000\nTIMECODE FORMAT:\t29.97 Drop Frame\n\n\n"
    "T R A C K  L I S T I N G\nTRACK NAME:\tAudio 1\n\nM A R K E R S  L I S T I N G\n"
    "#   \tLOCATION     \tTIME REFERENCE    \tUNITS    \tNAME                             \tCOMMENTS\n"
    "1   \t00:01:00;02\t2882880\tSamples\tdoor slam\tclose\n"
)
CMX = (
    "TITLE: SCENE 4\nFCM: DROP FRAME\n\n"
    "001  AX       AA    C        00:00:00:00 00:00:02:10 01:00:05:10 01:00:07:20\n* FROM CLIP NAME: door slam\n"
    "002  AX       AA    C        00:00:00:00\n"
    "003  BL       AA    C        00:00:00:00 00:00:01:00 01:00:07:20 01:00:08:20\n"
    "004  AX       AA    C        00:00:00:00 00:00:02:10 01:10:00:00 01:10:02:10\n* FROM CLIP NAME: church bell\n"
)
RESOLVE = (
    "TITLE: Timeline 1\nFCM: NON-DROP FRAME\n\n"
    "001  001      V     C        00:00:00:00 00:00:00:01 01:00:00:05 01:00:00:06  \n"
    " |C:ResolveColorBlue |M:glass breaks |D:1\n\n"
    "002  001      V     C        00:00:00:00 00:00:00:01 01:00:02:05 01:00:02:06  \n"
    " |C:ResolveColorRed |M:door |D:1\n\n"
)
SRT = (
    "1\n00:00:01,000 --> 00:00:02,500\n<i>[door slams]</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nHello there\n\n"
    "3\n00:00:05,040 --> 00:00:06,000\n(wind howls)\n"
)
RADIO = "JOHN: Who is there?\n3  SFX: DOOR OPENS - SLOWLY\nMARY: Me.\nSOUND: wind\n"
PLAIN = '1. Heavy door slams\n\n- rain on -tin roof: "loud"\n00:01:02:03 glass breaks\n1:05 - 1:08.5 GUNSHOT\n12.\n'


def texts(sheet: CueSheet) -> list[str]:
    return [cue.text for cue in sheet.cues]


def times(sheet: CueSheet) -> list[tuple[float | None, float | None]]:
    return [(cue.start_s, cue.end_s) for cue in sheet.cues]


@pytest.mark.shows("spotting-list")
def test_a_plain_list_has_a_cue_a_line() -> None:
    sheet = read_cue_text(PLAIN)
    assert sheet.form is CueForm.SCRIPT
    assert texts(sheet) == ["Heavy door slams", 'rain on -tin roof: "loud"', "glass breaks", "GUNSHOT"]
    assert [cue.query for cue in sheet.cues] == [
        "Heavy door slams", "rain on tin roof loud", "glass breaks", "gunshot"
    ]  # fmt: skip
    assert times(sheet) == [(None, None), (None, None), (62.12, None), (65.0, 68.5)]  # frame 3 at 25: .12 s
    assert [(one.line, str(one.why)) for one in sheet.skipped] == [(6, "it contains nothing to search for")]


def test_of_a_radio_play_only_its_sounds_are_cues() -> None:
    sheet = read_cue_text(RADIO)
    assert [(cue.line, cue.query) for cue in sheet.cues] == [(2, "door opens slowly"), (4, "wind")]
    assert [one.line for one in sheet.skipped] == [1, 3]


@pytest.mark.shows("spotting-list")
@pytest.mark.parametrize(
    ("text", "found", "names"),
    [
        (PREMIERE, [("door slam", 1.2, 2.0), ("glass", 10.48, None)], ["M1", ""]),
        (REAPER, [("door creak", 12.5, None), ("rain", 60.0, 70.0)], ["", ""]),
        (AUDITION, [("bell", 1.5, 3.5)], ["Marker 01"]),
        (AUDACITY, [("dog bark", 0.5, 1.25), ("bell", 3.0, None)], ["", ""]),
        (AVID, [("glass breaks on stone", 3605.4, None), ("a dog", 3609.0, None)], ["", ""]),
    ],
)
def test_markers_of_editing_programs(text: str, found: list[tuple[str, float, float]], names: list[str]) -> None:
    sheet = read_cue_text(text, FrameClock(Rate.R25))
    assert sheet.form is CueForm.TABLE
    assert [(cue.text, cue.start_s, cue.end_s) for cue in sheet.cues] == found
    assert [cue.name for cue in sheet.cues] == names


def test_a_session_of_pro_tools_says_its_own_rate() -> None:
    sheet = read_cue_text(PRO_TOOLS, FrameClock(Rate.R25))
    assert sheet.clock == FrameClock(Rate.R29_97, is_drop=True)
    # 00:01:00;02 is frame 1800, the first of minute one: numbers 0 and 1 are dropped there. 1800 * 1001 / 30000 s.
    assert [(cue.text, cue.start_s) for cue in sheet.cues] == [("door slam, close", 60.06)]


@pytest.mark.shows("spotting-list")
def test_an_edl_is_counted_in_drop_frame_and_loses_one_bad_line_alone() -> None:
    sheet = read_cue_text(CMX, FrameClock(Rate.R29_97))
    assert (sheet.form, sheet.title, sheet.clock.is_drop) == (CueForm.EDL, "SCENE 4", True)
    # Ten minutes of drop frame have 17982 frames, an hour 107892: 01:00:05:10 is frame 107892 + 160.
    assert [(cue.text, round((cue.start_s or 0) * 30_000 / 1001, 6)) for cue in sheet.cues] == [
        ("door slam", 108_052.0), ("church bell", 107_892.0 + 17_982.0),
    ]  # fmt: skip
    assert [(one.line, str(one.why)) for one in sheet.skipped] == [(6, "it is no event of an EDL")]


def test_markers_of_resolve_are_cues_and_their_clips_are_not() -> None:
    sheet = read_cue_text(RESOLVE, FrameClock(Rate.R24))
    assert [(cue.text, cue.start_s, cue.line) for cue in sheet.cues] == [
        ("glass breaks", 3600 + 5 / 24, 4), ("door", 3602 + 5 / 24, 7)
    ]  # fmt: skip


def test_subtitles_that_tell_of_sounds_are_cues_and_speech_is_not() -> None:
    sheet = read_cue_text(SRT)
    assert sheet.form is CueForm.SUBTITLES
    assert [(cue.query, cue.start_s, cue.end_s) for cue in sheet.cues] == [
        ("door slams", 1.0, 2.5), ("wind howls", 5.04, 6.0)
    ]  # fmt: skip
    assert len(sheet.skipped) == 1


@pytest.mark.parametrize("timecode", ["00:00:10:25", "00:00:61:00", "00:61:00:00"])
def test_a_frame_that_the_rate_has_not_costs_the_time_and_not_the_line(timecode: str) -> None:
    with pytest.raises(NoSuchTime):
        FrameClock(Rate.R25).read(timecode)
    sheet = read_cue_text(f"Timecode,Description\n{timecode},door\n00:00:01:00,bell\n")
    assert [(cue.text, cue.start_s) for cue in sheet.cues] == [("door", None), ("bell", 1.0)]
    assert timecode in str(sheet.skipped[0].why)


def test_dropped_numbers_do_not_exist() -> None:
    with pytest.raises(NoSuchTime):
        FrameClock(Rate.R29_97).read("00:01:00;00")
    assert FrameClock(Rate.R29_97).read("00:01:00:00") == pytest.approx(1800 * 1001 / 30_000, abs=1e-12)
    assert FrameClock(Rate.R29_97).read("00:10:00;00") == pytest.approx(17_982 * 1001 / 30_000, abs=1e-12)
    assert FrameClock(Rate.R23_976).read("01:00:00:00") == 3603.6
    assert FrameClock(Rate.R59_94, True).read("00:01:00:04") == pytest.approx(3600 * 1001 / 60_000, abs=1e-12)


@pytest.mark.parametrize("rate", list(Rate))
@pytest.mark.parametrize("frame", [0, 1, 1799, 1800, 17_982, 107_892, 215_784])
def test_a_frame_comes_back_from_its_timecode(rate: Rate, frame: int) -> None:
    clock = FrameClock(rate, is_drop=rate.can_drop)
    back = clock.read(clock.write(float(frame / rate.exact)))
    assert back is not None and clock.frames(back) == frame


def test_files_of_any_alphabet_are_read(tmp_path: Path) -> None:
    for name, content in (
        ("utf8.txt", "Tür knallt\n".encode()),
        ("bom.csv", "Description;Zeit\r\nTür knallt;\r\n".encode("utf-8-sig")),
        ("windows.txt", "Tür knallt\r".encode("cp1252")),
        ("wide.txt", "Tür knallt\r\n".encode("utf-16")),
    ):
        (tmp_path / name).write_bytes(content)
        sheet = read_cues(tmp_path / name)
        assert (texts(sheet), sheet.title) == (["Tür knallt"], name.split(".")[0])


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"RIFF\0\0\0\0WAVE", "not a text"), (b"", "no cue"), (b"12\n34\n", "no cue"), (b"1;2\n" * 5_000_000, "large")],
)
def test_what_is_no_list_is_told(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(CueError, match=said) as refused:
        read_cues(tmp_path / "list")
    assert refused.value.advice


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CueError, match="cannot be read"):
        read_cues(tmp_path / "none.txt")


def test_a_list_ends_somewhere_and_says_so() -> None:
    sheet = read_cue_text("door\n" * (MOST_CUES + 3))
    assert (len(sheet.cues), len(sheet.skipped)) == (MOST_CUES, 3)


def test_a_quote_that_is_never_closed_takes_one_line_only() -> None:
    sheet = read_cue_text('Time,Description\n1:00,"a door\n2:00,a bell\n3:00,a dog\n')
    assert [cue.start_s for cue in sheet.cues] == [60.0, 120.0, 180.0]


def _took_s(text: str) -> float:
    start_s = time.thread_time()
    with contextlib.suppress(CueError):
        read_cue_text(text)
    return time.thread_time() - start_s


_HEAD = "1\n00:00:01,000 --> 00:00:02,000\n"
_EVENT = "TITLE: x\n001  AX V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n"


@pytest.mark.shows("texts-bounded")
@pytest.mark.parametrize(
    "made",
    [
        lambda n: "\n" * n + "door",
        lambda n: "001 " + "a" * n,
        lambda n: "001 " + " " * n + "a",
        lambda n: _HEAD + "{\\" * n,
        lambda n: _HEAD + "<i " * n,
        lambda n: (_HEAD + "{\\" * 900 + "\n\n") * (n // 900),
        lambda n: _HEAD + "[" * n,
        lambda n: _EVENT + "* |M:" + " " * n + "x",
        lambda n: _EVENT + "* " + "|M:" * n,
        lambda n: _EVENT + "* LOC: " + "a " * n,
        lambda n: "1" + " " * n + "SFX",
        lambda n: "10:00" + "-" * n,
        lambda n: "- " * n + "door",
        lambda n: "name,start\n" + '"' * n,
        lambda n: "name,start\n" + "a," * n,
        lambda n: "TIMECODE FORMAT: " * n + "\nname\tstart\na\t1",
        lambda n: "door\n" * n,
        lambda n: _EVENT * (n // 40),
        lambda n: _EVENT[9:] * (n // 40),
        lambda n: (_EVENT[9:] + "* FROM CLIP NAME: a\n* LOC: 01:00:00:00 RED door\n") * (n // 80),
        lambda n: _EVENT + "* FROM CLIP NAME: a\n" * (n // 20),
        lambda n: (_HEAD + "[door]\n\n") * (n // 20),
    ],
    ids=range(22),
)
def test_a_list_twice_as_long_takes_at_most_twice_the_time(
    made: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cue_reader, "_MOST_LETTERS", 1 << 30)  # no line is refused before it is read
    letters = 2_000
    while letters < 64_000 and _took_s(made(letters)) < 0.03:
        letters *= 2
    assert min(_took_s(made(2 * letters)) / max(_took_s(made(letters)), 0.01) for _ in range(5)) < 2.6


def test_every_edit_of_an_event_that_has_hundreds_is_read() -> None:
    line = "001  AX       V     C        00:00:00:00 00:00:01:00 00:00:{:02}:00 00:00:{:02}:12\n"
    line += "* FROM CLIP NAME: door {}\n"
    sheet = read_cue_text("TITLE: x\n" + "".join(line.format(n, n, n) for n in range(50)))
    assert texts(sheet) == [f"door {n}" for n in range(50)]
    assert [cue.start_s for cue in sheet.cues] == list(range(50))


@pytest.mark.parametrize("content", ["door\n" * 50, "name,start\na,1\n" * 50, _EVENT * 50, (_HEAD + "a\n\n") * 50])
def test_a_list_is_no_longer_read_once_it_was_stopped(content: str) -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 4

    with pytest.raises(StopRequested):
        read_cue_text(content, cancel=cancel)
    assert asked == 5


def test_a_line_that_is_too_long_is_told_with_its_number() -> None:
    with pytest.raises(CueError, match="line 2 of the pasted text has more than 100000 letters") as caught:
        read_cue_text("door\n" + "a" * 100_001)
    assert caught.value.advice


def test_a_list_of_too_many_lines_is_refused_with_what_to_do() -> None:
    with pytest.raises(CueError) as caught:
        read_cue_text("door\n" * 200_002)
    assert "too large" in str(caught.value)
