"""Checkpoints of every format there ever was, and files that are none."""

from pathlib import Path

import numpy as np
import pytest
import torch

from training.runs.checkpoint import Checkpoint, CheckpointError, load_checkpoint, save_checkpoint
from training.runs.config import Config
from training.runs.settings_file import from_mapping
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("version", [1, 2])
def test_a_checkpoint_of_an_older_format_hears_and_reads_as_it_did(version: int) -> None:
    kept = load_checkpoint(GOLDEN / f"checkpoint-{version}.pt")
    model = kept.model()
    power = torch.tensor(np.abs(np.sin(np.arange(40 * 32).reshape(1, 40, 32) * 0.37))).float()
    text = torch.tensor(np.cos(np.arange(384).reshape(1, 384) * 0.11)).float()
    with torch.inference_mode():
        heard, read = model.hear(power)[0], model.read(text)[0]
    # What the version that wrote these files computed with them.
    expected = [-0.726763, -0.096375, 0.192058, -0.355997, 0.393097, 0.379975]
    assert heard.tolist() == pytest.approx(expected, abs=2e-5)
    expected = [-0.012586, -0.706052, -0.113629, -0.189225, 0.066962, -0.669425]
    assert read.tolist() == pytest.approx(expected, abs=2e-5)
    assert float(model.temperature().detach()) == pytest.approx(0.05)


@pytest.mark.parametrize("version", [1, 2])
def test_a_checkpoint_of_an_older_format_keeps_its_recipe(version: int) -> None:
    kept = load_checkpoint(GOLDEN / f"checkpoint-{version}.pt")
    assert (kept.step, kept.commit, kept.history[0]["val_map10"]) == (7, "0123abcd", 0.25)
    assert isinstance(kept.config.model.audio, CompactConfig)
    assert (kept.config.model.dim, kept.config.model.audio.front_end.mels) == (6, 32)
    assert (kept.config.objective.softness, kept.config.run.precision) == (0.1, "32")
    assert kept.state is None


def test_a_checkpoint_read_and_written_anew_is_the_same(tmp_path: Path) -> None:
    kept = load_checkpoint(GOLDEN / "checkpoint-2.pt")
    save_checkpoint(tmp_path / "again.pt", kept)
    again = load_checkpoint(tmp_path / "again.pt")
    assert again.config == kept.config
    assert all(torch.equal(again.weights[name], value) for name, value in kept.weights.items())


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "last.pt"
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(CheckpointError, match="cannot read"):
        load_checkpoint(path)


def test_a_checkpoint_of_a_later_format_says_so(tmp_path: Path) -> None:
    path = tmp_path / "last.pt"
    torch.save({"format": 99}, path)
    with pytest.raises(CheckpointError, match="format 99"):
        load_checkpoint(path)


def test_a_learnt_text_tower_comes_back_without_the_files_it_began_with(tmp_path: Path) -> None:
    recipe = {
        "model": {
            "dim": 8,
            "audio": {"stem": 4, "widths": [4], "blocks": [1], "hidden": 8},
            "text": {"tower": "transformer", "name": "all-MiniLM-L6-v2", "checkpoint": "installed"},
        },
        "objective": {"targets": "sounds"},
        "batch": {"feed": "waves"},
    }
    config = from_mapping(Config, recipe)
    model = DualEncoder(config.model, published=True).eval()
    assert model.text is not None
    describe = getattr(model.text, "description", lambda: "")
    save_checkpoint(tmp_path / "last.pt", Checkpoint(config, "", 1, 0.1, (), dict(model.state_dict()), describe()))
    again = load_checkpoint(tmp_path / "last.pt").model()
    ids, mask = model.text.tokens(["a door creaks"])
    with torch.inference_mode():
        assert torch.equal(again.embed_tokens(ids, mask), model.embed_tokens(ids, mask))
