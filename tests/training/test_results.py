"""Results that are there are kept: refused, moved aside where that is asked for, or kept beside."""

import argparse
import json
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.training.test_train import words as words  # the command line of a small run
from training.base.results import FolderTaken, aside, check_room, make_room, rest_left, write_result
from training.cli.main import main
from training.runs.folders import CARD, METRICS


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_run_that_is_there_is_neither_written_over_nor_touched(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert main(words) == 0
    before = contents(run)
    assert main(words) == 2
    assert contents(run) == before
    told = capsys.readouterr().err
    assert f"{run} holds a result already: last.pt" in told and "--resume" in told and "--replace" in told
    assert main([*words, "--replace", "--resume"]) == 2
    assert contents(run) == before
    assert main([*words, "--replace"]) == 0
    assert contents(tmp_path / "run.1") == before
    assert (run / "last.pt").is_file() and contents(run)["metrics.csv"]


def test_a_start_that_fails_leaves_the_run_where_it_was(words: list[str], tmp_path: Path) -> None:
    assert main(words) == 0
    before = contents(tmp_path / "run")
    assert main([*words, "--replace", "--start", str(tmp_path / "none.pt")]) == 1
    assert contents(tmp_path / "run") == before and not (tmp_path / "run.1").exists()


def test_tables_of_teachers_packs_and_shared_weights_are_kept(words: list[str], tmp_path: Path) -> None:
    assert main(words) == 0
    last, data = str(tmp_path / "run" / "last.pt"), words[words.index("--data") + 1]
    best = str(tmp_path / "run" / "best.pt")
    table, shared = tmp_path / "teachers", tmp_path / "shared"
    assert main(["teach", "--checkpoint", last, "--data", data, "--out", str(table)]) == 0
    assert main(["share", last, "--out", str(shared), "--licence", "cc0-1.0"]) == 0
    before = contents(table), contents(shared)
    assert main(["teach", "--checkpoint", best, "--data", data, "--out", str(table)]) == 2
    assert main(["share", best, "--out", str(shared), "--licence", "cc0-1.0"]) == 2
    assert (contents(table), contents(shared)) == before
    assert main(["teach", "--checkpoint", best, "--data", data, "--out", str(table), "--replace"]) == 0
    assert main(["share", best, "--out", str(shared), "--licence", "cc0-1.0", "--replace"]) == 0
    assert contents(tmp_path / "shared.1") == before[1]
    assert contents(table / "01-small.1") == {name.split("/", 1)[1]: held for name, held in before[0].items()}
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "pack.json").write_text("{}", encoding="utf-8")
    assert main(["export", "--checkpoint", last, "--out", str(pack)]) == 2
    assert contents(pack) == {"pack.json": b"{}"}


def test_the_card_has_figures_of_the_test_and_not_of_the_run(words: list[str], tmp_path: Path) -> None:
    assert main(words) == 0
    last, shared = str(tmp_path / "run" / "last.pt"), tmp_path / "shared"
    figure = {"value": 0.25, "low": 0.2, "high": 0.3}
    record = {"parts": ["clotho:evaluation"], "text_to_audio": dict.fromkeys(METRICS, figure)}
    measured = tmp_path / "measured.json"
    measured.write_text(json.dumps(record), encoding="utf-8")
    ask = ["share", last, "--out", str(shared), "--licence", "cc0-1.0"]
    assert main([*ask, "--measured", str(measured)]) == 0
    card = (shared / CARD).read_text(encoding="utf-8")
    assert "| mAP@10 | 0.2500 | 0.2000 to 0.3000 |" in card
    assert "| minutes |" not in card and "| learning_rate |" not in card and "no figures of a test" in card
    (model,) = yaml.safe_load(card.split("---")[1])["model-index"]
    assert model["results"][0]["metrics"][0] == {"type": "map10", "name": "mAP@10", "value": 0.25}
    assert model["results"][0]["dataset"]["name"] == "clotho:evaluation"
    measured.write_text(json.dumps({"parts": ["a"], "codes": 16}), encoding="utf-8")
    assert main([*ask, "--replace", "--measured", str(measured)]) == 1
    measured.write_text("[]", encoding="utf-8")
    assert main([*ask, "--replace", "--measured", str(measured)]) == 1
    assert (shared / CARD).is_file()  # what could not be written replaced nothing


def test_a_retraining_that_is_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}", encoding="utf-8")
    assert main(["retrain", "--folder", str(tmp_path), "--run", str(tmp_path)]) == 2
    assert contents(tmp_path) == {"run.json": b"{}"}


def test_what_is_measured_again_stands_beside_what_was_measured_before(tmp_path: Path) -> None:
    page = tmp_path / "new" / "tables.md"
    write_result(page, "first")
    write_result(page, "first")
    assert contents(tmp_path) == {"new/tables.md": b"first\n"}
    write_result(page, "second")
    write_result(page, "third")
    assert contents(page.parent) == {"tables.md": b"third\n", "tables.md.1": b"first\n", "tables.md.2": b"second\n"}


def test_a_folder_is_moved_to_the_first_free_number(tmp_path: Path) -> None:
    run = tmp_path / "run"
    for name in ("run", "run.1", "run.3"):
        (tmp_path / name).mkdir()
    assert aside(run) == tmp_path / "run.2"
    check_room(run, ("last.pt",), replaces=False)
    said: list[str] = []
    make_room(run, ("last.pt",), said.append)
    assert said == [] and not (tmp_path / "run.4").exists()
    run.mkdir()
    (run / "last.pt").symlink_to("gone")  # a link that leads nowhere is something too
    with pytest.raises(FolderTaken, match="holds a result already"):
        check_room(run, ("last.pt",), replaces=False, resumes=False)


def test_a_stop_before_anything_was_made_sends_nobody_to_remove_it(tmp_path: Path) -> None:
    stopped = [rest_left(argparse.Namespace(out=out)) for out in (None, tmp_path / "none", tmp_path)]
    assert [told.split(" ", 1)[0] for told in stopped] == ["Nothing", "Nothing", "What"]
