"""`python -m tests.tours FOLDER`: a scene of twenty lines, spotted from three thousand nameless sounds by keys alone.

A real window under Xvfb that plays into a sound server, and xdotool's keys at a person's pace (`person.py`). The clock
runs from the key that opens the page to the copies on disk. FOLDER/tour.md has a row a line, FOLDER/tour.webm is the
film; the exit status is 1 where it took five minutes or longer. Needs EARSHOT_DATA, Xvfb, openbox, xdotool and
PulseAudio; ffmpeg for the film.
"""

import argparse
import contextlib
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs, wait_until
from tests.helpers.recorded import data_folders
from tests.tours.person import SPOTTING, LineDone, Person
from tests.tours.recording import Recording, can_record
from tests.tours.sounds import COUNT, SceneLine, read_scene, ready

LIMIT_S = 300.0
SIZE = "1280x800"
_FOCUS = "__import__('PySide6.QtWidgets').QtWidgets.QApplication.focusWidget()"
_FRONT = "getattr(__import__('PySide6.QtWidgets').QtWidgets.QApplication.activeWindow(), 'windowTitle', str)()"
_TABS = 20
"""More than there are parts to go through on any page."""


def work(
    window: DrivenWindow, person: Person, script: Path, copies: Path, lines: Sequence[SceneLine]
) -> list[LineDone]:
    """Opens the script, spots its lines and exports what was picked."""
    person.press("ctrl+shift+s")
    wait_until(lambda: window.look("window.page") == "spotting", "the page")
    _tab_to(window, person, f"{SPOTTING}.page.start_open")
    person.press("space")
    wait_until(lambda: window.look(_FRONT) == "Open a list of cues", "the dialog of files")
    person.write(str(script))
    person.press("Return")
    wait_until(lambda: window.look(f"{SPOTTING}.list is not None"), "the list")
    done = []
    for number, line in enumerate(lines):
        if number:
            person.press("Tab")
        done.append(person.spot(number, line))
        print(f"{number + 1:2d} {done[-1]}", flush=True)
    _tab_to(window, person, f"{SPOTTING}.page.export")
    person.press("space")
    wait_until(lambda: window.look(f"{SPOTTING}.handing_on.dialog is not None"), "the dialog of the export")
    wait_until(lambda: window.look(f"{SPOTTING}.handing_on.dialog.isActiveWindow()"), "the dialog of the export")
    _tab_to(window, person, f"{SPOTTING}.handing_on.dialog.folder")
    person.press("ctrl+a")
    person.write(str(copies))
    person.press("Return")
    picked = sum(1 for one in done if one.name)
    wait_until(lambda: copies.is_dir() and len(list(copies.glob("*.wav"))) == picked, "the copies")
    wait_until(lambda: not window.look(f"{SPOTTING}.handing_on.working.is_running"), "the end of copying")
    return done


def _tab_to(window: DrivenWindow, person: Person, part: str) -> None:
    """Goes on with Tab until a part has the focus."""
    for _ in range(_TABS):
        if window.look(f"{_FOCUS} is {part}"):
            return
        person.press("Tab")
    raise AssertionError(f"Tab does not lead to {part}")


def table(done: Sequence[LineDone], seconds: float, keys: int) -> str:
    """Markdown: a row a line, and what it came to."""
    rows = [
        f"| {number} | {one.text} | {one.seconds:.0f} | {one.heard} | {one.place or 'none'} | {one.reworded} |"
        for number, one in enumerate(done, start=1)
    ]
    first = sum(1 for one in done if one.place and not one.reworded)
    later = sum(1 for one in done if one.place and one.reworded)
    minutes, rest = divmod(round(seconds), 60)
    total = f"{len(done)} lines over {COUNT:,} nameless sounds in {minutes} min {rest:02d} s"
    counted = f"right in the first five for {first}, after rewording for {later} more; {keys} keys, letters among them."
    head = ["| | line | s | heard | picked | reworded |", "| --- | --- | --- | --- | --- | --- |"]
    return "\n".join([f"{total}: {counted}", "", *head, *rows, ""])


def main() -> int:
    """Runs as the command line says; 0 where it took less than five minutes."""
    parser = argparse.ArgumentParser(prog="python -m tests.tours", description=__doc__)
    parser.add_argument(
        "folder", type=Path, help="where the library, the table and the film go; a library there is used"
    )
    folder: Path = parser.parse_args().folder.resolve()
    missing = missing_x_programs() + missing_pulse_parts()
    if missing or not data_folders():
        print(f"needs {', '.join([*missing, *([] if data_folders() else ['EARSHOT_DATA'])])}", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    kinds, lines = ready(folder, data_folders()), read_scene()
    for former in ("copies", "library/spotting"):
        shutil.rmtree(folder / former, ignore_errors=True)
    script, settings = folder / "scene.txt", folder / "window.json"
    script.write_text("".join(f"{line.text}\n" for line in lines), encoding="utf-8")
    settings.write_text('{"version": 1, "language": "en"}', encoding="utf-8")
    with contextlib.ExitStack() as stack:
        server, pulse = stack.enter_context(XServer(f"{SIZE}x24")), stack.enter_context(PulseServer())
        homes = {name: str(folder / "home") for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
        window = stack.enter_context(
            DrivenWindow(server.display, folder / "library", settings, env={**pulse.env, **homes})
        ).open()
        if can_record():
            stack.enter_context(Recording(server.display, SIZE, folder / "tour.webm"))
        else:
            print("no ffmpeg: no film", flush=True)
        person, began = Person(window, kinds), time.monotonic()
        done = work(window, person, script, folder / "copies", lines)
        seconds = time.monotonic() - began
    said = table(done, seconds, person.keys)
    (folder / "tour.md").write_text(said, encoding="utf-8")
    print(said)
    return int(seconds >= LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
