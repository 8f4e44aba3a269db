"""`python -m tests.hour FOLDER`: an hour of a designer's habits over 1,114 files, in the real window, with pictures.

Real mouse and keys under Xvfb, a playing null sink of PulseAudio. FOLDER/hour.md lists for every station what was done
and what was wrong, and keys, clicks and seconds, which are not judged; the exit status is 1 where something was wrong.
Needs EARSHOT_DATA, Xvfb, openbox, xdotool and PulseAudio, and half an hour.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs
from tests.helpers.recorded import corpus_folder
from tests.hour.day import AGAIN, FIRST, GERMAN, LARGE_LETTERS, LEFT_ALONE
from tests.hour.designer import Designer, Hour, Seen
from tests.hour.sounds import HourSounds, make_hour_sounds
from tests.hour.stations import STATIONS

_SCREEN, _LARGE_SCREEN = "1720x960x24", "2880x1880x24"


@contextmanager
def _window(hour: Hour, pulse: PulseServer, *arguments: str, **settings: object) -> Iterator[DrivenWindow]:
    """Opens a window over the hour's library, with these settings changed."""
    file = hour.home / "window.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"version": 1}
    file.write_text(json.dumps(kept | settings), encoding="utf-8")
    homes = {name: str(hour.home / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    environment = {**pulse.env, **homes, "XDG_MUSIC_DIR": str(hour.home / "Music")}
    with DrivenWindow(hour.display, hour.home / "library", file, *arguments, env=environment) as window:
        yield window.open()


def live(folder: Path, sounds: HourSounds, indexed: Path | None, *, only: Sequence[str] = ()) -> list[Seen]:
    """Goes through all stations; returns the outcomes.

    Args:
        indexed: an existing library of these sounds, which shortens the hour by adding none.
        only: stations of the first two windows to run; empty: all of all windows.
    """
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    stations = dict(STATIONS)
    if indexed is not None:
        shutil.copytree(indexed, home / "library")
        del stations["Three folders at once"]

    def go(window: DrivenWindow, steps: Mapping[str, Callable[[Designer], None]]) -> None:
        designer = Designer(window, sounds, hour)
        for name, do in steps.items():
            if not only or name in only:
                designer.station(name, do)

    with PulseServer() as pulse:
        with XServer(_SCREEN) as server:
            hour = Hour(folder, home, server.display)
            with _window(hour, pulse, language="en") as window:
                Designer(window, sounds, hour).take_room()
                go(window, stations | FIRST)
            with _window(hour, pulse) as window:
                go(window, AGAIN)
            if only:
                return hour.stations
            with _window(hour, pulse, "--read-only") as window:
                go(window, LEFT_ALONE)
            with _window(hour, pulse, language="de") as window:
                go(window, GERMAN)
        with XServer(_LARGE_SCREEN) as server:
            hour.display = server.display
            with _window(hour, pulse, language="en", scale_percent=200) as window:
                go(window, LARGE_LETTERS)
    return hour.stations


def write_report(stations: list[Seen], sounds: HourSounds, folder: Path) -> None:
    keys, clicks = sum(one.keys for one in stations), sum(one.clicks for one in stations)
    seconds = sum(one.seconds for one in stations)
    wrong = sum(bool(one.wrong) for one in stations)
    lines = [f"{sounds.count} files, {len(stations)} stations, {wrong} wrong; {keys} keys, {clicks} clicks, "]
    lines[0] += f"{seconds:.0f} s of a script that types without pauses."
    lines += ["", "| station | what was done | seen | keys | clicks | s | pictures |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- |"]
    for one in stations:
        seen = (one.wrong and f"**wrong:** {one.wrong}") or one.told or "ok"
        pictures = " ".join(f"[{Path(name).stem}]({name})" for name in one.pictures)
        cells = (one.name, one.done, seen, str(one.keys), str(one.clicks), f"{one.seconds:.1f}", pictures)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    (folder / "hour.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hour", description=__doc__)
    parser.add_argument("folder", type=Path, help="where pictures, table, sounds and library go")
    parser.add_argument(
        "--indexed", type=Path, help="a library of FOLDER/Sounds that is there: begin with a copy of it"
    )
    parser.add_argument("--only", action="append", default=[], help="a station of the first windows; several times")
    options = parser.parse_args()
    missing = missing_x_programs() + missing_pulse_parts() + ([] if corpus_folder() else ["EARSHOT_DATA"])
    if missing:
        print(f"needs {', '.join(missing)}", file=sys.stderr)
        return 1
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    data = corpus_folder()
    assert data is not None
    if options.indexed is None:
        shutil.rmtree(folder / "Sounds", ignore_errors=True)
        sounds = make_hour_sounds(folder / "Sounds", data)
    else:
        sounds = HourSounds(folder / "Sounds", sum(path.is_file() for path in (folder / "Sounds").rglob("*")))
    stations = live(folder, sounds, options.indexed, only=options.only)
    write_report(stations, sounds, folder)
    return int(any(one.wrong for one in stations))


if __name__ == "__main__":
    sys.exit(main())
