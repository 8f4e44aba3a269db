import pytest

from tests.benchmarks import bench_housekeeping, bench_scan
from tests.benchmarks.__main__ import main


def test_a_benchmark_prints_name_target_reached_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    bench_scan.main(["--files", "250"])
    printed, _ = capsys.readouterr().out.splitlines()
    assert printed.startswith("P3 ")
    assert "target >= 0.50" in printed and "reached" in printed
    assert printed.endswith(("PASS", "below"))


def test_an_unknown_benchmark_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warp"]) == 2
    assert "scan" in capsys.readouterr().err


def test_housekeeping_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    bench_housekeeping.main(["--sounds", "500"])
    assert len(capsys.readouterr().out.splitlines()) == 4
