"""A units pack of small checkpoints: graphs as torch has them, heard and drawn by the engine."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from engine.features.speech.sketch import sketch
from engine.features.speech.units_model import UnitsModel
from tests.training.papers.units.small import RATE_HZ, WORDS, small_config, word
from training.cli import main
from training.papers.units.checkpoint import UnitsCheckpoint, inverter_of, save_units
from training.papers.units.export import export_units
from training.papers.units.vqvae import VqVae
from training.runs.settings_file import ConfigError


def checkpoint(seed: int = 0) -> UnitsCheckpoint:
    """Networks as they begin: export does not ask how well they were learnt."""
    torch.manual_seed(seed)
    config = small_config(jitter=0.0)
    model = VqVae(config.model, config.features.width, 2)
    model.codebook.vectors.normal_()
    inverter = inverter_of(config).state_dict()
    return UnitsCheckpoint(config, "none", 1, 0.1, (), ("ann", "bob"), model.state_dict(), inverter, "ann")


def test_a_checkpoint_becomes_a_pack_that_the_engine_hears_with(tmp_path: Path) -> None:
    kept = checkpoint()
    save_units(tmp_path / "codes.pt", kept)
    pack, wave = tmp_path / "pack", np.concatenate([word(tones, 1.0, 3) for tones in WORDS.values()])
    asked = ["units", "export", "--checkpoint", str(tmp_path / "codes.pt"), "--inverter", str(tmp_path / "codes.pt")]
    assert main.main([*asked, "--out", str(pack), "--metric", "abx_within=0.2"]) == 0
    model = UnitsModel.load(pack)
    codes, levels = model.hear(wave)
    assert len(codes) == len(levels) == 51  # two seconds: ceil((1 + 200 frames) / 4)
    assert len(sketch(model, codes, levels)) == 51 * 320
    assert np.array_equal(model.hear(model.canonical["samples"])[0], model.canonical["codes"])
    card = (pack / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "| abx_within | 0.2 |" in card and "fsdd:-cid" in card
    soundfile.write(tmp_path / "said.wav", wave, RATE_HZ)
    assert main.main(["units", "picture", str(pack), str(tmp_path / "said.wav"), "--out", str(tmp_path / "a.png")]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    before = (pack / "pack.json").read_bytes()
    again = [*asked, "--out", str(pack), "--name", "Another"]
    assert main.main(again) == 2 and (pack / "pack.json").read_bytes() == before
    assert main.main([*again, "--replace"]) == 0
    assert (tmp_path / "pack.1" / "pack.json").read_bytes() == before != (pack / "pack.json").read_bytes()


def test_an_inverter_of_other_codes_is_refused(tmp_path: Path) -> None:
    kept, other = checkpoint(), checkpoint(seed=1)
    with pytest.raises(ConfigError, match="other codes"):
        export_units(
            tmp_path / "pack", kept, replace(other), name="a", version="1", licence="MIT", training_data="", metrics={}
        )
