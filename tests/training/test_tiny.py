"""The smaller size of a pack: in its joint space, with its words byte for byte, nearer to it the longer it follows."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from engine.models.encoder import AudioEncoder, check_canonical
from engine.models.pack import load_pack
from tests.training.corpora import make_corpus
from tests.training.test_starter import TINY
from training.cli.main import main
from training.data.corpus import read_corpus
from training.runs.config import load_config
from training.runs.items import PictureFeed
from training.runs.material import gather
from training.runs.pack_distillation import PackDistillationError, smaller_config
from training.runs.weights import PackWeights, weights_of_pack
from training.towers.dual_encoder import DualEncoder
from training.towers.mobilenet import MobileNetConfig

SMALLER = TINY.replace('name = "tiny"', 'name = "tiny-tiny"').replace("widths = [16, 24]", "widths = [8, 16]")


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A pack and its smaller size, both made by the commands."""
    home = tmp_path_factory.mktemp("family")
    data, runs = make_corpus(home / "data"), home / "runs"
    recipe, smaller = home / "tiny.toml", home / "smaller.toml"
    recipe.write_text(TINY, encoding="utf-8")
    smaller.write_text(SMALLER.replace("dropout = 0.2", "dropout = 0.5"), encoding="utf-8")
    words = ["--data", str(data), "--runs", str(runs)]
    assert main(["starter", *words, "--config", str(recipe), "--out", str(home / "packs" / "big")]) == 0
    assert main(["tiny", *words, "--config", str(smaller), "--pack", str(home / "packs" / "big")]) == 0
    return home / "packs" / "big", home / "packs" / "big-tiny"


def test_both_sizes_have_the_words_byte_for_byte(family: tuple[Path, Path]) -> None:
    big, tiny = (load_pack(folder).info for folder in family)
    assert tiny.files["text.onnx"] == big.files["text.onnx"]
    assert tiny.files["tokenizer.json"] == big.files["tokenizer.json"]
    assert tiny.pack_id != big.pack_id
    assert tiny.dim == big.dim
    assert check_canonical(load_pack(family[1])).ok


def test_the_smaller_tower_hears_nearly_what_the_larger_one_does(family: tuple[Path, Path]) -> None:
    big, tiny = (AudioEncoder(load_pack(folder), "cpu").encode(_tones()) for folder in family)
    # The cosine of two vectors of 16 numbers drawn at random has a spread of 1/4, the mean of four one of 1/8 if they
    # are strangers to each other, which tones are not: between the two.
    assert float(np.mean(np.sum(big * tiny, axis=1))) > 0.5


def test_its_tower_is_stored_in_half_the_bytes(family: tuple[Path, Path]) -> None:
    sizes = [(folder / "audio.onnx").stat().st_size for folder in family]
    assert sizes[1] < sizes[0]


def test_a_pack_with_another_ear_is_followed_too(family: tuple[Path, Path], tmp_path: Path) -> None:
    home, recipe = family[0].parent.parent, tmp_path / "other.toml"
    recipe.write_text(
        f"{SMALLER}\n[model.audio.front_end]\nmels = 32\n".replace("tiny-tiny", "other"), encoding="utf-8"
    )
    words = ["--data", str(home / "data"), "--runs", str(home / "runs"), "--config", str(recipe)]
    assert main(["tiny", *words, "--pack", str(family[0]), "--out", str(tmp_path / "other")]) == 0
    big, other = (AudioEncoder(load_pack(folder), "cpu").encode(_tones()) for folder in (family[0], tmp_path / "other"))
    assert float(np.mean(np.sum(big * other, axis=1))) > 0.5  # as above


def test_a_mobilenet_hears_half_of_its_frames_and_begins_as_it_was(
    family: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, big, recipe = family[0].parent.parent, tmp_path / "packs" / "mobile", tmp_path / "mobile.toml"
    shape = 'tower = "mn01"\nmel_jitter = false\nstill_norms = true\n'
    recipe.write_text(re.sub(r"(?s)(?<=audio.\n).*?(?=\n\[)", shape, TINY.replace("= 40", "= 4")), encoding="utf-8")
    words = ["--data", str(home / "data"), "--runs", str(tmp_path / "runs"), "--config", str(recipe)]
    assert main(["starter", *words, "--out", str(big)]) == 0
    again = tmp_path / "again.toml"
    again.write_text('name = "half"\n[batch]\nsize = 10\nlengths_s = [0.5]\n[run]\nsteps = 1\n', encoding="utf-8")
    assert main(["tiny", *words[:-1], str(again), "--pack", str(big)]) == 0
    assert "begins with the pack's own weights" in capsys.readouterr().err
    small = weights_of_pack(big.with_name("mobile-tiny"))
    assert small.config == replace(
        small.config, audio=MobileNetConfig("mn01", mel_jitter=False, still_norms=True, every=2)
    )
    tones = _tones()
    heard, half = (
        AudioEncoder(load_pack(folder), "cpu").encode(tones) for folder in (big, big.with_name("mobile-tiny"))
    )
    assert float(np.mean(np.sum(heard * half, axis=1))) > 0.5  # as above


def test_what_a_pack_with_another_ear_never_heard_joined_is_not_joined(tmp_path: Path) -> None:
    recipe = tmp_path / "other.toml"
    recipe.write_text(f"{TINY}\n[model.audio.front_end]\nmels = 32\n[joining]\nshare = 0.1\n", encoding="utf-8")
    plain = load_config(None).model
    torch.manual_seed(0)
    pack = PackWeights(plain, DualEncoder(plain).state_dict())
    with pytest.raises(PackDistillationError, match="no joined sounds"):
        smaller_config(load_config(recipe), pack)


def test_mixed_sounds_are_drawn_to_the_mixture_of_what_was_heard(family: tuple[Path, Path], tmp_path: Path) -> None:
    config = load_config(family[0].parent.parent / "smaller.toml")
    config = replace(config, augment=replace(config.augment, mix_share=1.0))
    clips = read_corpus(family[0].parent.parent / "data")
    material = gather(clips, config, family[0].parent.parent / "runs" / "cache", print)
    count = len(material.train_clips)
    items = next(PictureFeed(replace(material, followed=torch.eye(count)), config, 1).steps(0, 1))
    followed = items[0].followed
    assert followed is not None and torch.allclose(followed.norm(dim=1), torch.ones(len(followed)))
    assert set((followed > 0).sum(dim=1).tolist()) <= {1, 2} and bool(((followed > 0).sum(dim=1) == 2).any())


def test_a_start_of_another_size_is_refused(family: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    home = family[0].parent.parent
    words = ["--data", str(home / "data"), "--runs", str(home / "others"), "--pack", str(family[0])]
    start = ["--start", str(home / "runs" / "starter" / "last.pt")]
    assert main(["tiny", *words, "--config", str(home / "smaller.toml"), *start]) == 1
    assert "another tower" in capsys.readouterr().err
    words[3] = str(home / "runs")  # where a run lies already
    assert main(["tiny", *words, "--config", str(home / "smaller.toml")]) == 2
    assert "holds a result already: last.pt" in capsys.readouterr().err


def test_the_words_side_comes_from_the_pack(family: tuple[Path, Path]) -> None:
    big, tiny = (weights_of_pack(folder) for folder in family)
    for name, value in big.weights.items():
        if name.startswith("text_projection."):
            assert torch.equal(value, tiny.weights[name])


def _tones() -> NDArray[np.float32]:
    """Four of a second, two octaves apart: float32 [4, 32000]."""
    seconds = np.arange(32_000, dtype=np.float32) / 32_000
    tones = np.stack([0.5 * np.sin(2 * np.pi * hz * seconds) for hz in (110.0, 440.0, 1_760.0, 7_040.0)])
    return tones.astype(np.float32)
