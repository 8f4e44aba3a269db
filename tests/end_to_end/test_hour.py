"""Some stations of a designer's hour (tests/hour), over a few sounds: they still go, and nothing is wrong at them."""

import sys
from pathlib import Path

import pytest

from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.qt import missing_x_programs
from tests.helpers.tiny_library import TinyLibrary
from tests.hour.__main__ import live, write_report
from tests.hour.sounds import HourSounds

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
STATIONS = ("Undo of two kinds", "Keys stay in boxes", "Leaving", "The next start")


def test_undo_boxes_leaving_and_coming_back_are_as_a_designer_expects(
    tmp_path: Path, tiny_library: TinyLibrary
) -> None:
    if missing := missing_x_programs() + missing_pulse_parts():
        pytest.skip(f"a real window needs {', '.join(missing)}")
    sounds = HourSounds(tiny_library.sounds, 6)
    seen = live(tmp_path, sounds, tiny_library.folder, only=STATIONS)
    write_report(seen, sounds, tmp_path)
    assert [f"{one.name}: {one.wrong}" for one in seen if one.wrong] == []
    assert [one.name for one in seen] == list(STATIONS)
    assert all((tmp_path / picture).exists() for one in seen for picture in one.pictures)
    assert (tmp_path / "hour.md").read_text(encoding="utf-8").count("| ok |") >= 1
