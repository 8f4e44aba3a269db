"""What several seeds say together: means, intervals of both kinds of chance, and the rule of the verdict."""

import math

import pytest

from training.measures.seeds import SeedFigure, SeedSummary, SeedVerdict, half_width, over_seeds, verdict


def drawn(value: float, *parts: float) -> SeedFigure:
    return SeedFigure(value, parts, resampled=True)


def pieces(*parts: float) -> SeedFigure:
    return SeedFigure(sum(parts) / len(parts), parts, resampled=False)


def test_the_interval_of_seeds_is_students() -> None:
    # Spread 1 over three values: t(2) = 4.303, so 4.303 * 1 / sqrt(3) = 2.484.
    assert half_width([1.0, 2.0, 3.0]) == pytest.approx(2.4844, abs=1e-4)
    # Two values: t(1) = 12.706, spread sqrt(0.5), over sqrt(2): 6.353.
    assert half_width([1.0, 2.0]) == pytest.approx(6.353, abs=1e-3)
    assert math.isnan(half_width([1.0]))


def test_both_chances_are_added_as_squares() -> None:
    # Resamplings from -1 to 1 around each value, by 0.01: their 2.5 % points lie at -0.95 and 0.95 of the mean.
    ends = [place / 100.0 for place in range(-100, 101)]
    runs = [drawn(value, *(value + end for end in ends)) for value in (1.0, 2.0, 3.0)]
    found = over_seeds(runs)
    assert found.mean == pytest.approx(2.0) and found.seeds == (1.0, 2.0, 3.0)
    half = math.hypot(0.95, 2.4844)
    assert (found.low, found.high) == (pytest.approx(2.0 - half, abs=1e-3), pytest.approx(2.0 + half, abs=1e-3))


def test_a_seed_that_changes_nothing_leaves_the_chance_of_what_is_measured_on() -> None:
    runs = [pieces(0.1, 0.2, 0.3)] * 3
    # Spread 0.1 over three speakers: 4.303 * 0.1 / sqrt(3) = 0.2484.
    found = over_seeds(runs)
    assert found.mean == pytest.approx(0.2)
    assert found.high - found.mean == pytest.approx(0.24844, abs=1e-4)


def test_a_difference_is_taken_part_by_part_so_that_what_is_hard_for_both_does_not_count() -> None:
    new = [pieces(0.9, 0.5, 0.1), pieces(0.9, 0.5, 0.1), pieces(0.9, 0.5, 0.1)]
    old = [pieces(0.8, 0.4, 0.0), pieces(0.8, 0.4, 0.0), pieces(0.8, 0.4, 0.0)]
    change = over_seeds([one.minus(other) for one, other in zip(new, old, strict=True)])
    assert change.mean == pytest.approx(0.1) and change.low == pytest.approx(0.1) == change.high
    assert over_seeds(new).high - over_seeds(new).low > 1.0
    with pytest.raises(ValueError, match="cannot be paired"):
        new[0].minus(pieces(0.1, 0.2))


@pytest.mark.parametrize(
    ("low", "high", "more", "less"),
    [
        (0.01, 0.05, SeedVerdict.HELPS, SeedVerdict.HARMS),
        (-0.05, -0.01, SeedVerdict.HARMS, SeedVerdict.HELPS),
        (-0.001, 0.05, SeedVerdict.NO_ORDER, SeedVerdict.NO_ORDER),
        (0.0, 0.05, SeedVerdict.NO_ORDER, SeedVerdict.NO_ORDER),
        (-0.05, 0.0, SeedVerdict.NO_ORDER, SeedVerdict.NO_ORDER),
    ],
)
def test_an_order_is_said_only_where_the_interval_leaves_zero_out(
    low: float, high: float, more: SeedVerdict, less: SeedVerdict
) -> None:
    change = SeedSummary((low + high) / 2, low, high, (0.0, 0.0, 0.0))
    assert verdict(change) is more
    assert verdict(change, higher_is_better=False) is less


def test_two_seeds_are_too_few_whatever_they_say() -> None:
    assert verdict(SeedSummary(0.3, 0.2, 0.4, (0.3, 0.3))) is SeedVerdict.TOO_FEW
