"""Levels, lines of child processes, and kept lines without names."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from engine.base import logs
from engine.base.errors import broken_pack
from engine.base.logs import KeptFormatter, Name
from engine.base.types import FilePath
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary, write_sounds

SECRET = "Tante Emma » kitchen\ndoor.wav"


@pytest.fixture
def kept() -> Iterator[StringIO]:
    """What a log file gets of the logger `engine.trial`."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(KeptFormatter())
    logger = logging.getLogger("engine.trial")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


@pytest.mark.parametrize(
    "value",
    [
        Name(SECRET),
        Name(FilePath(b"/sounds/" + SECRET.encode())),
        Path("/sounds") / SECRET,
        f"/sounds/{SECRET}",
        SECRET,
        [Path(SECRET)],
        FileNotFoundError(2, "No such file", SECRET),
        broken_pack(f"/packs/{SECRET}"),
    ],
)
def test_names_in_a_kept_line_can_be_left_out(kept: StringIO, value: object) -> None:
    logging.getLogger("engine.trial").warning("%d of %s on %s in %.1f s", 3, value, "cpu", 1.25)
    assert "Tante Emma" in kept.getvalue()
    (line,) = logs.without_names(kept.getvalue().splitlines())
    assert "Emma" not in line
    assert "door" not in line
    assert "engine.trial: 3 of " in line
    assert line.endswith(" on cpu in 1.2 s")


def test_a_trace_keeps_places_and_classes_alone(kept: StringIO) -> None:
    try:
        Path("/nowhere", "Tante Emma.wav").read_bytes()
    except OSError:
        logging.getLogger("engine.trial").exception("it failed")
    text = "\n".join(logs.without_names(kept.getvalue().splitlines()))
    assert "Emma" not in text
    assert "base/test_logs.py, line " in text
    assert text.endswith("FileNotFoundError")


def test_lines_of_others_lose_their_text() -> None:
    lines = [
        "2026-01-31T10:00:00.000 WARNING qt: no such file door.wav",
        "2026-01-31 10:00:00,000 INFO engine: door.wav",
    ]
    assert list(logs.without_names(lines)) == ["2026-01-31T10:00:00.000 WARNING qt: «»"]


def test_a_childs_record_is_logged_as_its_own_with_its_level(kept: StringIO) -> None:
    code = (
        "import logging; from engine.base import logs; logs.start();"
        "logging.getLogger('engine.trial').debug('%s and %s', 7, logs.Name('door'))"
    )
    environment = {**os.environ, logs.LEVELS_VARIABLE: "engine.trial=debug", logs.FORM_VARIABLE: "records"}
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    (line,) = child.stderr.splitlines()
    assert logs.take_line(line)
    assert kept.getvalue().endswith(" DEBUG engine.trial: 7 and «door»\n")
    assert not logs.take_line("Segmentation fault")
    assert not logs.take_line("earshot-log:{}")


def test_a_wrong_level_is_named_and_the_others_hold(kept: StringIO, caplog: pytest.LogCaptureFixture) -> None:
    logs.set_levels("engine.trial=loud, engine.trial=error")
    assert "'engine.trial=loud' is not a level" in caplog.text
    assert logging.getLogger("engine.trial").level == logging.ERROR


def run(*words: str | Path, allowed: int = 0, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs `earshot`; `allowed` is an exit status that is in order too."""
    command = [sys.executable, "-m", "engine.cli.main", *map(str, words)]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, allowed), done.stderr
    return done


def test_a_verbose_run_tells_decisions_and_figures_and_no_name(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    write_sounds(tmp_path / "sounds")
    library = ("--library", tmp_path / "library", "--json")
    options = ("--pack", tiny_library.pack, "--device", "cpu")
    indexed = run("index", *library, *options, tmp_path / "sounds", "--verbose")
    assert "engine.ingest.job: indexing 1 folders with pack tiny" in indexed.stderr
    assert " on cpu" in indexed.stderr
    assert "6 added, 0 changed, 0 moved, 0 removed, 0 failed" in indexed.stderr
    assert json.loads(indexed.stdout.splitlines()[-1])["added"] == 6
    searched = run("search", *library, "low hum", EARSHOT_LOG="info,engine.library.library_search=debug")
    assert "by words: tier exact, 6 considered" in searched.stderr
    assert all(json.loads(line) for line in searched.stdout.splitlines())
    for said in (indexed.stderr, searched.stderr):
        assert "take " not in said
        assert "hum" not in said
        assert str(tmp_path / "sounds") not in said


def test_a_level_can_be_set_for_one_logger(tiny_library: TinyLibrary) -> None:
    said = run("search", "--library", tiny_library.folder, "hum", EARSHOT_LOG="engine.models=debug").stderr
    assert "DEBUG engine.models." in said
    assert "engine.search" not in said


def test_no_name_is_left_of_a_whole_run_at_debug(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    folder = tmp_path / "Tante Emma"
    write_sounds(folder / "Küche")
    (folder / "Küche" / "broken Emma.wav").write_bytes(b"RIFF\x24\x00\x00\x00WAVEfmt ")
    variables = {logs.LEVELS_VARIABLE: "debug", logs.FORM_VARIABLE: "records"}
    library = ("--library", tmp_path / "library", "--json")
    runs = [
        run("index", *library, "--pack", tiny_library.pack, "--device", "cpu", folder, allowed=3, **variables),
        run("search", *library, "low hum", **variables),
        run("similar", *library, folder / "Küche/tones/take 0.wav", **variables),
    ]
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(KeptFormatter())
    logger = logging.getLogger("engine")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        taken = sum(logs.take_line(line) for one in runs for line in one.stderr.splitlines())
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    assert taken > 20
    assert "Emma" in stream.getvalue(), "the log itself names the file that cannot be read"
    left = "\n".join(logs.without_names(stream.getvalue().splitlines()))
    assert "6 added" in left
    assert "tier exact" in left
    for name in ("Emma", "Küche", "take ", "hum", str(tmp_path), "tones", "noises"):
        assert name not in left
