"""The training of word embeddings, on words made of numbers."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.papers.words.toys import small, toy
from training.papers.words.checkpoint import load_words
from training.papers.words.material import batches
from training.papers.words.quality import figures, rank_warped
from training.papers.words.settings import WordsObjectiveConfig
from training.papers.words.training import PlateauSchedule, figures_of, learn, loss_of, vectors_of
from training.papers.words.views import MultiView
from training.runs.checkpoint import CheckpointError
from training.runs.tracking import Hooks

TRAIN, VAL = toy(["a", "b", "c", "d"]), toy(["v", "w"], takes=2, seed=7)
MORE = toy(["a", "b", "c", "d", "e", "f"], takes=6)


class StopAt:
    """Stops a run before its n-th step."""

    def __init__(self, step: int) -> None:
        self.left = step

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def test_it_learns_to_tell_words_of_unseen_speakers_apart(tmp_path: Path) -> None:
    best = learn(MORE, VAL, small(epochs=14, learning_rate=5e-3), tmp_path)
    found, without = figures_of(best.model(), VAL), figures([rank_warped(VAL)])
    assert found.cross_view is not None
    assert found.acoustic > without.acoustic.high > without.acoustic_chance
    assert found.cross_view > 0.8 > 3 * found.cross_view_chance
    assert best.words == MORE.words and best.speakers == ("a", "b", "c", "d", "e", "f")


def test_a_run_that_was_stopped_ends_equal_to_the_bit(tmp_path: Path) -> None:
    whole = learn(TRAIN, VAL, small(), tmp_path / "whole")
    learn(TRAIN, VAL, small(), tmp_path / "parts", Hooks(stop=StopAt(6)))
    kept = load_words(tmp_path / "parts" / "last.pt")
    assert kept.step == 6 and kept.step % (len(TRAIN) // 32) != 0
    parts = learn(TRAIN, VAL, small(), tmp_path / "parts", resume=True)
    assert [each["loss"] for each in parts.history] == [each["loss"] for each in whole.history]
    assert all(torch.equal(value, parts.weights[name]) for name, value in whole.weights.items())


def test_another_recipe_is_not_gone_on_with(tmp_path: Path) -> None:
    learn(TRAIN, VAL, small(epochs=1), tmp_path)
    other = replace(small(epochs=2), objective=WordsObjectiveConfig(kind="ntxent"))
    with pytest.raises(CheckpointError, match="another recipe"):
        learn(TRAIN, VAL, other, tmp_path, resume=True)


def test_a_run_begins_with_the_weights_of_another_and_only_of_the_same_views(tmp_path: Path) -> None:
    first = learn(TRAIN, VAL, small(epochs=6, learning_rate=5e-3), tmp_path / "first")
    gentle = small(epochs=1, learning_rate=1e-6)
    second = learn(TRAIN, VAL, gentle, tmp_path / "second", start=first)
    for name, value in first.weights.items():
        assert torch.allclose(second.weights[name], value, atol=1e-4)
    wider = replace(gentle, model=replace(gentle.model, dim=8))
    with pytest.raises(CheckpointError, match="other views"):
        learn(TRAIN, VAL, wider, tmp_path / "third", start=first)


def test_what_is_no_checkpoint_of_words_is_refused(tmp_path: Path) -> None:
    torch.save({"format": 1}, tmp_path / "other.pt")
    with pytest.raises(CheckpointError, match="no word embeddings"):
        load_words(tmp_path / "other.pt")
    with pytest.raises(CheckpointError, match="cannot read"):
        load_words(tmp_path / "nothing.pt")


def test_ntxent_learns_too_and_with_utterances_among_themselves(tmp_path: Path) -> None:
    config = replace(
        small(epochs=10, learning_rate=5e-3), objective=WordsObjectiveConfig(kind="ntxent", acoustic_weight=0.5)
    )
    best = learn(MORE, VAL, config, tmp_path)
    assert best.history[-1]["val_crossview_ap"] > 2 / len(VAL.words)


def test_the_softmax_of_utterances_leaves_each_itself_out() -> None:
    heard = torch.nn.functional.normalize(torch.randn(4, 3, generator=torch.Generator().manual_seed(1)), dim=1)
    read = torch.eye(3)[:2]
    labels = torch.tensor([0, 0, 1, 1])
    config = WordsObjectiveConfig(kind="ntxent", temperature=0.5)
    plain = loss_of(heard, read, labels, config, 0)
    both = loss_of(heard, read, labels, replace(config, acoustic_weight=1.0), 0)
    # By hand: for each utterance, of the other three, the one of its own word.
    cosine = (heard @ heard.T / 0.5).exp()
    hand = -sum(
        float(torch.log(cosine[i, j] / (cosine[i].sum() - cosine[i, i]))) for i, j in ((0, 1), (1, 0), (2, 3), (3, 2))
    )
    assert float(both - plain) == pytest.approx(hand / 4, abs=1e-5)


def test_every_utterance_is_drawn_once_an_epoch_and_each_epoch_otherwise() -> None:
    first, second = ([batch.labels.sum().item() for batch in batches(TRAIN, 32, 1, epoch)] for epoch in (0, 1))
    assert len(first) == len(second) == len(TRAIN) // 32 and first != second
    after = [batch.sound for batch in batches(TRAIN, 32, 1, 0, first=2)]
    assert torch.equal(after[0], list(batches(TRAIN, 32, 1, 0))[2].sound)


def test_the_rate_falls_after_looks_without_gain_and_ends_the_run() -> None:
    plateau = PlateauSchedule(1e-3, decay=0.1, patience=2, least=1e-5)
    said = [plateau.look(figure) for figure in (0.5, 0.6, 0.6, 0.4, 0.7, 0.1, 0.1, 0.1, 0.1)]
    assert [each.is_best for each in said] == [True, True, False, False, True, False, False, False, False]
    assert [each.goes_back for each in said] == [False, False, False, True, False, False, True, False, True]
    assert [each.is_over for each in said] == [False] * 8 + [True]
    assert plateau.rate == pytest.approx(1e-6)


def test_weights_go_back_to_the_best_when_the_rate_falls(tmp_path: Path) -> None:
    # A rate of 1 ruins the weights at once: only the first look can be the best, and all ends back there.
    config = small(epochs=20, learning_rate=1.0, least_rate=0.05, patience=2)
    best = learn(TRAIN, VAL, config, tmp_path)
    last = load_words(tmp_path / "last.pt")
    assert last.step < 20 * (len(TRAIN) // 32)
    assert all(torch.equal(value, last.weights[name]) for name, value in best.weights.items())


def test_vectors_of_utterances_stand_in_their_order() -> None:
    model = untrained()
    heard, read = vectors_of(model, VAL)
    rows = np.array([5, 0, 9])
    again, words = vectors_of(model, VAL.chosen(rows))
    assert again == pytest.approx(heard[rows], abs=1e-5)
    assert words == pytest.approx(read[np.unique(VAL.labels[rows])], abs=1e-5)


def untrained() -> MultiView:
    """A model with random weights."""
    torch.manual_seed(3)
    config = small()
    return MultiView(config.model, config.features.width)
