"""A background of any length: exact to the sample, without a click or a dip at its joins, and round."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.features.ambience.floor import levels_of
from engine.features.ambience.loop import LoopPlan, least_frames, looped, plan_loop
from tests.engine.features.ambience.rooms import RATE, room
from tests.helpers.sounds import tone


def made(samples: NDArray[np.float32], frames: int, block: int = 65_536) -> tuple[LoopPlan, NDArray[np.float32]]:
    plan = plan_loop(samples, RATE, frames)
    return plan, np.concatenate(list(looped(samples, plan, block)))


def joins(plan: LoopPlan) -> list[int]:
    """The middles of the fades in the result, the closing one last."""
    found = []
    if plan.round is not None:
        lap = plan.round.leave - plan.round.enter
        found = list(range(plan.round.leave - plan.start - plan.fade // 2, plan.frames, lap))
    return [*found, plan.frames - plan.fade // 2]


@pytest.mark.parametrize("frames", [1, 31, RATE, 4 * RATE + 1, 5 * RATE, 17 * RATE + 3])
def test_the_length_is_exact_to_the_sample(frames: int) -> None:
    _, result = made(room(1, 5, seed=1, channels=2), frames)
    assert result.shape == (frames, 2)
    assert np.isfinite(result).all()


def test_what_is_long_enough_is_not_repeated() -> None:
    samples = room(1, 6, seed=1)[:, None]
    plan, result = made(samples, 4 * RATE)
    assert plan.round is None and plan.laps == 1
    body = plan.frames - plan.fade
    assert np.array_equal(result[:body], samples[plan.start : plan.start + body])


def test_no_level_dips_or_swells_at_a_join() -> None:
    plan, result = made(room(1, 5, seed=2)[:, None], 40 * RATE)
    window = RATE // 5
    rms = [float(np.sqrt(np.mean(result[at : at + window] ** 2))) for at in range(0, len(result) - window, window)]
    at_joins = [float(np.sqrt(np.mean(result[at - window // 2 : at + window // 2] ** 2))) for at in joins(plan)[:-1]]
    assert len(at_joins) > 8
    middle_db, spread_db = 20 * np.log10(np.mean(rms)), 20 * np.log10(np.std(rms) / np.mean(rms) + 1.0)
    assert np.abs(20 * np.log10(np.mean(at_joins)) - middle_db) < 0.3 + spread_db / 2


def test_no_join_stands_out_in_the_spectrum_nor_in_the_samples() -> None:
    plan, result = made(room(3, 4, seed=3)[:, None], 30 * RATE)
    round_twice = np.concatenate([result, result])[:, 0]
    levels = levels_of(round_twice, RATE)
    flux = np.abs(np.diff(levels, axis=0)).mean(axis=1)
    hop = len(round_twice) / len(levels)
    marks = {round(at / hop) + shift for at in [*joins(plan), len(result)] for shift in range(-4, 5)}
    at_joins = flux[[mark for mark in marks if mark < len(flux)]]
    elsewhere = np.delete(flux, sorted(mark for mark in marks if mark < len(flux)))
    assert at_joins.max() <= elsewhere.max() * 1.05
    steps = np.abs(np.diff(round_twice))
    assert steps[len(result) - 1] <= np.percentile(steps, 99.9)  # from the last sample to the first


def test_a_hum_goes_on_in_its_phase() -> None:
    samples = (tone(101.3, 3.0, RATE, 0.3) + 0.003 * room(0, 3, seed=1, level=1.0))[:, None].astype(np.float32)
    plan, result = made(samples, 20 * RATE)
    assert plan.round is not None and plan.round.correlation > 0.98
    envelope = np.abs(result[: len(result) // 320 * 320, 0]).reshape(-1, 320).max(axis=1)  # a period and a bit
    assert envelope.min() > 0.28 and envelope.max() < 0.34


def test_blocks_do_not_change_what_is_written() -> None:
    samples = room(2, 3, seed=4, channels=2)
    assert np.array_equal(made(samples, 11 * RATE)[1], made(samples, 11 * RATE, block=777)[1])


def test_too_short_a_stretch_is_refused() -> None:
    with pytest.raises(ValueError, match="too short"):
        plan_loop(np.zeros((least_frames(RATE) - 1, 1), np.float32), RATE, RATE)


def test_the_shortest_stretch_is_looped_to_any_length() -> None:
    samples = room(1, 1.0, seed=8)[: least_frames(RATE), None]
    assert all(len(made(samples, frames)[1]) == frames for frames in range(RATE, 3 * RATE, 4_999))
