"""The window: killed at its named steps, beside two shells on one library, and when what plays its sound goes away."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.base.errors import EarshotError
from tests.faults.harness.killing import named_stops
from tests.faults.harness.state import facts, faults_of, names, not_between
from tests.faults.harness.steps import REPOSITORY, Ran, Stop, run
from tests.faults.harness.window_session import RATING, VOLUME
from tests.faults.harness.world import World
from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]
_HOW = "facts before and after, what the window had shown, doctor, the next session"


def session(world: World, stop: Stop) -> Ran:
    command = [sys.executable, "-m", "tests.faults.harness.window_session", "--library", str(world.library)]
    return run(command, world.home, stop, QT_QPA_PLATFORM="offscreen", **world.environment)


def broken_word(world: World, ran: Ran, now: dict[str, object]) -> list[str]:
    """What the window had shown as done and is not there."""
    wrong = []
    for line in ran.output.splitlines():
        said = json.loads(line)
        if said["done"] == "rated":
            name = said["path"].removeprefix(f"{world.home}/")
            wrong += [f"not rated: {name}"] if now[f"rating {name}"] != RATING else []
        if said["done"] == "set":
            kept = json.loads((world.settings / "earshot" / "window.json").read_text())["volume"]
            wrong += [f"volume {kept}"] if kept != VOLUME else []
    return wrong


def let_time_pass(world: World) -> None:
    """A lock that was not written yet may be another window's until it has had ten seconds."""
    for lock in world.home.rglob("crash-*.lock"):
        os.utime(lock, (lock.stat().st_atime, lock.stat().st_mtime - 60.0))


def test_killed_at_every_named_step(world: World, tally: Callable[..., None]) -> None:
    before = facts(world)
    whole = session(world, Stop(None, 0))
    assert whole.status == 0, whole.errors
    after, all_names = facts(world), names(world)
    wrong: list[str] = []
    stops = named_stops(whole.steps)
    hits = lost = tried = 0
    for stop in stops:
        world.put_back()
        ran = session(world, stop)
        tried += 1
        if not ran.was_hit:
            continue
        found: list[str] = []
        try:
            now = facts(world)
            found += [*not_between(now, before, after), *broken_word(world, ran, now)]
            found += [check.detail for check in faults_of(world.library)]
            let_time_pass(world)
            again = session(world, Stop(None, 0))
            found += [] if again.status == 0 else [f"the next session: {again.status} {again.errors[-300:]}"]
            settled = facts(world)
            found += [f"not made good: {key}" for key in settled if settled[key] != after.get(key)]
            found += [f"left behind: {name}" for name in names(world) - all_names]
        except (EarshotError, AssertionError) as err:
            found.append(repr(err))
        hits += 1
        lost += bool(found)
        wrong += [f"{stop.step} {stop.how}: {one}" for one in found]
    tally("kill -9 at a named step", "window", tried=tried, hit=hits, lost=lost, detected=_HOW)
    assert wrong == []
    assert hits


def test_a_window_and_two_shells_on_one_library(
    x_display: str, world: World, tmp_path: Path, tally: Callable[..., None]
) -> None:
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, world.library, settings, env=world.environment) as window:
        window.open()
        running = {
            "index": shell(world, "index", "--json", "--device", "cpu", str(world.new)),
            "tag": shell(world, "tag", "--query", "dur:>0", "--add", "storm", "--json"),
        }
        for words in ("low hum", "high beep", "noise", "soft tone"):
            since = window.mark()
            window.key("ctrl+f", "ctrl+a")
            window.type(words)
            window.wait("shown", lambda line, words=words: line["text"] == words, since=since)
        ends = {name: (process.communicate()[1], process.returncode) for name, process in running.items()}
        assert {name: status for name, (_, status) in ends.items()} == {"index": 0, "tag": 0}, ends
        wait_until(lambda: window.ask({"do": "state"})["rows"] >= 15, "the window to list what the shell took in")
        window.say({"do": "close"})
        assert window.process.wait(timeout=120) == 0
    found = facts(world)
    assert sum(key.startswith("row ") for key in found) == 15
    assert (
        sum("storm" in tags for key, tags in found.items() if key.startswith("tags ") and isinstance(tags, tuple)) >= 9
    )
    assert faults_of(world.library) == []
    tally("window and two shells on one library", "search, index, tag", tried=3, hit=3, detected=_HOW)


def test_a_second_writer_waits_or_is_told(world: World, tally: Callable[..., None]) -> None:
    """Two shells take folders in, a third describes files, all at once."""
    commands = [
        ("index", "--json", "--device", "cpu", str(world.new)),
        ("index", "--json", "--device", "cpu", str(world.sounds)),
        ("describe", "--set", "title=Both", "--json", str(world.sound("low_hum_000"))),
    ]
    running = [shell(world, *words) for words in commands]
    ends = [(process.communicate(), process.returncode) for process in running]
    assert all("Traceback" not in errors for (_, errors), _ in ends)
    refused = [output for (output, _), status in ends[:2] if status == 1]
    assert all("LibraryBusy" in output for output in refused)
    assert ends[2][1] == 0
    world.earshot("index", str(world.new))
    found = facts(world)
    assert found["title sounds/Tones/low_hum_000.wav"] == found["title in sounds/Tones/low_hum_000.wav"] == "Both"
    assert faults_of(world.library) == []
    tally("two shells write one library", "index, index, describe", tried=3, hit=3, detected=_HOW)


def shell(world: World, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        world.command(*words),
        cwd=REPOSITORY,
        env={**os.environ, **world.environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


def test_an_audio_device_that_is_lost_while_playing_and_comes_back(
    x_display: str, world: World, pulse: PulseServer, tmp_path: Path, tally: Callable[..., None]
) -> None:
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, world.library, settings, env=pulse.env) as window:
        window.open()
        window.key("ctrl+f")
        window.type("ext:wav ")
        window.key("Down")
        window.wait("started")
        window.key("l")
        pulse.stop()
        assert window.wait("failed")["advice"]
        pulse.start()
        pulse.record()
        since = window.mark()
        window.key("space")
        window.wait("started", since=since)
        wait_until(lambda: abs(pulse.recorded()).max(initial=0) > 0.05, "the sound to be heard again")
        assert window.ask({"do": "state"})["rows"] > 0
    tally("audio device lost while playing", "window", detected="a message with advice; heard again when it is back")
