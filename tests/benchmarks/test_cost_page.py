"""The cost page reports exactly the measured figures, and an interrupted run resumes."""

from pathlib import Path

import pytest

from tests.benchmarks import cost_figures
from tests.benchmarks.calibration import Calibration
from tests.benchmarks.cost_figures import CostFigures, Keeper, Machine, Part, begun
from tests.benchmarks.cost_page import pictures, pictures_of, text
from tests.benchmarks.plots import Curve, plot
from tests.helpers.tiny_library import REPOSITORY

PAGE = REPOSITORY / "docs/cost.md"
QUIET = Calibration(2.0, 1000.0)
MACHINE = Machine(2, 24.0, "a processor", "a system", "3.11.7")


def figures_of(**parts: Part) -> CostFigures:
    return CostFigures("abc", MACHINE, "2026-11-25", "starter", {1000: parts})


def part(disturbed: str = "", **figures: float) -> Part:
    return Part(figures, "quiet", "quiet", disturbed)


def test_the_page_and_its_plots_are_those_of_the_figures_that_are_committed() -> None:
    figures = CostFigures.load(pictures_of(PAGE) / "figures.json")
    again = "make it again: python -m tests.benchmarks.cost_page docs/cost.md"
    assert text(figures) == PAGE.read_text(encoding="utf-8"), again
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in pictures_of(PAGE).glob("*.svg")}
    assert pictures(figures) == drawn, again


def test_the_page_says_what_was_not_measured_and_why() -> None:
    found = text(figures_of(base=part(base_longer_than_s=480.0), window=part(queries=24, query_p50_ms=90.0)))
    assert "- 1,000 sounds, the bases: ended after 8 minutes, so the window had none." in found
    assert "- 1,000 sounds, indexing: it takes too long for one run; `--all` measures it." in found
    assert "| last key to painted rows, p50 | 90 ms |" in found
    assert "p95 |" not in found


def test_the_page_says_whether_others_used_the_machine() -> None:
    assert "The machine was left to it" in text(figures_of(window=part(query_p50_ms=90.0)))
    found = text(figures_of(window=part("before it two threads do 1.10 x", query_p50_ms=90.0)))
    assert "these figures are void" in found and "told so of 1 part." in found


def test_a_point_of_a_plot_stands_at_its_power_of_ten() -> None:
    drawn = plot("Title", "s", [Curve("one", {1000: 1.0, 100_000: 100.0}), Curve("two", {1000: 10.0})])
    # 640 x 360 with 76, 44 at the sides, 44 above, 64 below: 1000 and 100,000 at the ends, 1 at the foot, 100 on top.
    assert 'points="76.0,296.0 596.0,44.0"' in drawn
    assert 'points="76.0,170.0"' in drawn  # 10: half way between 296 and 44


def test_a_plot_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing was measured"):
        plot("Title", "s", [Curve("one", {})])


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cost_figures, "calibrate", lambda: QUIET)
    monkeypatch.setattr(cost_figures, "commit", lambda: "abc")
    return tmp_path / "cost.json"


def measure(kept: Path, value: float, *, keeps_disturbed: bool = False) -> None:
    keeper = Keeper(begun(kept, "starter"), kept, keeps_disturbed=keeps_disturbed, is_quick=False)
    keeper.measure(1000, "window", lambda: {"own_mib": value})


def test_a_part_that_was_measured_is_not_measured_again(kept: Path) -> None:
    measure(kept, 1.0)
    measure(kept, 2.0)
    assert CostFigures.load(kept).of(1000, "own_mib") == 1.0


def test_another_commit_begins_anew(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(kept, 1.0)
    monkeypatch.setattr(cost_figures, "commit", lambda: "def")
    measure(kept, 2.0)
    assert CostFigures.load(kept).of(1000, "own_mib") == 2.0


def test_a_disturbed_part_is_measured_again_unless_that_was_asked_for(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cost_figures, "calibrate", lambda: Calibration(1.0, 1000.0))
    measure(kept, 1.0)
    measure(kept, 2.0, keeps_disturbed=True)
    assert CostFigures.load(kept).of(1000, "own_mib") == 1.0
    monkeypatch.setattr(cost_figures, "calibrate", lambda: QUIET)
    measure(kept, 3.0)
    assert CostFigures.load(kept).of(1000, "own_mib") == 3.0
    assert CostFigures.load(kept).disturbed == []
