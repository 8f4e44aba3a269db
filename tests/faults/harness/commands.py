"""Every command of `earshot`, with a command line that does its work in a world, or why it needs none.

The list of commands is the program's own: a new command missing here fails a test.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.cli.main import build_parser
from engine.models.pack import read_info
from tests.faults.harness.world import World
from tests.helpers.sounds import write_noise, write_tone

READS_ONLY = {
    ("search",): ["search", "low", "hum"],
    ("similar",): ["similar", "{sound}"],
    ("duplicates",): ["duplicates", "--near"],
    ("stats",): ["stats"],
    ("doctor",): ["doctor"],
    ("backups", "list"): ["backups", "list"],
    ("pack", "list"): ["pack", "list"],
    ("pack", "verify"): ["pack", "verify"],
    ("pack", "catalogue"): ["pack", "catalogue"],
    ("collections", "list"): ["collections", "list"],
    ("collections", "show"): ["collections", "show", "Kept"],
    ("thesaurus", "list"): ["thesaurus", "list"],
    ("owner", "show"): ["owner", "show"],
    ("self-test",): ["self-test", "--json"],
    ("dialogue", "list"): ["dialogue", "list"],
    ("journal", "list"): ["journal", "list"],
    ("quality", "list"): ["quality", "list"],
}
"""Commands that change nothing, with a command line."""

ELSEWHERE = {
    ("window",): "tests/faults/test_window_faults.py",
    ("mcp",): "tests/end_to_end/test_assistant.py",
    ("serve",): "tests/engine/features/door/test_serve.py",
    ("send", "install-script"): "tests/engine/features/send/test_daw_scripts.py",
    ("ask",): "tests/engine/features/door/test_ask.py",
    ("sidecar", "show"): "tests/engine/features/sidecar/test_sidecar.py",
    ("pack", "get"): "tests/engine/features/published_packs/test_fetching.py",
    **dict.fromkeys(
        (("dialogue", one) for one in ("get", "remove")), "tests/engine/features/dialogue/test_dialogue_packs.py"
    ),
    **dict.fromkeys(
        (("journal", one) for one in ("again", "credits")), "tests/engine/features/journal/test_journal.py"
    ),
    **dict.fromkeys(
        (("send", one) for one in ("aaf", "fcpxml", "edl")), "tests/engine/features/send/test_timelines.py"
    ),
    **dict.fromkeys(
        (("send", one) for one in ("otio", "rpp", "ardour", "command")), "tests/engine/features/send/test_send.py"
    ),
    **dict.fromkeys(
        (("dialogue", one) for one in ("get-recogniser", "remove-recogniser")),
        "tests/engine/features/dialogue/test_recogniser_packages.py",
    ),
    ("dialogue", "listen"): "tests/engine/features/dialogue/test_listening.py",
    ("dialogue", "language"): "tests/engine/features/dialogue/test_folder_languages.py",
    ("dialogue", "edit"): "tests/engine/features/dialogue/test_edits.py",
    ("dialogue", "export"): "tests/engine/features/dialogue/test_said.py",
    ("dialogue", "write"): "tests/engine/features/dialogue/test_field_writing.py",
    **dict.fromkeys(
        (("markers", one) for one in ("list", "add", "change", "remove", "undo", "reset", "write", "export")),
        "tests/engine/features/markers/test_markers.py",
    ),
    ("markers", "split"): "tests/engine/features/markers/test_silence_split.py",
    **dict.fromkeys(
        (("picks", one) for one in ("list", "add", "remove", "collect")),
        "tests/engine/features/pick_list/test_pick_list.py",
    ),
    ("quality", "measure"): "tests/engine/features/quality/test_quality_pass.py",
    ("embed", "plan"): "tests/faults/test_bulk.py",
    ("embed", "run"): "tests/faults/test_bulk.py",
    ("embed", "commit"): "tests/faults/test_bulk.py",
    ("embed", "estimate"): "tests/engine/features/bulk/test_estimating.py",
    **dict.fromkeys(
        (("server", one) for one in ("init", "user", "join", "leave", "status")),
        "tests/engine/features/studio/test_server.py",
    ),
    ("server", "sync"): "tests/engine/features/studio/test_outbox.py",
    ("server", "conflicts"): "tests/engine/features/studio/test_syncing.py",
    ("server", "volume"): "tests/engine/features/studio/test_volumes.py",
    **dict.fromkeys(
        (("server", one) for one in ("share", "fetch", "search")), "tests/engine/features/studio/test_heard.py"
    ),
    **dict.fromkeys(
        (("profile", one) for one in ("list", "show", "save", "remove", "export", "import")),
        "tests/engine/cli/test_cli_transfer.py",
    ),
}
"""Commands with tests of their own, and where."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something that changes the world."""

    name: str
    command: Callable[[World], list[str]]
    prepare: Callable[[World], object] = field(default=lambda world: None)
    """Prerequisites, done once to the world that the job starts with."""
    again: tuple[int, ...] = (0,)
    """Exit statuses of a repetition after success: 1 where there is nothing left to do."""
    words: tuple[str, ...] = ()
    """The command of `earshot`; empty for jobs of the window alone."""


def _earshot(*words: str) -> Callable[[World], list[str]]:
    return lambda world: world.command(*(_filled(word, world) for word in words))


def _filled(word: str, world: World) -> str:
    if not word.startswith("{"):
        return word
    kind, _, rest = word.strip("{}").partition(":")
    places = {"sound": world.sound("low_hum_000"), "home": world.home, "new": world.new, "out": world.out}
    if kind == "pack":
        return str(world.pack(rest))
    return str(world.sound(rest) if kind == "sound" and rest else places[kind] / rest)


def _job(*words: str, again: tuple[int, ...] = (0,), name: str = "", parts: int = 1) -> Job:
    return Job(name or " ".join(words[:parts]), _earshot(*words), again=again, words=words[:parts])


def _build(world: World) -> list[str]:
    pack_id = read_info(world.pack("own")).pack_id  # the library's own record may be out of reach later
    return [sys.executable, "-m", "engine.index.base_builder", str(world.library), pack_id, "segments"]


def _restore(world: World) -> list[str]:
    backup = min((world.library / "backups").glob("*-asked*.sqlite"))
    return world.command("restore", backup.name, "--yes", "--json")


def _back_up_and_change(world: World) -> None:
    world.earshot("backups", "make")
    world.earshot("tag", "--query", "", "--add", "later")


def _cut_off_vectors(world: World) -> None:
    for path in (world.library / "vectors" / read_info(world.pack("other")).pack_id).glob("names-*.vec"):
        os.truncate(path, path.stat().st_size - 5)


def _export_and_forget(world: World) -> None:
    world.earshot("export-data", world.out / "entered.jsonl")
    world.earshot("tag", "--query", "", "--remove", "mine", "--rating", "0")
    world.earshot("collections", "remove", "Kept")


def _teach(world: World) -> None:
    world.earshot("owner", "learn", "our boom", world.sound("low_hum_000"), world.sound("noise"))


def _record_takes(world: World) -> None:
    for number in (1, 2, 3):
        write_tone(world.sounds / "takes" / f"step {number}.wav", 210.0 + number, 1.0)
    world.earshot("index", "--device", "cpu")


def _rename(world: World) -> list[str]:
    return [sys.executable, "-m", "tests.faults.harness.renaming", str(world.library), str(world.sounds)]


JOBS: tuple[Job, ...] = (
    _job("index", "--json", "--device", "cpu", "{new}", name="ingest"),
    Job(
        "first ingest",
        lambda world: world.command("index", "--json", "--device", "cpu", "--pack", world.pack("own"), world.sounds),
        prepare=lambda world: _without_library(world),
        words=("index",),
    ),
    _job("tag", "--query", "", "--add", "storm", "--rating", "5", "--favourite", "--note", "new", "--json"),
    _job("describe", "--set", "title=After", "--json", "{sound:low_hum_000}", "{sound:high_beep}", "{sound:noise}"),
    _job("undo", "--json", again=(0, 1)),
    Job("rename", _rename),
    _job("pack", "use", "{pack:other}", "--json", "--device", "cpu", parts=2),
    _job("pack", "use", "{pack:third}", "--json", "--device", "cpu", parts=2, name="learn"),
    _job("pack", "install", "{pack:third}", parts=2),
    _job("pack", "forget", "tiny 24", parts=2, again=(0, 1)),
    Job(
        "pack remove",
        lambda world: world.command("pack", "remove", world.library / "packs" / read_info(world.pack("third")).pack_id),
        prepare=lambda world: world.earshot("pack", "install", world.pack("third")),
        again=(0, 1),
        words=("pack", "remove"),
    ),
    Job("index swap", _build),
    _job("backups", "make", "--json", parts=2, name="backup"),
    Job(
        "mend",
        lambda world: world.command("verify", "--mend", "--json"),
        prepare=lambda world: _cut_off_vectors(world),
        again=(0, 1),  # unmendable faults, such as missing files, remain
        words=("verify",),
    ),
    Job("restore", _restore, _back_up_and_change, words=("restore",)),
    _job("export-data", "{out:entered.jsonl}"),
    Job(
        "import-data",
        lambda world: world.command("import-data", world.out / "entered.jsonl", "--json"),
        prepare=lambda world: _export_and_forget(world),
        words=("import-data",),
    ),
    _job("collections", "make", "New", "--json", parts=2, again=(0, 1)),
    _job("collections", "add", "Kept", "--query", "", "--json", parts=2),
    _job("collections", "remove", "To go", parts=2, again=(0, 1)),
    _job("thesaurus", "add", "boom", "thud", "--json", parts=2),
    _job("thesaurus", "forbid", "drum", "percussion", "--json", parts=2),
    _job("thesaurus", "remove", "drum", "--json", parts=2, again=(0, 1)),
    Job(
        "thesaurus import",
        lambda world: world.command("thesaurus", "import", world.out / "words.txt", "--json"),
        prepare=lambda world: (world.out / "words.txt").write_text("gate: door\nboom: thud, -bang\n"),
        words=("thesaurus", "import"),
    ),
    _job("thesaurus", "export", "{out:entries.txt}", parts=2),
    _job("owner", "learn", "our boom", "{sound:low_hum_000}", "{sound:noise}", "--json", parts=2),
    Job(
        "owner forget",
        lambda world: world.command("owner", "forget", "our boom"),
        prepare=lambda world: _teach(world),
        again=(0, 1),
        words=("owner", "forget"),
    ),
    Job(
        "owner export",
        lambda world: world.command("owner", "export", world.out / "learnt.json"),
        prepare=lambda world: _teach(world),
        words=("owner", "export"),
    ),
    Job(
        "owner import",
        lambda world: world.command("owner", "import", world.out / "learnt.json"),
        prepare=lambda world: (_teach(world), world.earshot("owner", "export", world.out / "learnt.json")),
        words=("owner", "import"),
    ),
    _job("missing", "--moved", "{home:sounds/moving}", "{home:moved}", "--json"),
    _job("export", "--csv", "{out:list.csv}", "--m3u", "{out:list.m3u8}"),
    _job("collect", "dur:>0", "--to", "{out:copies}", "--json", again=(0, 3)),
    Job(
        "spot",
        _earshot(
            "spot", "{home:cues.txt}", "--csv", "{out:cues.csv}", "--otio", "{out:cues.otio}", "--collect", "{out:cued}"
        ),
        prepare=lambda world: (world.home / "cues.txt").write_text("0:01 low hum\n0:05 high beep\n0:09 bell\n"),
        words=("spot",),
    ),
    Job(
        "round-robin",
        _earshot("round-robin", "{home:sounds/takes/step 1.wav}", "--to", "{out:robin}", "--count", "2", "--json"),
        prepare=lambda world: _record_takes(world),
        again=(0, 3),
        words=("round-robin",),
    ),
    Job(
        "background",
        _earshot("background", "{home:room.wav}", "--out", "{out:tone}", "--length", "8", "--json"),
        prepare=lambda world: write_noise(world.home / "room.wav", seconds=5.0),
        again=(0, 3),
        words=("background",),
    ),
    _job("sidecar", "write", "{home:sounds}", "--out", "{out:own.sidecar}", "--json", parts=2),
    _job("sketch", "{home:sounds/bell.wav}", "--out", "{out:sketch.wav}"),
)


def job(name: str) -> Job:
    return next(one for one in JOBS if one.name == name)


def leaf_commands() -> set[tuple[str, ...]]:
    """Returns every command line command of the program, from its own parser."""
    return set(_leaves(build_parser(), ()))


def _leaves(parser: argparse.ArgumentParser, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        return [words]
    return [leaf for group in groups for name, one in group.choices.items() for leaf in _leaves(one, (*words, name))]


def _without_library(world: World) -> None:
    shutil.rmtree(world.library)
