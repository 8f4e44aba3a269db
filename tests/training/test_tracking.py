"""The curves of words and units have the names that those of sounds and heads have (test_sounds, test_heads)."""

from pathlib import Path

import pytest
import torch

from tests.training.boards import COMMON, board
from tests.training.papers.units.small import make_fsdd, small_config
from tests.training.papers.words.toys import small, toy
from training.papers.units.recordings import hear, read_recordings
from training.papers.units.tasks import learn_codes, learn_inverter
from training.papers.words.training import learn
from training.runs.tracking import board_name


@pytest.fixture(autouse=True)
def threads() -> object:
    """Leaves the number of threads as it was."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def test_words_are_told_by_the_common_names(tmp_path: Path) -> None:
    learn(toy(["a", "b"], takes=2), toy(["v", "w"], takes=2, seed=7), small(epochs=1), tmp_path)
    assert board(tmp_path) == COMMON | {"val/acoustic_ap", "val/across_ap", "val/crossview_ap"}


def test_units_and_their_inverter_are_told_by_the_common_names(tmp_path: Path) -> None:
    config, places = small_config(3), {"fsdd": make_fsdd(tmp_path / "fsdd", takes=2)}
    sounds = hear(read_recordings(["fsdd:ann"], places), config.features, print, trim=False, keep_samples=True)
    codes = learn_codes(sounds, config, tmp_path / "codes")
    learn_inverter(sounds, codes, tmp_path / "inverter")
    own = {f"train/{name}" for name in ("drawing", "commitment", "roughness", "perplexity")}
    assert board(tmp_path / "codes") == COMMON | own
    assert board(tmp_path / "inverter") == COMMON | {"train/drawing"}


def test_a_figure_is_named_after_what_was_looked_at() -> None:
    assert board_name("loss") == "train/loss" and board_name("val_map10") == "val/map10"
    assert board_name("drawing", "train") == "train/drawing"
