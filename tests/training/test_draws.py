"""A run in replicas on two threads gives the same weights for the same seed, however the threads take turns."""

import threading
from pathlib import Path

import torch
from torch import nn

from tests.training.corpora import make_corpus
from tests.training.test_train import RECIPE
from training.cli.main import main
from training.runs.checkpoint import load_checkpoint
from training.runs.learners import ThreadRandom


def _drawn(first: int) -> dict[int, torch.Tensor]:
    """What two threads draw, one after the other, the one of this number first."""
    drawn, turns = dict[int, torch.Tensor](), [threading.Event(), threading.Event()]

    def draw(number: int) -> None:
        with ThreadRandom(number):
            assert turns[number].wait(10.0)
            kept = nn.Dropout(0.5).train()(torch.ones(64))
            drawn[number] = torch.cat([kept, torch.rand(8), torch.randperm(8), torch.randint(9, (8,))])
        turns[1 - number].set()

    threads = [threading.Thread(target=draw, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    turns[first].set()
    for thread in threads:
        thread.join()
    return drawn


def test_what_a_thread_draws_does_not_depend_on_who_draws_first() -> None:
    before = torch.get_rng_state()
    one, other = _drawn(0), _drawn(1)
    assert torch.equal(one[0], other[0]) and torch.equal(one[1], other[1])
    assert not torch.equal(one[0], one[1])
    assert torch.equal(before, torch.get_rng_state())


def test_dropout_keeps_its_share_and_its_mean() -> None:
    with ThreadRandom(7):
        dropped = nn.Dropout(0.25).train()(torch.ones(100_000))
        assert torch.equal(nn.Dropout(0.25).eval()(torch.ones(9)), torch.ones(9))
    assert abs(float((dropped == 0.0).float().mean()) - 0.25) < 0.01
    assert abs(float(dropped.mean()) - 1.0) < 0.02


def test_the_same_seed_gives_the_same_weights_on_two_threads(tmp_path: Path) -> None:
    data, recipe = make_corpus(tmp_path / "data"), tmp_path / "small.toml"
    recipe.write_text(RECIPE.replace("threads = 1", "threads = 2").replace("= 4\nval", "= 16\nval"), encoding="utf-8")
    found = []
    for run in (tmp_path / "first", tmp_path / "second"):
        assert main(["train", str(recipe), "--data", str(data), "--out", str(run)]) == 0
        found.append(load_checkpoint(run / "last.pt").weights)
    assert found[0].keys() == found[1].keys()
    assert all(torch.equal(value, found[1][key]) for key, value in found[0].items())
