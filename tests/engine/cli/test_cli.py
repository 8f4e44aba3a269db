"""The command line as a user meets it: help, exit status, what goes to which stream."""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.backup_files import Reason
from engine.base.feature import features
from engine.base.findings import Fault, Repair
from engine.cli import commands as core_commands
from engine.cli.commands import commands
from engine.cli.main import build_parser, main, parse
from engine.features.backups import backups_command, restore_command
from engine.features.backups.losses import LossKind as Lost
from engine.features.user_data import import_data_command
from engine.features.user_data.records import RecordFault as LineFault
from engine.features.user_data.records import RecordKind as Entered
from engine.features.verify import verify_command
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary


def every_parser(
    parser: argparse.ArgumentParser, name: str = "earshot"
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command, inner in action.choices.items():
                yield from every_parser(inner, f"{name} {command}")


PARSERS = dict(every_parser(build_parser()))


@pytest.mark.parametrize("name", PARSERS)
def test_every_command_and_option_has_help(name: str) -> None:
    parser = PARSERS[name]
    silent = [action.dest for action in parser._actions if not action.help and action.dest != "command"]
    silent = [dest for dest in silent if not isinstance(_action(parser, dest), argparse._SubParsersAction)]
    assert silent == []
    assert parser.description


def _action(parser: argparse.ArgumentParser, dest: str) -> argparse.Action:
    return next(action for action in parser._actions if action.dest == dest)


@pytest.mark.parametrize("name", PARSERS)
def test_help_of_every_command_is_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*name.split()[1:], "--help"])
    assert end.value.code == 0
    assert "usage: " + name in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["sing"],
        ["search", "--limit", "0", "wind"],
        ["search", "--limit", "many", "wind"],
        ["index", "--device", "abacus"],
        ["index", "--memory", "0.1"],
        ["similar"],
        ["similar", "a.wav", "--from", "nan"],
        ["pack"],
        ["stats", "--lib", "x"],
    ],
)
def test_a_wrong_command_line_is_exit_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert capsys.readouterr().out == ""


def earshot(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "engine.cli.main", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def objects(output: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.splitlines()]


def test_search_prints_one_object_a_hit_best_first(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "--json", "--library", str(tiny_library.folder), "low", "hum", "--limit", "3"]) == 0
    hits = objects(capsys.readouterr().out)
    assert [hit["rank"] for hit in hits] == [1, 2, 3]
    assert set(hits[0]) == {"rank", "path", "score", "confidence", "start_s", "end_s", "why", "uri"}
    assert str(hits[0]["path"]).endswith("take 0.wav")  # the 100 Hz tone
    assert str(hits[0]["uri"]).endswith("take%200.wav")


def test_options_may_stand_before_or_after_the_command(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--json", "--library", str(tiny_library.folder), "search", "high beep", "--limit", "1"]) == 0
    assert len(objects(capsys.readouterr().out)) == 1


def test_a_batch_adds_the_query_to_every_hit(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "queries.txt").write_text("low hum\n\nhigh beep\n")
    arguments = ["search", "--json", "--library", str(tiny_library.folder), "--limit", "1", "--sound-only"]
    assert main([*arguments, "--batch", str(tmp_path / "queries.txt")]) == 0
    assert [hit["query"] for hit in objects(capsys.readouterr().out)] == ["low hum", "high beep"]


def test_sound_only_leaves_names_out_of_why(tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "--json", "--library", str(tiny_library.folder), "--sound-only", "--exact", "take"])
    assert all("name" not in hit["why"] for hit in objects(capsys.readouterr().out))  # type: ignore[operator]


def test_people_get_a_table_on_stdout_and_the_count_on_stderr(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "--library", str(tiny_library.folder), "low hum"]) == 0
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 6
    assert "6 answers of 6 sounds" in captured.err


def test_a_filter_that_cannot_be_read_is_left_out_and_said(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "--library", str(tiny_library.folder), "low hum dur:abc"]) == 3
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 6
    assert "“dur:abc” cannot be read as a filter. It was left out." in captured.err
    assert "dur:2..5" in captured.err
    assert main(["search", "--library", str(tiny_library.folder), "low hum length:2"]) == 0  # searched as words
    assert "“length:2” is no filter" in capsys.readouterr().err


def test_a_word_that_is_not_known_is_said_to_people_and_to_programs(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["search", "--library", str(tiny_library.folder), "--limit", "1", "low hellicopter qqxxzzvv"]
    assert main(arguments) == 0  # nothing was left out
    said = capsys.readouterr().err
    assert "“hellicopter” is not known" in said
    assert "Perhaps “helicopter” was meant." in said
    assert main([*arguments, "--json"]) == 0
    unknown = [{"word": "hellicopter", "meant": "helicopter"}, {"word": "qqxxzzvv", "meant": None}]
    assert [hit["unknown"] for hit in objects(capsys.readouterr().out)] == [unknown]


def test_words_of_other_languages_are_searched_in_english_and_that_is_said(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["search", "--library", str(tiny_library.folder), "--limit", "1", "tiefes Brummen"]
    assert main(arguments) == 0
    assert "“Brummen” (deu) was searched as “hum”" in capsys.readouterr().err
    assert main([*arguments, "--json"]) == 0
    (hit,) = objects(capsys.readouterr().out)
    assert hit["translated"] == [
        {"word": "tiefes", "language": "deu", "english": "deep"},
        {"word": "Brummen", "language": "deu", "english": "hum"},
    ]


def test_nothing_is_tagged_by_a_query_that_cannot_be_read_whole(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    library = str(tiny_library.folder)
    assert main(["tag", "--library", library, "--query", "dur:abc", "--add", "wrong"]) == 2
    assert "dur:abc" in capsys.readouterr().err
    assert main(["search", "--json", "--library", library, "tag:wrong"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["export", "--library", library, "dur:abc", "--csv", "none.csv"]) == 2


@pytest.mark.parametrize("words", [[], ["wind", "--batch", "queries.txt"]])
def test_an_unreadable_query_is_usage_and_says_what_to_write(
    tiny_library: TinyLibrary, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "--library", str(tiny_library.folder), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_similar_takes_a_file_outside_the_library(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = write_tone(tmp_path / "mine.wav", 4000, 2)
    arguments = ["similar", "--json", "--library", str(tiny_library.folder), str(mine)]
    assert main([*arguments, "--from", "0.5", "--to", "1.5", "--limit", "1"]) == 0
    assert str(objects(capsys.readouterr().out)[0]["path"]).endswith("take 3.wav")  # the 4 kHz tone


def test_similar_leaves_the_file_itself_out_and_keeps_its_copies(
    tmp_path: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = tiny_library.sounds / "tones" / "take 0.wav"
    arguments = ["similar", "--json", "--library", str(tiny_library.folder), "--limit", "6"]
    assert main([*arguments, str(asked)]) == 0
    names = [Path(hit["path"]).name for hit in objects(capsys.readouterr().out)]
    assert (len(names), "take 0.wav" in names) == (5, False)
    copy = tmp_path / "take 0.wav"
    copy.write_bytes(asked.read_bytes())
    assert main([*arguments, str(copy)]) == 0
    assert Path(objects(capsys.readouterr().out)[0]["path"]) == asked


def test_a_minus_word_needs_no_quotes(tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["search", "--json", "--library", str(tiny_library.folder)]
    assert main([*common, "hum", "-beep", "tone", "--limit", "2"]) == 0
    unquoted = objects(capsys.readouterr().out)
    assert main([*common, "hum -beep tone", "--limit", "2"]) == 0
    assert objects(capsys.readouterr().out) == unquoted
    with pytest.raises(SystemExit) as ended:
        main([*common, "hum", "-n", "2"])
    assert ended.value.code == 2


def test_similar_refuses_a_part_that_ends_before_it_begins(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    mine = write_tone(tmp_path / "mine.wav", 4000, 2)
    assert main(["similar", "--library", str(tiny_library.folder), str(mine), "--from", "2", "--to", "1"]) == 2


def test_stats_as_json_has_the_promised_keys(tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--json", "--library", str(tiny_library.folder)]) == 0
    (stats,) = objects(capsys.readouterr().out)
    assert {"sounds", "segments", "failed", "pack", "index_state", "bytes"} <= set(stats)
    assert (stats["sounds"], stats["failed"]) == (6, 0)


def test_a_missing_library_is_the_worlds_fault_with_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "--library", str(tmp_path / "none"), "wind"]) == 1
    assert "earshot index" in capsys.readouterr().err


def test_a_missing_folder_is_exit_status_1_and_the_last_line_says_why(
    tmp_path: Path, tiny_library: TinyLibrary
) -> None:
    done = earshot("index", "--json", "--library", tmp_path / "l", "--pack", tiny_library.pack, tmp_path / "nowhere")
    last = objects(done.stdout)[-1]
    assert done.returncode == 1
    assert (last["event"], last["kind"]) == ("error", "NotAFile")
    assert "nowhere" in done.stderr


def test_index_with_skipped_files_is_exit_status_3(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    write_tone(tmp_path / "sounds" / "good.wav", 440)
    (tmp_path / "sounds" / "bad.wav").write_bytes(b"no sound at all")
    arguments = ("index", "--json", "--library", tmp_path / "l", "--pack", tiny_library.pack, tmp_path / "sounds")
    first, again = earshot(*arguments), earshot("index", "--json", "--library", tmp_path / "l")
    assert [done.returncode for done in (first, again)] == [3, 3]
    ends = [objects(done.stdout)[-1] for done in (first, again)]
    assert [(end["event"], end["added"], end["failed"], end["embedded_segments"] > 0) for end in ends] == [  # type: ignore[operator]
        ("finished", 1, 1, True),
        ("finished", 0, 1, False),
    ]


def test_index_for_people_keeps_stdout_empty(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    write_tone(tmp_path / "sounds" / "good.wav", 440)
    done = earshot("index", "--library", tmp_path / "l", "--pack", tiny_library.pack, tmp_path / "sounds")
    assert (done.returncode, done.stdout) == (0, "")
    assert "1 added" in done.stderr


def test_names_cannot_play_tricks_on_the_terminal(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    write_tone(tmp_path / "sounds" / "evil\x1b[2J\u202egnp.wav", 440)
    earshot("index", "--library", tmp_path / "l", "--pack", tiny_library.pack, tmp_path / "sounds")
    done = earshot("search", "--library", tmp_path / "l", "beep")
    assert "\x1b" not in done.stdout
    assert "\\u202e" in done.stdout


def test_a_reader_that_leaves_early_is_no_error(tiny_library: TinyLibrary) -> None:
    command = f"'{sys.executable}' -m engine.cli.main search --library '{tiny_library.folder}' hum | true"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_the_command_line_is_read_before_numpy_is_loaded() -> None:
    """Its BLAS looks at the environment only once, and help should be quick."""
    code = "import sys, engine.cli.main; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_words_are_searched_without_loading_the_decoders(tiny_library: TinyLibrary) -> None:
    """They are a tenth of a second of the start."""
    program = "import sys; from engine.cli.main import main; main(sys.argv[1:]); sys.exit('av' in sys.modules)"
    command = [sys.executable, "-c", program, "search", "hum", "--json", "--library", str(tiny_library.folder)]
    assert subprocess.run(command, cwd=Path(__file__).parents[3], check=False, capture_output=True).returncode == 0


def test_a_command_is_read_without_loading_the_others_and_the_window_without_any() -> None:
    program = "import sys, engine.cli.main; engine.cli.main.parse(sys.argv[1:]);"
    program += "print([name for name in sys.modules if name.startswith('engine.cli.commands.')])"
    command = [sys.executable, "-c", program]
    there = Path(__file__).parents[3]
    loaded = [
        subprocess.run([*command, *words], cwd=there, check=True, capture_output=True, text=True).stdout.strip()
        for words in (["--json", "--library", "stats", "search", "door"], ["--library=x"])
    ]
    assert loaded == ["['engine.cli.commands.search']", "[]"]


def test_a_folder_called_like_a_command_is_a_folder() -> None:
    options = parse(["--library", "search", "stats"])
    assert (options.command, options.library) == ("stats", Path("search"))


@pytest.mark.parametrize("words", [["--help"], ["--", "search", "--help"], ["pack", "use", "--help"]])
def test_help_is_the_same_however_much_of_it_is_loaded(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for read in (parse, build_parser().parse_args):
        with pytest.raises(SystemExit):
            read(words)
    shown = capsys.readouterr().out
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]


def test_every_module_of_the_commands_is_a_command() -> None:
    root = Path(core_commands.__file__).parents[3]
    core = {f"engine.cli.commands.{path.stem}" for path in root.glob("engine/cli/commands/*.py")}
    theirs = {f"engine.features.{path.parent.name}.{path.stem}" for path in root.glob("engine/features/*/*_command.py")}
    pack_commands = [one for feature in features().values() for one in feature.pack_commands]
    known = {command.module for command in (*commands().values(), *pack_commands)}
    assert core - {"engine.cli.commands.__init__"} | theirs == known


def test_everything_that_can_be_said_has_its_words() -> None:
    """The tables are by value, so that help need not load where the values are from."""
    assert set(backups_command.WHY) == set(Reason)
    assert set(restore_command._WORDS) == set(Lost)
    assert set(import_data_command._WORDS) == set(Entered)
    assert set(import_data_command._FAULTS) == set(LineFault)
    assert set(verify_command._FAULTS) == set(Fault)
    assert set(verify_command._MENDS) == set(Repair) - {Repair.NOTHING}
    assert set(verify_command._MENDED) == set(Repair) - {Repair.NOTHING, Repair.RESTORE}
