"""Charts of runs and of what was measured: that they are drawn, and that they show the numbers they are of."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from PIL import Image

from tests.training.test_train import words as words  # the command line of a small run
from training.cli.main import main
from training.evaluation.charts import canvas, curves, retrieval
from training.evaluation.charts.canvas import ChartsError, told
from training.evaluation.charts.curves import RunRows, draw_curves, draw_runs
from training.evaluation.charts.retrieval import draw_kinds, draw_measured, draw_recall
from training.measures.kinds import by_kind, recall_curve

COLUMNS = ("step", "epoch", "minutes", "learning_rate", "loss", "val_map10", "val_recall10")


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that are saved from now on."""
    kept: list[Figure] = []
    whole = canvas.save

    def keep(figure: Any, path: Path) -> Path:
        kept.append(figure)
        return whole(figure, path)

    monkeypatch.setattr(curves, "save", keep)
    monkeypatch.setattr(retrieval, "save", keep)
    return kept


def write_run(folder: Path, looks: Sequence[float]) -> Path:
    """A run of ten steps a look, whose looks found these mAP@10."""
    folder.mkdir(parents=True)
    with (folder / "metrics.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for number, found_map10 in enumerate(looks, start=1):
            row = {"step": 10 * number, "epoch": number, "minutes": number / 2, "learning_rate": 0.001}
            table.writerow({**row, "loss": 3.0 / number})
            table.writerow({**row, "loss": 2.5 / number, "val_map10": found_map10, "val_recall10": 2 * found_map10})
    return folder


def lines_of(panel: Any) -> list[list[float]]:
    return [[round(float(value), 6) for value in line.get_ydata()] for line in panel.get_lines()]


def test_curves_show_what_the_table_of_the_run_says(tmp_path: Path, figures: list[Figure]) -> None:
    (path,) = draw_runs([write_run(tmp_path / "run", [0.1, 0.25, 0.4])])
    assert path == tmp_path / "run" / "charts" / "curves.png"
    loss, rate, shares = figures[0].axes
    assert loss.get_title(loc="left") == "run: 30 steps in 1.5 minutes"
    assert lines_of(loss) == [[3.0, 2.5, 1.5, 1.25, 1.0, 0.833333]]
    assert lines_of(rate) == [[0.001] * 6]
    # In percent: mAP@10, and R@10, which is twice of it.
    assert lines_of(shares) == [[10.0, 25.0, 40.0], [20.0, 50.0, 80.0]]
    assert [text.get_text() for text in shares.get_legend().get_texts()] == ["mAP@10", "R@10"]
    assert "(%)" in shares.get_ylabel() and shares.get_xlabel() == "step"
    with Image.open(path) as image:
        assert image.size[0] >= 1000 and image.convert("RGB").getpixel((1, 1)) == (255, 255, 255)


def test_several_runs_have_a_colour_and_a_line_each(tmp_path: Path, figures: list[Figure]) -> None:
    first, second = write_run(tmp_path / "a" / "run", [0.1, 0.2]), write_run(tmp_path / "b" / "run", [0.3])
    draw_runs([first, second], tmp_path / "both")
    loss, _, map10, _ = figures[0].axes
    names = [text.get_text() for text in loss.get_legend().get_texts()]
    assert names == [str(first), str(second)]  # both folders are called run, so that their names alone say nothing
    assert lines_of(map10) == [[10.0, 20.0], [30.0]]
    looks = {(line.get_color(), line.get_linestyle()) for line in loss.get_lines()}
    assert len({colour for colour, _ in looks}) == len({style for _, style in looks}) == 2


def test_figures_of_unlike_size_have_a_panel_each(tmp_path: Path, figures: list[Figure]) -> None:
    rows = [{"step": float(step), "loss": 2.0, "drawing": 0.5, "perplexity": 80.0} for step in (1, 2)]
    draw_curves([RunRows("units", rows)], tmp_path / "curves.png")
    assert [panel.get_ylabel() for panel in figures[0].axes] == ["loss", "learning rate", "drawing", "perplexity"]


def test_a_folder_without_curves_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["charts", str(tmp_path)]) == 1
    assert "has no curves yet" in capsys.readouterr().err
    (tmp_path / "metrics.csv").write_text("step,loss\nten,much\n", encoding="utf-8")
    with pytest.raises(ChartsError, match="is damaged"):
        draw_runs([tmp_path])


def test_without_matplotlib_a_run_ends_well_and_says_so(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("training.evaluation.charts.canvas.find_spec", lambda _: None)
    assert main(words) == 0
    assert "matplotlib is not installed" in capsys.readouterr().err
    assert (tmp_path / "run" / "best.pt").exists() and not (tmp_path / "run" / "charts").exists()
    assert main(["charts", str(tmp_path / "run")]) == 1
    assert "make setup-training" in capsys.readouterr().err


def test_kinds_and_depths_of_a_ranking() -> None:
    # Two captions of a dog, whose one sound comes first and second, and one of rain that is not found.
    ranked, relevant = [[0, 1], [1, 0], [0, 1]], [{0}, {0}, {2}]
    dog, rain = "dog", "rain"
    worst, best = by_kind(ranked, relevant, [dog, dog, rain])
    assert (worst.kind, worst.captions, worst.map10, worst.recall10) == ("rain", 1, 0.0, 0.0)
    assert (best.kind, best.captions, best.map10, best.recall10) == ("dog", 2, 0.75, 1.0)  # (1 + 1/2) / 2
    assert recall_curve(ranked, relevant, 2) == pytest.approx([1 / 3, 2 / 3])


def test_of_many_kinds_the_worst_and_the_best_are_drawn(tmp_path: Path, figures: list[Figure]) -> None:
    kinds = [{"kind": f"kind {n}", "captions": 2, "map10": n / 40, "recall10": 1.0} for n in range(40)]
    draw_kinds(kinds, tmp_path / "kinds.png", "Kinds")
    panel = figures[0].axes[0]
    names = [text.get_text() for text in panel.get_yticklabels()]
    assert names == [f"kind {n} (2)" for n in (*range(20), *range(30, 40))]
    assert [round(bar.get_width(), 6) for bar in panel.patches][-1] == 97.5
    assert figures[0].get_suptitle() == "Kinds: the 20 found worst and the 10 found best of 40"


def test_a_name_that_the_font_lacks_is_no_fault(tmp_path: Path) -> None:
    one = {"kind": "雨の音 $x^2$", "captions": 1, "map10": 0.5, "recall10": 1.0}
    assert draw_kinds([one], tmp_path / "kinds.png", "Kinds").exists()


def test_recall_by_depth_is_in_percent(tmp_path: Path, figures: list[Figure]) -> None:
    draw_recall({"run": [0.25, 0.5]}, tmp_path / "recall.png", "Val")
    assert lines_of(figures[0].axes[0]) == [[25.0, 50.0]]


@pytest.mark.shows("run-has-pictures")
def test_a_run_its_measures_and_its_card_have_charts(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, data, card = tmp_path / "run", words[words.index("--data") + 1], tmp_path / "shared"
    assert main(words) == 0
    assert {path.name for path in (run / "charts").iterdir()} == {"curves.png", "recall.png", "kinds.png"}
    look = json.loads((run / "best-look.json").read_text(encoding="utf-8"))
    assert {one["kind"] for one in look["kinds"]} == {"hum", "beep", "whistle", "horn", "hiss"}
    capsys.readouterr()
    measure = ["evaluate", "--checkpoint", str(run / "best.pt"), "--data", data, "--one-way", "--json"]
    assert main([*measure, "--charts", str(tmp_path / "measured")]) == 0
    told_json = capsys.readouterr().out
    record = json.loads(told_json)
    assert record["recall_at"][9] == record["text_to_audio"]["recall10"]["value"]
    charts = {"recall.png", "categories.png", "kinds.png"}
    assert {path.name for path in (tmp_path / "measured").iterdir()} == charts
    (tmp_path / "measured.json").write_text(told_json, encoding="utf-8")
    share = ["share", str(run / "best.pt"), "--out", str(card), "--licence", "cc0-1.0"]
    assert main([*share, "--measured", str(tmp_path / "measured.json")]) == 0
    text = (card / "README.md").read_text(encoding="utf-8")
    assert all(f"](charts/{name})" in text for name in {"curves.png", *charts})
    assert {path.name for path in (card / "charts").iterdir()} == {"curves.png", *charts}


def test_what_is_compared_stands_in_one_chart(tmp_path: Path, figures: list[Figure]) -> None:
    figure = {"value": 0.5, "low": 0.4, "high": 0.6}
    one: dict[str, Any] = {
        "parts": ["earshot:val"],
        "systems": ["starter"],
        "text_to_audio": {name: figure for name in ("recall1", "recall5", "recall10")},
        "recall_at": [0.5] * 10,
        "by_kind": [{"kind": "rain", "captions": 1, "map10": 0.5, "recall10": 0.5}],
        "categories": [{"category": "WEATHER", "queries": 1, "clusters": 5, "map10": figure, "recall10": figure}],
    }
    draw_measured({**one, "against": {**one, "systems": ["starter"]}}, tmp_path)
    recall = figures[0].axes[0]
    assert [text.get_text() for text in recall.get_legend().get_texts()] == ["starter", "starter (against)"]


def test_runs_of_one_name_are_told_apart() -> None:
    assert told(["a/run", "b/other"]) == ["run", "other"]
    assert told(["a/run", "b/run", "c"]) == ["a/run", "b/run", "c"]
