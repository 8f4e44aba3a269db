"""How fast readers are said to be, and who of them ends last."""

import pytest

from engine.ingest.pace import ReadersPace, longest


def test_a_rate_is_that_of_the_clock_and_one_of_a_reader() -> None:
    pace = ReadersPace()
    pace.note(100.0, 2, 0.0, 0.0)
    assert pace.rate(0) == pace.rate_of_one(0) == 0.0, "nothing is known yet"
    pace.note(110.0, 1, 40.0, 4.0)
    pace.note(120.0, 1, 60.0, 6.0)
    assert pace.rate(0) == pytest.approx(3.0)
    assert pace.rate_of_one(0) == pytest.approx(2.0), "sixty in ten seconds of two readers and ten of one"
    assert pace.rate_of_one(1) == pytest.approx(0.2)


def test_what_is_long_ago_counts_no_more() -> None:
    pace = ReadersPace()
    done = 0.0
    for second in range(600):
        done += 1.0 if second < 500 else 5.0
        pace.note(float(second), 1, done)
    assert pace.rate(0) == pytest.approx(5.0)
    for second in range(600, 6000):
        done += 5.0 if second < 5700 else 1.0
        pace.note(float(second), 1, done)
    # Of 100 minutes the last ten count: half of them were slow.
    assert pace.rate(0) == pytest.approx(3.0, rel=0.02)


@pytest.mark.parametrize(
    ("opened", "waiting", "readers", "most"),
    [
        ([], [], 2, 0.0),
        ([30.0, 30.0], [60.0], 2, 90.0),
        ([0.0, 0.0, 30.0, 10.0], [], 2, 30.0),
        ([30.0], [60.0], 2, 60.0),
        ([5.0, 5.0], [3600.0], 1, 3605.0),
        ([1.0, 1.0], [1.0] * 10 + [500.0], 2, 506.0),
    ],
)
def test_whoever_is_free_first_takes_the_next(
    opened: list[float], waiting: list[float], readers: int, most: float
) -> None:
    assert longest(opened, waiting, readers) == pytest.approx(most)
