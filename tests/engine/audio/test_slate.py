"""What recorders note: scene and take, every track with its channel, timecode at the file's rate."""

from pathlib import Path

import pytest

from engine.audio.metadata import read_metadata
from engine.audio.slate import SlateTrack, slate_of, timecode
from tests.helpers import sounds

IXML = """<?xml version="1.0" encoding="UTF-8"?>
<BWFXML xmlns:BWF="urn:x"><BWF:SCENE>old</BWF:SCENE><PROJECT>Hafen</PROJECT><SCENE>12A</SCENE><TAKE>03</TAKE>
<TAPE>18Y12M31</TAPE><NOTE>plane at the end</NOTE><CIRCLED>TRUE</CIRCLED>
<SPEED><TIMECODE_RATE>24000/1001</TIMECODE_RATE><TIMECODE_FLAG>NDF</TIMECODE_FLAG></SPEED>
<SYNC_POINT_LIST><SYNC_POINT><SYNC_POINT_COMMENT>slate</SYNC_POINT_COMMENT></SYNC_POINT>
<SYNC_POINT><SYNC_POINT_COMMENT>false start</SYNC_POINT_COMMENT></SYNC_POINT></SYNC_POINT_LIST>
<TRACK_LIST><TRACK_COUNT>3</TRACK_COUNT>
<TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX><INTERLEAVE_INDEX>1</INTERLEAVE_INDEX><NAME>Boom</NAME></TRACK>
<TRACK><CHANNEL_INDEX>4</CHANNEL_INDEX><INTERLEAVE_INDEX>2</INTERLEAVE_INDEX><NAME>Lav Anna</NAME></TRACK>
<BWF:TRACK><CHANNEL_INDEX>9</CHANNEL_INDEX><NAME>double</NAME></BWF:TRACK>
<TRACK><CHANNEL_INDEX>5</CHANNEL_INDEX><INTERLEAVE_INDEX>3</INTERLEAVE_INDEX><NAME>Lav Bea</NAME></TRACK></TRACK_LIST>
</BWFXML>"""


@pytest.mark.shows("slate")
def test_every_track_and_all_that_was_slated_is_read_and_doubles_never_win(tmp_path: Path) -> None:
    found = slate_of(read_metadata(sounds.write_with_bext(tmp_path / "a.wav", ixml=IXML)).fields)
    assert (found.project, found.scene, found.take, found.tape) == ("Hafen", "12A", "03", "18Y12M31")
    assert (found.note, found.is_circled, found.originator) == ("plane at the end", True, "Earshot tests")
    assert found.tracks == (SlateTrack("1", "Boom"), SlateTrack("4", "Lav Anna"), SlateTrack("5", "Lav Bea"))
    assert found.labels == ("slate", "false start")


def test_what_only_a_double_says_is_taken(tmp_path: Path) -> None:
    ixml = '<BWFXML xmlns:BWF="urn:x"><BWF:SCENE>7</BWF:SCENE></BWFXML>'
    assert slate_of(read_metadata(sounds.write_with_bext(tmp_path / "a.wav", ixml=ixml)).fields).scene == "7"


@pytest.mark.parametrize(
    ("samples", "rate", "flag", "expected"),
    [
        # 10:00:00 is 36,000 s: at 25 frames a second a frame is 1,920 samples at 48 kHz.
        (36_000 * 48_000 + 3 * 1_920, "25/1", "NDF", "10:00:00:03"),
        (36_000 * 48_000 + 48_000 * 61 - 1, "25/1", "NDF", "10:01:00:24"),
        # SMPTE ST 12-1: 01:00:00;00 drop-frame is frame 107,892; 107,892 * 1001 / 30000 s * 48,000 = 172,799,827.2.
        (172_799_828, "30000/1001", "DF", "01:00:00;00"),
        # The last frame before a whole minute is 00:00:59;29, number 1,799; the next one is 00:01:00;02, 1,800.
        (2_881_278, "30000/1001", "DF", "00:00:59;29"),
        (2_882_880, "30000/1001", "DF", "00:01:00;02"),
        # A tenth minute drops none: 00:10:00;00 is number 17,982.
        (28_799_972, "30000/1001", "DF", "00:10:00;00"),
        # 23.976 without drop-frame: frame 86,400 is 01:00:00:00, after 3,603.6 s.
        (172_972_800, "24000/1001", "NDF", "01:00:00:00"),
        (172_972_800, "23.976", "NDF", "01:00:00:00"),
        (0, "24/1", "NDF", "00:00:00:00"),
        # Nothing that could be a rate: the clock.
        (48_000 * 3_661 + 24_000, "0/0", "", "01:01:01.500"),
        (48_000 * 3_661 + 24_000, "", "", "01:01:01.500"),
        (0, "", "", ""),
        (48_000 * 100_000, "25/1", "NDF", ""),
    ],
)
def test_timecode_at_the_rate_of_the_file(samples: int, rate: str, flag: str, expected: str) -> None:
    fields = {
        "bext.TimeReference": str(samples),
        "ixml.SPEED.TIMECODE_RATE": rate,
        "ixml.SPEED.TIMECODE_FLAG": flag,
    }
    if not samples and rate:  # of a zero, bext alone says nothing: it has the field always
        assert timecode(fields, 48_000) == ""
        fields["ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO"] = "0"
    assert timecode(fields, 48_000) == expected


def test_timecode_of_ixml_alone_counts_in_its_own_rate() -> None:
    # (1 << 32) + 5 samples at 96 kHz are 44,739.2426... s, 12:25:39 and .2426 s: frame 6 of 25 (0.24 s).
    fields = {
        "ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI": "1",
        "ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO": "5",
        "ixml.SPEED.TIMESTAMP_SAMPLE_RATE": "96000",
        "ixml.SPEED.TIMECODE_RATE": "25/1",
    }
    assert timecode(fields, 48_000) == "12:25:39:06"


def test_what_is_no_number_is_no_timecode() -> None:
    fields = {"bext.TimeReference": "٣", "ixml.SPEED.TIMECODE_RATE": "9" * 5_000}
    assert timecode(fields, 48_000) == "" == timecode({}, 0)
