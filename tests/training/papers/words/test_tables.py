"""The rows of the tables, trained small on words made of numbers, and speakers left out in turn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.papers.words.toys import WORDS, small, toy
from training.measures.word_discrimination import PairRanking, pairs_of
from training.measures.word_intervals import Fold, pooled
from training.papers.words.checkpoint import load_words
from training.papers.words.quality import capped
from training.papers.words.rows import OWN, ROWS, TABLES, config_of
from training.papers.words.settings import WordsConfig, load_words_config
from training.papers.words.tables import CrossValidationData, leave_out, leaving_out_table, run_rows, tables_of
from training.papers.words.training import learn
from training.papers.words.utterances import WordsError
from training.papers.words.views import MultiView, parameters_of
from training.runs.figures_store import FiguresStoreError
from training.runs.tracking import Hooks

RECIPES = Path(__file__).parents[4] / "training" / "recipes" / "words"
PARTS = {
    "train": toy(["a", "b", "c"], takes=2),
    "val": toy(["v"], takes=2, seed=7),
    "speakers": toy(["x", "y"], takes=2, seed=8),
    "words": toy(["a", "b"], takes=2, words=("banana", "tiger", "violin"), seed=9),
}


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("name", ["paper", "kaldi", "here", "digits"])
@pytest.mark.parametrize("row", ROWS)
def test_every_row_can_be_built_on_every_recipe(name: str, row: str) -> None:
    config = config_of(ROWS[row], load_words_config(RECIPES / f"{name}.toml"))
    with torch.device("meta"):
        model = MultiView(config.model, config.features.width)
    assert config.name == row and parameters_of(model) > 100_000
    if row.startswith("n"):
        view = config.model.phonemes
        pooling = "first" if "rep" in row else "mean"
        assert row.startswith(f"n{view.layers}-h{view.heads}") and view.pooling == pooling


def test_the_papers_recipe_is_the_papers_system() -> None:
    found = load_words_config(RECIPES / "paper.toml")
    assert found.model == WordsConfig().model and found.objective == WordsConfig().objective
    assert found.features.width == 36 and found.learn.batch == 256


def test_the_released_bigru_is_the_released_recipes() -> None:
    """Its nets: 6 x 512 and 2 x 512 states a direction, phonemes in 64, no projection, so 1,024 numbers a word."""
    config = config_of(ROWS["bigru"], load_words_config(RECIPES / "paper.toml"))
    views = (config.model.acoustic, config.model.phonemes)
    assert [(view.kind, view.layers, view.width, view.pooling, view.dropout) for view in views] == [
        ("gru", 6, 512, "last", 0.4),
        ("gru", 2, 512, "last", 0.4),
    ]
    with torch.device("meta"):
        model = MultiView(config.model, config.features.width)
    assert model.dim == 1024 and model.embedding.embedding_dim == 64
    assert (config.model.dim, sum(1 for name in model.state_dict() if name.startswith("out_"))) == (0, 0)


def test_a_word_of_the_released_bigru_is_both_last_states() -> None:
    """What lies behind a word does not count: the last state forward is of its last frame, backward of its first."""
    torch.manual_seed(3)
    config = config_of(ROWS["bigru"], small())
    model = MultiView(config.model, config.features.width).eval()
    sound, lengths = torch.randn(2, 9, config.features.width), torch.tensor([9, 5])
    with torch.inference_mode():
        both = model.acoustic(model.into(sound), lengths)
        alone = model.acoustic(model.into(sound[1:, :5]), lengths[1:])
        states, _ = model.acoustic.gru(sound[1:, :5])
    width = config.model.acoustic.width
    torch.testing.assert_close(both[1:], alone)
    torch.testing.assert_close(alone[0], torch.cat([states[0, -1, :width], states[0, 0, width:]]))


def test_the_projected_bigru_is_kept_beside_it() -> None:
    model = config_of(ROWS["bigru-projected"], load_words_config(RECIPES / "paper.toml")).model
    assert (model.dim, model.phoneme_width, model.acoustic.pooling, model.phonemes.pooling) == (64, 64, "mean", "last")


def test_every_row_stands_in_a_table_and_every_table_has_rows() -> None:
    assert {name for table in TABLES.values() for name in table.names} == set(ROWS) - {OWN}


def test_rows_are_measured_beside_warping_and_not_done_twice(tmp_path: Path) -> None:
    told: list[str] = []
    hooks = Hooks(report=told.append)
    first = run_rows(["n1-h4-avg", "bigru"], small(epochs=1), PARTS, tmp_path, hooks, most=40)
    page = tables_of(first)
    assert page.count("| BiGRU, the released recipe's |") == 3 and page.count("| MFCC + DTW |") == 6
    assert page.count("| 0.398 / 0.272 |") == 3 and "Unseen words:" in page
    told.clear()
    again = run_rows(["n1-h4-avg", "bigru"], small(epochs=1), PARTS, tmp_path, hooks, most=40)
    assert told == ["mfcc-dtw: done before", "n1-h4-avg: done before", "bigru: done before"]
    assert tables_of(again) == page
    with pytest.raises(FiguresStoreError, match="another recipe"):
        run_rows(["bigru"], small(epochs=2), PARTS, tmp_path, hooks, most=40)


def test_all_utterances_are_measured_and_a_sample_stands_beside_no_published_figure(tmp_path: Path) -> None:
    names, settings = ["n1-h4-avg"], small(epochs=1)
    whole = run_rows(names, settings, PARTS, tmp_path / "whole", Hooks(), most=None)
    assert {name: found.utterances for name, found in whole[1].figures.items()} == {
        name: len(PARTS[name]) for name in ("val", "speakers", "words")
    }
    sample = run_rows(names, settings, PARTS, tmp_path / "sample", Hooks(), most=10)
    assert sample[1].figures["speakers"].cross_view.value > whole[1].figures["speakers"].cross_view.value
    again = run_rows(names, settings, PARTS, tmp_path / "sample", Hooks(), most=10)
    for outcomes in (sample, again):
        page = tables_of(outcomes)
        assert "0.398" not in page
        assert "| N = 1, average, 10 of 32 utterances |" in page and "| MFCC + DTW, 10 of 32 utterances |" in page
    assert "0.398" in tables_of(whole)


def test_a_row_that_is_stopped_is_gone_on_with(tmp_path: Path) -> None:
    stops = iter([False, True, True])
    assert len(run_rows(["n1-h4-avg"], small(epochs=2), PARTS, tmp_path, Hooks(stop=lambda: next(stops)), most=40)) == 1
    assert (tmp_path / "n1-h4-avg" / "last.pt").exists()
    done = run_rows(["n1-h4-avg"], small(epochs=2), PARTS, tmp_path, Hooks(), most=40)
    assert [each.name for each in done] == ["mfcc-dtw", "n1-h4-avg"] and done[1].epochs == 2


def test_every_speaker_is_left_out_once(tmp_path: Path) -> None:
    recordings = toy(["a", "b", "c"], takes=2)
    beside = toy(["m"], takes=1, words=("banana", "seven"), seed=5)
    asked = CrossValidationData(recordings, recordings, beside)
    found = leave_out(asked, ["n1-h4-avg"], small(epochs=1), tmp_path, Hooks(), most=40)
    assert found is not None and [each.name for each in found] == ["mfcc-dtw", "n1-h4-avg"]
    own = found[1]
    assert list(own.speakers) == ["a", "b", "c"]
    mean = np.mean([each.acoustic.value for each in own.speakers.values()])
    assert own.pooled.acoustic.value == pytest.approx(mean)
    assert own.pooled.acoustic.low <= mean <= own.pooled.acoustic.high
    assert own.pooled.utterances == 48 and found[0].pooled.cross_view is None
    assert leaving_out_table(found).count("\n") == 4
    with pytest.raises(WordsError, match="2 speakers"):
        leave_out(replace(asked, measured=recordings.by(["a", "b"])), [OWN], small(), tmp_path, Hooks(), most=40)


def test_every_row_of_leaving_out_begins_with_what_is_given_and_learns_from_what_is_taught(tmp_path: Path) -> None:
    recordings, still = toy(["a", "b", "c"], takes=2), small(epochs=1, learning_rate=1e-6)
    start = learn(PARTS["train"], PARTS["val"], small(epochs=4, learning_rate=5e-3), tmp_path / "start")
    taught = toy(["a", "b", "c"], takes=4, words=WORDS[:4])
    leave_out(CrossValidationData(recordings, taught, None, start), [OWN], still, tmp_path, Hooks(), most=40)
    kept = load_words(tmp_path / OWN / "c" / "last.pt")
    assert kept.speakers == ("b",) and kept.words == WORDS[:4]
    assert all(torch.allclose(value, start.weights[name], atol=1e-4) for name, value in kept.weights.items())


def test_the_same_utterances_are_measured_every_time() -> None:
    whole = PARTS["train"]
    first, second = capped(whole, 10), capped(whole, 10)
    assert len(first) == 10 and first.speakers == second.speakers
    assert capped(whole, 1000) is whole


def test_an_interval_holds_its_value_and_narrows_with_more_recordings() -> None:
    def fold(recordings: int, seed: int) -> Fold:
        draw = np.random.default_rng(seed)
        pairs, labels = pairs_of(recordings), draw.integers(4, size=recordings)
        same = labels[pairs[:, 0]] == labels[pairs[:, 1]]
        return Fold(PairRanking(draw.normal(size=len(pairs)) - same, same), pairs, recordings)

    few, many = pooled([fold(12, 1)], rounds=100), pooled([fold(80, 1)], rounds=100)
    assert few.low <= few.value <= few.high
    assert many.high - many.low < few.high - few.low
    assert pooled([fold(80, 1), fold(80, 2)], rounds=50) == pooled([fold(80, 1), fold(80, 2)], rounds=50)
