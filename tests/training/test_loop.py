"""A training run: repeatable where it says so, and looked at to its last step."""

import pytest
import torch

from tests.training.corpora import make_corpus
from training.config import Config, from_mapping
from training.data.corpus import read_corpus
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.loop import gather, train

CONFIG = from_mapping(
    Config,
    {
        "model": {
            "audio": {"stem": 8, "widths": [16, 24], "blocks": [1, 1], "hidden": 32, "dim": 16},
            "text": {"hidden": 32, "dim": 16},
        },
        "batch": {"size": 6, "lengths_s": [0.5]},
        "run": {"seed": 3, "steps": 5, "validate_every": 2, "threads": 1, "warm_up_steps": 1},
    },
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkpoint, Checkpoint]:
    """The same run twice, the second as it is read back from its file."""
    folder = tmp_path_factory.mktemp("loop")
    material = gather(read_corpus(make_corpus(folder / "data")), CONFIG, folder / "cache", print)
    first = train(material, CONFIG, folder / "first.pt", print)
    train(material, CONFIG, folder / "second.pt", print)
    return first, load_checkpoint(folder / "second.pt")


def test_a_run_on_one_thread_is_repeatable_to_the_bit(runs: tuple[Checkpoint, Checkpoint]) -> None:
    first, second = runs
    assert first.weights.keys() == second.weights.keys()
    assert [name for name in first.weights if not torch.equal(first.weights[name], second.weights[name])] == []


def test_the_last_step_is_looked_at_though_it_is_no_round_one(runs: tuple[Checkpoint, Checkpoint]) -> None:
    assert [look["step"] for look in runs[0].history] == [2.0, 4.0, 5.0]


def test_a_checkpoint_says_what_made_it(runs: tuple[Checkpoint, Checkpoint]) -> None:
    _, kept = runs
    assert (kept.config, kept.step) == (CONFIG, 5)
    assert len(kept.commit.removesuffix("+")) in (0, 40)
