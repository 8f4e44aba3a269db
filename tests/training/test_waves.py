"""The papers' way to feed a run: captions as items, crops, silence at the end, and runs through it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.corpora import make_corpus
from training.data.corpus import Clip, CorpusError, read_corpus
from training.runs.checkpoint import load_checkpoint
from training.runs.config import Config
from training.runs.material import RunMaterial, gather
from training.runs.settings_file import from_mapping
from training.runs.sounds import fit
from training.runs.tracking import Hooks
from training.runs.waves import WaveBatches, filled, read_crop

RECIPE = {
    "model": {
        "dim": 16,
        "temperature": 0.01,
        "temperature_rule": "plain",
        "audio": {"stem": 4, "widths": [8], "blocks": [1], "hidden": 16},
        "text_projection": {"kind": "linear"},
    },
    "objective": {"targets": "sounds"},
    "batch": {"feed": "waves", "size": 8, "workers": 0},
    "run": {
        "epochs": 2, "flat_from_epoch": 2.0, "validate_every": 0, "learning_rate": 1e-3, "average_decay": 0.0,
        "precision": "32", "weight_decay": 0.0,
    },
}  # fmt: skip
CONFIG = from_mapping(Config, RECIPE)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("waves")
    make_corpus(folder / "data")
    return folder


@pytest.fixture(scope="module")
def material(place: Path) -> RunMaterial:
    return gather(read_corpus(place / "data"), CONFIG, place / "cache", print)


def test_an_epoch_has_every_caption_once_but_for_what_fills_no_batch(material: RunMaterial) -> None:
    captions = [caption for clip in material.train_clips for caption in clip.captions]
    batches = WaveBatches(material, CONFIG)
    # Ten clips with 26 captions: three batches of eight, two captions are left out.
    assert (len(captions), batches.batches_per_epoch) == (26, 3)
    drawn = [caption for number in range(3) for caption in batches[number].captions]
    assert len(drawn) == 24
    assert all(drawn.count(caption) <= captions.count(caption) for caption in drawn)


def test_the_next_epoch_comes_in_another_order_and_a_batch_is_always_the_same(material: RunMaterial) -> None:
    batches = WaveBatches(material, CONFIG)
    first, second = batches[0], batches[3]
    assert first.captions != second.captions
    again = WaveBatches(material, CONFIG)[0]
    assert torch.equal(again.sound, first.sound)
    assert again.captions == first.captions


def test_two_ranks_share_the_batch_of_one(material: RunMaterial) -> None:
    whole = WaveBatches(material, CONFIG)[1]
    halves = [WaveBatches(material, CONFIG, rank, 2)[1] for rank in (0, 1)]
    assert tuple(caption for half in halves for caption in half.captions) == whole.captions
    assert torch.equal(torch.cat([half.identity for half in halves]), whole.identity)


def test_a_batch_is_filled_with_silence_to_whole_segments() -> None:
    sound, share = filled([np.ones(10, np.float32), np.ones(24, np.float32)], 6.0, "longest", 1.0, 10)
    # 2.4 s are three segments of a second.
    assert sound.shape == (2, 30)
    assert share.tolist() == pytest.approx([10 / 30, 24 / 30])
    assert sound[0, 10:].abs().max() == 0.0
    assert filled([np.ones(10, np.float32)], 6.0, "crop", 1.0, 10)[0].shape == (1, 60)


def test_a_long_sound_is_cropped_within_its_bounds(place: Path) -> None:
    clip = next(clip for clip in read_corpus(place / "data") if clip.duration_s == 0.8)
    whole = read_crop(clip, 30.0, 32_000)
    crop = read_crop(clip, 0.3, 32_000, np.random.default_rng(1))
    assert (len(whole), len(crop)) == (25_600, 9_600)
    starts = [start for start in range(len(whole) - 9_600 + 1) if np.array_equal(whole[start : start + 9_600], crop)]
    assert starts
    assert np.array_equal(read_crop(clip, 0.3, 32_000), whole[:9_600])


def test_a_sound_that_cannot_be_read_is_replaced_and_named(material: RunMaterial, tmp_path: Path) -> None:
    broken = tmp_path / "broken.wav"
    broken.write_bytes(b"no sound")
    clips: tuple[Clip, ...] = (replace(material.train_clips[0], path=broken), *material.train_clips[1:])
    batches = WaveBatches(replace(material, train_clips=clips), CONFIG)
    items = [batches[number] for number in range(3)]
    assert any(str(broken) in line for item in items for line in item.left_out)
    assert all(len(item.sound) == 8 for item in items)


def test_too_few_captions_for_a_batch_say_so(material: RunMaterial) -> None:
    with pytest.raises(CorpusError, match="less than one batch"):
        WaveBatches(material, replace(CONFIG, batch=replace(CONFIG.batch, size=64)))


def test_a_run_over_waves_goes_on_after_a_stop_to_the_bit(place: Path, material: RunMaterial) -> None:
    accumulated = replace(CONFIG, run=replace(CONFIG.run, accumulate=1))
    whole = fit(material, accumulated, place / "whole")
    assert whole.step == 6
    asked = iter(range(100))
    fit(material, accumulated, place / "stopped", Hooks(stop=lambda: next(asked) >= 4))
    ended = fit(material, accumulated, place / "stopped", resume=True)
    assert [name for name in whole.weights if not torch.equal(whole.weights[name], ended.weights[name])] == []
    assert (place / "whole" / "best.pt").exists()
    assert load_checkpoint(place / "whole" / "best.pt").state is None
    assert [look["step"] for look in whole.history] == [3.0, 6.0]


def test_gradients_of_several_batches_make_one_step(place: Path, material: RunMaterial) -> None:
    run = replace(CONFIG.run, accumulate=3, average_decay=0.9, gradient_norm=0.0)
    assert fit(material, replace(CONFIG, run=run), place / "accumulated").step == 2


def test_a_run_of_minutes_over_waves_ends_in_time(place: Path, material: RunMaterial) -> None:
    run = replace(CONFIG.run, epochs=None, minutes=0.02, validate_every=1_000)
    assert 0 < fit(material, replace(CONFIG, run=run), place / "hurried").step < 1_000
