"""Units and spoken words by several processes, batches and precisions: what one process with the whole batch learns."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.base.errors import DeviceError
from tests.training.papers.units.small import make_fsdd
from tests.training.speech_ranks import TRAIN, VAL, found, sounds_of, units_config, words_config
from tests.training.test_distributed import run_two
from training.base.device import DeviceMissing, choose_device
from training.papers.units.checkpoint import load_units
from training.papers.units.settings import LearningConfig
from training.papers.units.tasks import learn_codes
from training.papers.words.checkpoint import load_words
from training.papers.words.settings import LearnConfig
from training.papers.words.training import WordsFeed, learn
from training.runs.run import BEST, LAST

Ended = Mapping[str, Any]


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds fsdd/, and two/ of the two processes."""
    place = tmp_path_factory.mktemp("shared")
    make_fsdd(place / "fsdd")
    return place


@pytest.fixture(scope="module")
def both(folder: Path) -> tuple[Ended, list[Ended]]:
    """What one process ended with, and each of two that shared its batches."""
    run_two("tests.training.speech_ranks", folder)
    return found(folder / "fsdd", folder / "one", devices=1), [torch.load(folder / f"{rank}.pt") for rank in (0, 1)]


def telling(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights without the biases of attention's keys, on which nothing depends.

    They add the same to every logit of a softmax, so their gradient is rounding alone, which Adam makes as long as any.
    """
    found = {name: value.clone() for name, value in weights.items()}
    for name in (name for name in found if name.endswith(("in_proj_bias", "queries.bias"))):
        third = len(found[name]) // 3
        found[name][third : 2 * third] = 0.0
    return found


@pytest.mark.parametrize("what", ["multiview", "ntxent", "sum", "mean", "inverter"])
def test_two_processes_end_with_the_same_weights_and_with_those_of_one(
    what: str, both: tuple[Ended, list[Ended]]
) -> None:
    """Of the codes the codebook too: its vectors, counts and sums are of the stretches of both."""
    alone, (first, second) = both
    torch.testing.assert_close(second[what], first[what], rtol=0.0, atol=0.0)
    torch.testing.assert_close(telling(first[what]), telling(alone[what]), rtol=2e-3, atol=2e-4)
    if what != "inverter":
        assert first[f"{what} losses"] == pytest.approx(alone[f"{what} losses"], rel=1e-3)
        assert second[f"{what} losses"] == first[f"{what} losses"]


@pytest.mark.usefixtures("both")
def test_the_rate_fell_and_weights_went_back(folder: Path) -> None:
    """Else the test above says nothing of what a look changes in the process that does not look."""
    table = (folder / "two" / "multiview" / "metrics.csv").read_text(encoding="utf-8").splitlines()
    column = table[0].split(",").index("learning_rate")
    rates = {float(line.split(",")[column]) for line in table[1:]}
    assert len(rates) > 1 and max(rates) == 0.05


@pytest.mark.parametrize("scale", ["sum", "mean"])
def test_two_batches_of_a_step_move_codes_and_codebook_as_one_of_twice_the_size(
    scale: str, folder: Path, tmp_path: Path
) -> None:
    whole, halves = (units_config(from_data=False, scale=scale, batch=size) for size in (8, 4))
    halves = replace(halves, codes_run=replace(halves.codes_run, accumulate=2))
    sounds = sounds_of(folder / "fsdd", whole)
    once, twice = (learn_codes(sounds, one, tmp_path / str(row)) for row, one in enumerate((whole, halves)))
    torch.testing.assert_close(telling(twice.codes), telling(once.codes), rtol=2e-3, atol=2e-4)
    assert twice.history[-1]["loss"] == pytest.approx(once.history[-1]["loss"], rel=1e-4)


def test_an_epoch_of_words_is_parted_into_steps_of_several_batches() -> None:
    """Thirty-two utterances in batches of eight are four, in steps of three: one step, and one batch waits."""
    feed = WordsFeed(TRAIN, 8, seed=1, accumulate=3)
    assert feed.steps_per_epoch == 1 and [len(step) for step in feed.steps(0, 2)] == [3, 3]
    alone, pairs = WordsFeed(TRAIN, 8, seed=1), WordsFeed(TRAIN, 8, seed=1, accumulate=2)
    single = [batch.labels.tolist() for (batch,) in alone.steps(0, 8)]
    assert [batch.labels.tolist() for step in pairs.steps(0, 4) for batch in step] == single
    assert [batch.labels.tolist() for step in pairs.steps(1, 2) for batch in step] == single[2:4]


def test_words_are_learnt_by_steps_of_several_batches(tmp_path: Path) -> None:
    learn(TRAIN, VAL, words_config(batch=8, accumulate=2, learning_rate=5e-3), tmp_path)
    last = load_words(tmp_path / LAST)
    assert last.step == 12  # six epochs of two steps of two batches, of 32 utterances
    assert last.history[-1]["loss"] < last.history[0]["loss"]


def test_half_precision_learns_words_and_units_without_losing_a_number(folder: Path, tmp_path: Path) -> None:
    plain, half = (words_config(precision=name, learning_rate=5e-3) for name in ("32", "bf16"))
    exact, rounded = (learn(TRAIN, VAL, one, tmp_path / one.learn.precision) for one in (plain, half))
    assert all(value.isfinite().all() for value in rounded.weights.values())
    assert not torch.equal(rounded.weights["into.weight"], exact.weights["into.weight"])  # it was computed otherwise
    assert rounded.history[-1]["loss"] == pytest.approx(exact.history[-1]["loss"], rel=0.25)
    codes = [units_config(precision=name) for name in ("32", "bf16")]
    sounds = sounds_of(folder / "fsdd", codes[0])
    exact_codes, rounded_codes = (learn_codes(sounds, one, tmp_path / str(row)) for row, one in enumerate(codes))
    assert all(value.isfinite().all() for value in rounded_codes.codes.values())
    assert rounded_codes.codes["codebook.vectors"].dtype == torch.float32
    assert rounded_codes.history[-1]["loss"] == pytest.approx(exact_codes.history[-1]["loss"], rel=0.05)


@pytest.mark.parametrize("config", [LearnConfig, LearningConfig])
def test_what_does_not_go_together_is_refused(config: type[LearnConfig] | type[LearningConfig]) -> None:
    with pytest.raises(ValueError, match="precision 16 is for GPUs"):
        config(precision="16")
    with pytest.raises(ValueError, match="cannot be shared evenly by 3"):
        config(batch=16, devices=3)
    with pytest.raises(ValueError, match="accumulate"):
        config(accumulate=0)


def test_a_precision_that_the_device_has_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation=True: including_emulation)
    with pytest.raises(DeviceMissing, match="bf16 is not to be had on cuda"):
        choose_device("auto", "bf16")
    assert choose_device("auto", "16").name == "cuda"
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(DeviceMissing, match="precision 16 needs a GPU"):
        choose_device("auto", "16")


def test_one_of_many_trainings_cannot_start_other_processes(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(DeviceError, match="2 devices are for one training"):
        learn(TRAIN, VAL, words_config(devices=2), tmp_path / "words")
    units = units_config(devices=2)
    with pytest.raises(DeviceError, match="2 devices are for one training"):
        learn_codes(sounds_of(folder / "fsdd", units), units, tmp_path / "units")
    assert not list(tmp_path.iterdir())


def test_the_codes_that_drew_best_are_kept_beside_the_last(folder: Path, tmp_path: Path) -> None:
    """Of the eight looks that the history tells of."""
    config = units_config(learning_rate=0.05, keep="best")
    config = replace(config, codes_run=replace(config.codes_run, steps=8, look_every=1))
    kept = learn_codes(sounds_of(folder / "fsdd", config), config, tmp_path)
    best = min(load_units(tmp_path / LAST).history, key=lambda look: look["drawing"])
    assert kept.step == load_units(tmp_path / BEST).step == best["step"]
