"""A words pack of a checkpoint: the graphs say what torch says, and the engine reads the pack."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.base.errors import PackError
from engine.features.speech.features import SpeechConfig
from engine.features.speech.words_model import WordsModel
from engine.models.speech_pack import SpeechPackInfo
from training.papers.speech_packs.spoken_library import whole_precision
from training.papers.words.checkpoint import WordsCheckpoint, mean_of, save_words
from training.papers.words.export import WordsExportError, export_words, fit_curves
from training.papers.words.from_pack import load_start
from training.papers.words.material import SpokenPart
from training.papers.words.phonemes import numbers_of, pronounce
from training.papers.words.settings import ViewConfig, WordsConfig, WordsModelConfig
from training.papers.words.views import MultiView
from training.runs.records import CheckpointError

WORDS = ("seven", "door", "water", "open", "rain")


TRANSFORMERS = WordsModelConfig(*[ViewConfig(layers=1, heads=2, width=16, inner=32, norm_first=True)] * 2)
GRUS = WordsModelConfig(
    acoustic=ViewConfig(kind="gru", layers=2, width=12),
    phonemes=ViewConfig(kind="gru", layers=2, width=10, pooling="last"),
    dim=16,
    phoneme_width=8,
)  # as the shipped ones


@pytest.fixture(scope="module", params=[TRANSFORMERS, GRUS], ids=["transformer", "gru"])
def kept(request: pytest.FixtureRequest) -> WordsCheckpoint:
    """Views that learnt nothing."""
    config = WordsConfig(features=SpeechConfig(hop_s=0.02), model=request.param)
    torch.manual_seed(1)
    weights = MultiView(config.model, config.features.width).state_dict()
    return WordsCheckpoint(config, "test", 0, 0.0, (), weights, WORDS, ("a", "b"))


def spoken(width: int) -> SpokenPart:
    """Five words by six speakers, each word a noise of its own."""
    labels = np.tile(np.arange(len(WORDS)), 6)
    own = [np.random.default_rng(label).standard_normal((20, width)) for label in range(len(WORDS))]
    rng = np.random.default_rng(9)
    sounds = tuple((own[label] + 0.3 * rng.standard_normal((20, width))).astype(np.float32) for label in labels)
    phonemes = tuple(tuple(numbers_of(pronounce(word))) for word in WORDS)
    return SpokenPart(sounds, labels, tuple(f"s{row // 5}" for row in range(len(labels))), WORDS, phonemes)


def exported(kept: WordsCheckpoint, val: SpokenPart, folder: Path, monkeypatch: pytest.MonkeyPatch) -> SpeechPackInfo:
    """A pack; views that learnt nothing have no rising curve, so that of words that were learnt is put in."""
    learnt = fit_curves(np.eye(5, dtype=np.float32)[val.labels], np.eye(5, dtype=np.float32), val)
    monkeypatch.setattr("training.papers.words.export.fit_curves", lambda heard, meant, val: learnt)
    return export_words(kept, val, folder, version="1", trained_on="noise")


def test_the_engine_hears_and_reads_as_torch_does(
    tmp_path: Path, kept: WordsCheckpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    val = spoken(kept.config.features.width)
    info = exported(kept, val, tmp_path / "words", monkeypatch)
    model = WordsModel(tmp_path / "words")
    assert model.pack_id == info.pack_id
    torch_model = kept.model()
    with torch.inference_mode():
        sound = torch.from_numpy(np.stack(val.features[:3]))
        heard = torch_model.hear(sound, torch.full((3,), 20)).numpy()
        phrase = torch_model.read(torch.tensor([numbers_of(pronounce("open the door"))])).numpy()
    assert np.abs(model.hear_features(val.features[:3]) - heard).max() < 1e-4
    said = model.say("open the door")
    assert len(said) == 4  # all of it, then each word
    assert np.abs(said[0] - phrase[0]).max() < 1e-4
    assert model.look_up("door") == ("D", "AO", "R")
    assert model.look_up("qwzxv") is None


def test_a_training_begins_with_the_weights_of_a_pack(
    tmp_path: Path, kept: WordsCheckpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported(kept, spoken(kept.config.features.width), tmp_path / "words", monkeypatch)
    if kept.config.model is TRANSFORMERS:
        with pytest.raises(CheckpointError, match="only recurrent views"):
            load_start([tmp_path / "words"], kept.config)
        return
    found = load_start([tmp_path / "words"], kept.config)
    assert found is not None
    assert all(torch.equal(value, found.weights[name]) for name, value in kept.weights.items())
    save_words(tmp_path / "best.pt", found)
    twice = replace(found, weights={name: 3.0 * value for name, value in found.weights.items()})
    save_words(tmp_path / "twice.pt", twice)
    mean = load_start([tmp_path / "best.pt", tmp_path / "twice.pt"], kept.config)
    assert mean is not None and mean.config == kept.config and load_start([], kept.config) is None
    assert all(torch.allclose(mean.weights[name], 2.0 * value) for name, value in found.weights.items())
    narrower = replace(found, weights={name: value[:1] for name, value in found.weights.items()})
    with pytest.raises(CheckpointError, match="different views"):
        mean_of([found, narrower])
    wider = replace(kept.config, model=replace(kept.config.model, phoneme_width=9))
    slower = replace(kept.config, features=replace(kept.config.features, hop_s=0.01))
    for other in (wider, slower):
        with pytest.raises(CheckpointError, match="are not those of"):
            load_start([tmp_path / "words"], other)
    with pytest.raises(PackError):
        load_start([tmp_path], kept.config)


def test_too_little_speech_fits_no_curve(kept: WordsCheckpoint) -> None:
    val = spoken(kept.config.features.width).chosen(np.arange(4))
    with pytest.raises(WordsExportError, match="20 utterances of 5 words"):
        fit_curves(np.zeros((4, 5), np.float32), np.zeros((4, 5), np.float32), val)


def test_what_is_not_in_the_ranking_adds_nothing_to_its_precision() -> None:
    # Right are places 0 and 3; ranked are 0, 1: precision 1 at the first, nothing for the other, so (1 + 0) / 2.
    right = np.array([True, False, False, True])
    assert whole_precision(np.array([0, 1]), right) == 0.5
    assert whole_precision(np.array([1, 0, 2, 3]), right) == pytest.approx((1 / 2 + 2 / 4) / 2)
