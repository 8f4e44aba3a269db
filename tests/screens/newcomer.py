"""`python -m tests.screens.newcomer FOLDER`: the first half hour of a new user, in the real window, with pictures.

Every step uses the real mouse and keyboard, takes a picture, and checks for an earlier stumbling block. FOLDER/steps.md
has the table; the exit status is 1 where something is wrong. With EARSHOT_DATA the sounds are a thousand recordings,
else the demo sounds. Needs Xvfb, openbox, xdotool and PulseAudio.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs
from tests.helpers.recorded import corpus_folder
from tests.screens.newcomer_sounds import Sounds, make_sounds
from tests.screens.newcomer_steps import LATER, STEPS
from tests.screens.newcomer_user import Newcomer, Outcome


@contextmanager
def opened(display: str, place: Path, pulse: PulseServer, *arguments: str | Path) -> Iterator[DrivenWindow]:
    """Opens a window like a user, over a library of its own."""
    homes = {name: str(place / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    environment = {**pulse.env, **homes}
    given = (place / "library", place / "window.json", *arguments)
    with DrivenWindow(display, *given, env=environment) as window:
        yield window.open()


def write_table(outcomes: Sequence[Outcome], sounds: Sounds, folder: Path) -> None:
    kind = "recordings" if sounds.are_recorded else "demo sounds"
    lines = [f"{sounds.count} files, {kind}.", "", "| step | picture | what is wrong |", "| --- | --- | --- |"]
    for number, outcome in enumerate(outcomes, start=1):
        picture = f"[{outcome.picture}]({outcome.picture})" if outcome.picture else ""
        lines.append(f"| {number}. {outcome.name} | {picture} | {outcome.wrong.replace('|', '/') or 'ok'} |")
    (folder / "steps.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def half_hour(
    folder: Path,
    sounds: Sounds,
    *,
    size: str = "1440x900",
    only: Sequence[str] = (),
    arguments: Sequence[str | Path] = (),
    language: str = "en",
) -> list[Outcome]:
    """Runs the steps of tests/screens/newcomer_steps.py; those named, or all."""
    place = folder / "home"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    (place / "window.json").write_text(f'{{"version": 1, "language": "{language}"}}', encoding="utf-8")
    outcomes: list[Outcome] = []
    kept: dict[str, Any] = {}
    with XServer(f"{size}x24") as server, PulseServer() as pulse:
        kept["display"] = server.display
        for steps in (STEPS, LATER):
            with opened(server.display, place, pulse, *arguments) as window:
                newcomer = Newcomer(window, sounds, folder, outcomes, kept)
                for name, do in steps.items():
                    if not only or name in only:
                        newcomer.step(name, do)
    write_table(outcomes, sounds, folder)
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.screens.newcomer", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures, the table and the sounds go")
    parser.add_argument("--size", default="1440x900", help="of the screen")
    options = parser.parse_args()
    missing = missing_x_programs() + missing_pulse_parts()
    if missing:
        print(f"needs {', '.join(missing)}", file=sys.stderr)
        return 1
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    data = corpus_folder()
    if data is None:
        print("EARSHOT_DATA is not set: the sounds are the demo sounds, not a thousand recordings", flush=True)
    shutil.rmtree(folder / "Sounds", ignore_errors=True)
    sounds = make_sounds(folder / "Sounds", data)
    outcomes = half_hour(folder, sounds, size=options.size)
    return int(any(outcome.wrong for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
