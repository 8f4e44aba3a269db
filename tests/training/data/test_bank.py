"""Sounds under one joined caption: which captions, and what is heard."""

import numpy as np
import pytest

from training.data.bank import JoinedCaption, JoiningConfig, at_once, draw_bank, in_turn
from training.data.caption_joining import Manner

CAPTIONS = [["a dog barking in this clip"], ["rain on a roof"], ["a bell ringing", "a chime"], ["a door closing"]]


def steady(level: float, frames: int) -> np.ndarray:
    return np.full((frames, 2), level, dtype=np.float32)


def test_a_bank_is_the_same_each_time_and_another_with_another_seed() -> None:
    first = draw_bank(CAPTIONS, JoiningConfig(bank=20))
    assert first == draw_bank(CAPTIONS, JoiningConfig(bank=20))
    assert first != draw_bank(CAPTIONS, JoiningConfig(bank=20, seed=1))


def test_a_joined_caption_holds_those_of_its_kinds_without_their_frames() -> None:
    bank = draw_bank(CAPTIONS, JoiningConfig(bank=200, three_share=0.5))
    assert {len(one.kinds) for one in bank} == {2, 3}
    assert {one.manner for one in bank} == set(Manner)
    assert not [one for one in bank if len(set(one.kinds)) != len(one.kinds)]
    with_dog = [one for one in bank if 0 in one.kinds]
    assert not [one for one in with_dog if "a dog barking" not in one.text or "clip" in one.text]


def test_only_two_are_joined_where_there_are_two_kinds_and_none_of_one() -> None:
    assert {len(one.kinds) for one in draw_bank(CAPTIONS[:2], JoiningConfig(bank=30, three_share=1.0))} == {2}
    assert draw_bank(CAPTIONS[:1], JoiningConfig()) == ()


def test_the_louder_part_has_the_greater_share_at_once_and_all_the_same_in_turn() -> None:
    # 6.0206 dB is twice the amplitude: 1 of 3 and 2 of 3.
    louder = JoinedCaption((0, 1), Manner.AT_ONCE, (0.0, 6.0206), "")
    assert louder.shares().tolist() == pytest.approx([1 / 3, 2 / 3], abs=1e-4)
    assert JoinedCaption((0, 1), Manner.IN_TURN, (0.0, 6.0), "").shares().tolist() == [0.5, 0.5]


def test_sounds_at_once_are_added_at_their_levels() -> None:
    # The second is brought to the first's level, then raised by 10 dB: 2 + 2 x 10.
    assert at_once([steady(2.0, 3), steady(8.0, 3)], (0.0, 10.0)) == pytest.approx(steady(22.0, 3))


@pytest.mark.parametrize(
    ("padding", "expected"),
    [("zeros", [1, 1, 0, 1, 1, 1, 0, 0, 0, 0]), ("repeat", [1, 1, 0, 1, 1, 1, 1, 1, 0, 1])],
)
def test_sounds_in_turn_stand_behind_one_another_with_a_gap(padding: str, expected: list[int]) -> None:
    heard = in_turn([2, 3], lambda part, count: steady(part + 1.0, count), 10, 5, (0.0, 0.0), padding)
    assert heard[:, 0].round().tolist() == expected  # the gap of 5 is cut to an eighth of 10


def test_long_sounds_in_turn_share_the_window_and_a_short_one_stays_whole() -> None:
    taken: dict[int, int] = {}

    def cut(part: int, count: int) -> np.ndarray:
        taken[part] = count
        return steady(1.0, count)

    assert in_turn([90, 2, 90], cut, 20, 0, (0.0, 0.0, 0.0), "zeros").shape == (20, 2)
    assert taken == {0: 9, 1: 2, 2: 9}


def test_shares_beyond_all_are_refused() -> None:
    with pytest.raises(ValueError, match="share must be within"):
        JoiningConfig(share=1.5)
    with pytest.raises(ValueError, match="bank must be at least 1"):
        JoiningConfig(bank=0)
