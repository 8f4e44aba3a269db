"""What left the library, as a person hands it on again: a real window, a real X server, real keys and clicks."""

import sys
from collections.abc import Iterator
from pathlib import Path

import opentimelineio as otio
import pytest
import soundfile

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture(scope="module")
def window(
    x_display: str, tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DrivenWindow]:
    """A window over one hum of two seconds."""
    folder = tmp_path_factory.mktemp("exported")
    write_tone(folder / "sounds" / "hum.wav", 100.0, 2.0)
    earshot("index", "--library", folder / "library", "--pack", tiny_library.pack, "--device", "cpu", folder / "sounds")
    env = {"XDG_MUSIC_DIR": str(folder / "Music")}
    arguments = (x_display, folder / "library", folder / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env=env) as driven:
        yield driven.open()


def click(window: DrivenWindow, name: str) -> None:
    """Clicks a control by what a screen reader calls it, once it is there."""
    wait_until(lambda: window.ask({"do": "has", "part": f"named {name}"})["has"], name)
    window.hands.click(window.where(f"named {name}"))


@pytest.mark.shows("journal-page")
def test_a_copied_sound_is_exported_again_by_another_profile(window: DrivenWindow, tmp_path: Path) -> None:
    window.hands.click(window.where("row"))
    window.key("ctrl+c")
    window.key("ctrl+shift+j")
    rows = "window.pages.currentWidget().rows.count()"
    wait_until(lambda: window.look("window.page") == "journal" and window.look(rows) == 1, "the copied sound")
    window.key("ctrl+a")
    click(window, "Export again…")
    click(window, "Transfer profile")
    window.key("Down", "Return")  # from as it is to the first that changes something
    click(window, "Project folder")
    window.key("ctrl+a")
    window.type(str(tmp_path / "again"))
    click(window, "Export again")
    made = tmp_path / "again" / "hum.wav"
    wait_until(made.exists, "the file")
    assert soundfile.info(made).samplerate == 48_000 and soundfile.info(made).subtype == "PCM_24"
    wait_until(lambda: window.look(rows) == 2, "its entry")


@pytest.mark.shows("send-window")
def test_a_sound_is_sent_to_its_place_in_a_timeline_by_keys(window: DrivenWindow, tmp_path: Path) -> None:
    window.key("Escape")
    wait_until(lambda: window.look("window.page") != "journal", "the results")
    window.hands.click(window.where("row"))
    window.key("shift+s")
    for field, text in (("Project folder", str(tmp_path / "film")), ("Place", "10:00:01:12"), ("Name", "Low hum")):
        click(window, field)
        window.key("ctrl+a")
        window.type(text)
    click(window, "Send to the project")
    timeline = tmp_path / "film" / "Low hum.otio"
    wait_until(timeline.exists, "the timeline")
    (track,) = otio.adapters.read_from_file(str(timeline)).tracks
    gap, clip = track
    # 10:00:01:12 at 25 frames per second is 36,001.48 s
    assert gap.duration().to_seconds() == pytest.approx(36_001.48) and clip.name == "Low hum"
