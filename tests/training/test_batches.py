"""What one step of training sees, and the rate it learns at."""

from collections import Counter

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from training.data.augment import AugmentConfig
from training.data.bank import CaptionBank, JoinedCaption, JoiningConfig
from training.data.batches import BatchConfig, JoinedItems, MelClips, Sampler
from training.data.caption_joining import Manner
from training.runs.items import joined_weights
from training.runs.schedule import learning_rate, rate_of_epoch

STILL = AugmentConfig(0.0, 0.0, 0.0, 0, 1.0, 0.0, 0.0, 0)
"""Changes nothing."""


def clips_of(*lengths: int) -> MelClips:
    """Clips whose frames count up from 0: frame f of a clip has the power e^f."""
    frames = np.concatenate([np.arange(length) for length in lengths]).astype(np.float16)
    return MelClips(np.repeat(frames[:, None], 8, axis=1), np.cumsum([0, *lengths]))


def sampler(clips: MelClips, kinds: list[int], config: BatchConfig) -> Sampler:
    captions = [np.array([kind]) for kind in sorted(set(kinds))]
    return Sampler(clips, np.array(kinds), captions, 10.0, config, STILL)


def seeded(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_short_clip_is_repeated_from_its_start() -> None:
    batch = sampler(clips_of(3, 3), [0, 1], BatchConfig(size=2, lengths_s=(0.7,))).draw(seeded())
    assert batch.power[0, :, 0].log().round().tolist() == [0, 1, 2, 0, 1, 2, 0]


def test_a_short_clip_is_followed_by_silence_when_the_pack_says_zeros() -> None:
    batch = sampler(clips_of(3, 3), [0, 1], BatchConfig(size=2, lengths_s=(0.5,), padding="zeros")).draw(seeded())
    assert batch.power[0, 3:].abs().max() == 0


def test_a_long_clip_gives_an_unbroken_stretch() -> None:
    batch = sampler(clips_of(10, 10), [0, 1], BatchConfig(size=2, lengths_s=(0.4,))).draw(seeded(5))
    steps = batch.power[0, :, 0].log().round().diff()
    assert steps.tolist() == [1, 1, 1]


def test_a_rare_kind_is_drawn_as_often_as_a_common_one_when_even() -> None:
    draws = sampler(clips_of(*[5] * 20), [0] * 19 + [1], BatchConfig(size=1, lengths_s=(0.5,), evenness=1.0))
    rng = seeded()
    rare = sum(int(draws.draw(rng).kinds[0]) for _ in range(400))
    assert 150 < rare < 250


def test_a_seed_gives_the_same_batches() -> None:
    clips, config = clips_of(*range(3, 13)), BatchConfig(size=4)
    first = sampler(clips, list(range(10)), config).draw(seeded(3))
    again = sampler(clips, list(range(10)), config).draw(seeded(3))
    assert first.power.equal(again.power)
    assert first.kinds.equal(again.kinds)


def test_a_kinds_caption_is_swapped_for_a_variant_as_often_as_wanted_and_one_without_stays() -> None:
    clips, config = clips_of(5, 5), BatchConfig(size=2, lengths_s=(0.5,))
    variants = [{0: np.array([7, 8])}, {}]
    swapping = Sampler(
        clips,
        np.array([0, 1]),
        [np.array([0]), np.array([1])],
        10.0,
        config,
        STILL,
        variants_of_kind=variants,
        swap=0.5,
    )
    rng = seeded()
    drawn = [tuple(swapping.draw(rng).texts.tolist()) for _ in range(400)]
    assert {texts[1] for texts in drawn} == {1}
    found = Counter(texts[0] for texts in drawn)
    assert found[0] == pytest.approx(200, abs=40)  # four standard deviations of 400 fair coins
    assert found[7] == pytest.approx(100, abs=35)
    assert found[8] == pytest.approx(100, abs=35)


def test_swaps_and_joins_leave_what_is_drawn_before_as_it_was() -> None:
    clips, config = clips_of(*range(3, 13)), BatchConfig(size=4)
    plain = sampler(clips, list(range(10)), config).draw(seeded(3))
    swapped = joiner(clips, list(range(10)), config, 0.0, swap=1.0).draw(seeded(3))
    assert plain.power.equal(swapped.power)
    assert plain.texts.equal(swapped.texts)
    assert swapped.joined is None


def joiner(clips: MelClips, kinds: list[int], config: BatchConfig, share: float, swap: float = 0.0) -> Sampler:
    captions = [np.array([kind]) for kind in sorted(set(kinds))]
    bank = CaptionBank(
        (
            JoinedCaption((0, 1), Manner.IN_TURN, (0.0, 0.0), "one, two"),
            JoinedCaption((1, 0), Manner.AT_ONCE, (0.0, 0.0), "both"),
        ),
        np.array([20, 21]),
    )
    joining = JoiningConfig(share=share, longest_gap_s=0.0)
    none: list[dict[int, NDArray[np.int64]]] = [{} for _ in captions]
    return Sampler(clips, np.array(kinds), captions, 10.0, config, STILL, none, swap, bank, joining)


def test_joined_items_are_sounds_of_the_banks_kinds_with_its_caption() -> None:
    config = BatchConfig(size=3, lengths_s=(2.0,), padding="zeros")
    batch = joiner(clips_of(4, 6, 5), [0, 1, 2], config, 1.0).draw(seeded(1))
    assert batch.joined is not None
    assert batch.joined.items.tolist() == [0, 1, 2]
    assert {tuple(row) for row in batch.joined.shares.tolist()} == {(0.5, 0.5, 0.0)}
    turns = batch.joined.texts == 20
    assert turns.any()
    assert {tuple(row) for row in batch.joined.kinds[turns].tolist()} == {(0, 1, 0)}
    # Frames 0 to 3 of the first, 0 to 5 of the second at the first's level, then silence up to 20.
    assert [int((row > 0).sum()) for row in batch.power[turns][:, :, 0]] == [10] * int(turns.sum())


def test_a_short_window_has_sounds_at_once_only() -> None:
    draws, rng = joiner(clips_of(4, 6), [0, 1], BatchConfig(size=2, lengths_s=(0.5,)), 1.0), seeded()
    batches = [draws.draw(rng) for _ in range(20)]
    assert {text for batch in batches if batch.joined is not None for text in batch.joined.texts.tolist()} == {21}


def test_a_joined_items_weight_is_its_own_captions_and_its_parts() -> None:
    joined = JoinedItems(
        torch.tensor([1]), torch.tensor([[2, 0, 0]]), torch.tensor([[0.25, 0.75, 0.0]]), torch.tensor([9])
    )
    weights = joined_weights(torch.eye(3), torch.eye(3), joined, 0.6)
    assert weights[0].tolist() == [1.0, 0.0, 0.0, 0.0]
    assert weights[1].tolist() == pytest.approx([0.3, 0.0, 0.1, 0.6])


@pytest.mark.parametrize(
    ("step", "done", "expected"),
    # Rise of 10 steps to 1.0; half a cosine: 1 at the start, 0.02 + 0.98 / 2 in the middle, 0.02 at the end.
    [(0, 0.0, 0.1), (9, 0.0, 1.0), (50, 0.5, 0.51), (100, 1.0, 0.02)],
)
def test_the_learning_rate_rises_straight_and_falls_by_a_cosine(step: int, done: float, expected: float) -> None:
    assert learning_rate(1.0, step, 10, done) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("epoch", "expected"),
    # The released code of both papers, peak 2e-5, floor 1e-7, one epoch of warm-up, cosine to 15.
    [(0, 0.0), (0.5, 1e-5), (1, 2e-5), (2, 1.97505327e-5), (8, 1.005e-5), (14.5, 1.625635e-7), (15, 1e-7), (17, 1e-7)],
)
def test_the_papers_rate_ends_its_cosine_at_epoch_15(epoch: float, expected: float) -> None:
    assert rate_of_epoch(2e-5, 1e-7, epoch) == pytest.approx(expected, rel=1e-6)
