"""Learning on tones that stand for words: the loss falls, codes are used, a stopped run goes on as if it had not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.base.errors import EngineError
from tests.training.papers.units.small import make_fsdd, small_config
from training.papers.units.checkpoint import UnitsCheckpoint, load_units
from training.papers.units.inference import codes_of, speak, vectors_of
from training.papers.units.quality import measure, pooled
from training.papers.units.recordings import FrameRecording, hear, read_recordings, word_items
from training.papers.units.settings import UnitsConfig
from training.papers.units.tasks import learn_codes, learn_inverter
from training.runs.checkpoint import CheckpointError
from training.runs.run import LAST
from training.runs.tracking import Hooks


def heard(folder: Path, config: UnitsConfig, parts: tuple[str, ...]) -> list[FrameRecording]:
    recordings = read_recordings(parts, {"fsdd": folder})
    return hear(recordings, config.features, print, trim=config.parts.trim, keep_samples=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_fsdd(tmp_path_factory.mktemp("fsdd"))


@pytest.fixture(scope="module")
def learnt(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> UnitsCheckpoint:
    config = small_config(steps=200, jitter=0.05, smoothing=1e-3)
    return learn_codes(heard(folder, config, config.parts.train), config, tmp_path_factory.mktemp("codes"))


def test_the_loss_falls_and_codes_are_used(learnt: UnitsCheckpoint) -> None:
    first, last = learnt.history[0], learnt.history[-1]
    assert last["drawing"] < 0.5 * first["drawing"]
    assert last["perplexity"] > 5.0
    assert learnt.speakers == ("ann", "bob")


def test_words_of_an_unseen_speaker_are_told_apart_by_their_codes(learnt: UnitsCheckpoint, folder: Path) -> None:
    sounds = heard(folder, learnt.config, ("fsdd",))
    found = measure(learnt.model(), learnt.config, sounds, word_items(sounds), about=frozenset({"cid"}))
    assert found.within is not None and found.within < 0.2
    assert found.across is not None and found.across < 0.35
    # 25 codes a second of 16: at most 100 bits a second, and the last code of each sound is a part of one.
    assert 0.0 < found.bits_per_s < 110.0
    assert found.sounds == 16 and found.items == 48


def test_a_stopped_run_goes_on_as_if_it_had_not_been(folder: Path, tmp_path: Path) -> None:
    config = small_config(steps=12, jitter=0.1)
    sounds = heard(folder, config, config.parts.train)
    whole = learn_codes(sounds, config, tmp_path / "whole")
    asked = iter([False] * 5 + [True])
    learn_codes(sounds, config, tmp_path / "parted", Hooks(stop=lambda: next(asked)))
    assert load_units(tmp_path / "parted" / LAST).step == 5
    resumed = learn_codes(sounds, config, tmp_path / "parted", resume=True)
    assert resumed.step == 12
    assert all(torch.equal(value, resumed.codes[name]) for name, value in whole.codes.items())


def test_a_run_is_not_taken_up_by_another_recipe(folder: Path, tmp_path: Path) -> None:
    config = small_config(steps=2)
    sounds = heard(folder, config, config.parts.train)
    learn_codes(sounds, config, tmp_path)
    other = replace(config, model=replace(config.model, codes=8))
    with pytest.raises(CheckpointError, match="another recipe"):
        learn_codes(sounds, other, tmp_path, resume=True)


def test_an_inverter_speaks_louder_where_there_was_sound(learnt: UnitsCheckpoint, folder: Path, tmp_path: Path) -> None:
    sounds = heard(folder, learnt.config, learnt.config.parts.target)
    found = learn_inverter(sounds, learnt, tmp_path)
    assert found.voice == "ann"
    assert found.history[-1]["drawing"] < 0.8 * found.history[0]["drawing"]
    vectors = vectors_of(found.model(), codes_of(found.model(), [sounds[0].features]))[0]
    wave = speak(found.inverting(), vectors, found.config, len(sounds[0].features))
    assert wave.dtype == np.float32 and abs(len(wave) - len(sounds[0].samples)) <= 80
    # Of word 0 the first half is its low tone, the second its high one.
    half = len(wave) // 2
    assert _pitch(wave[200 : half - 200]) < _pitch(wave[half + 200 : -200])
    assert load_units(tmp_path / LAST).inverter is not None


def test_an_inverter_of_two_voices_is_refused(learnt: UnitsCheckpoint, folder: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="one voice"):
        learn_inverter(heard(folder, learnt.config, ("fsdd",)), learnt, tmp_path)


def test_a_file_that_is_no_checkpoint_of_units_is_refused(tmp_path: Path) -> None:
    torch.save({"format": 1}, tmp_path / LAST)
    with pytest.raises(CheckpointError, match="holds no units"):
        load_units(tmp_path / LAST)


def test_folds_are_pooled_with_students_interval(learnt: UnitsCheckpoint, folder: Path) -> None:
    sounds = heard(folder, learnt.config, ("fsdd",))
    one = measure(learnt.model(), learnt.config, sounds, word_items(sounds))
    found = pooled([replace(one, bits_per_s=value) for value in (1.0, 2.0, 3.0)])
    # 4.303 / sqrt(3) = 2.4843.
    assert found["bits_per_s"] == pytest.approx((2.0, 2.0 - 2.4843, 2.0 + 2.4843), abs=1e-3)


def _pitch(wave: np.ndarray) -> int:
    return int(np.abs(np.fft.rfft(wave)).argmax() * 8_000 / len(wave))
