"""Heads on a tower that stays as published: it listens once, and hands on what it knows of AudioSet's classes."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.training.boards import COMMON, board
from tests.training.corpora import make_corpus
from tests.training.test_pretrained import folder as folder
from tests.training.test_pretrained import given
from training.cli.main import main
from training.data.augment import AugmentConfig
from training.data.corpus import read_corpus
from training.data.features import caption_vectors
from training.objectives.ntxent import nt_xent
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.config import Config
from training.runs.heads import model_for_heads, train_heads, with_classes
from training.runs.items import PictureFeed
from training.runs.learners import BatchTexts
from training.runs.material import gather
from training.runs.objective import Objective
from training.runs.pretrained import published_weights
from training.runs.records import CheckpointError
from training.runs.settings_file import ConfigError, from_mapping
from training.runs.sounds import fit
from training.runs.tower_features import ListeningError, class_names, classes_of, classifier_of
from training.runs.tracking import Hooks
from training.towers.dual_encoder import DualEncoder
from training.towers.mobilenet import MobileNet, MobileNetConfig
from training.towers.yamnet import YamnetConfig

RECIPE = """\
name = "heads"
[model]
dim = 16
temperature_rule = "fixed"
[model.audio]
tower = "mn04"
checkpoint = "hub"
mel_jitter = false
middle = true
[model.audio_projection]
kind = "standard"
hidden = 32
dropout = 0.3
[cut]
segment_s = 1.0
hop_s = 0.5
ladder_s = [0.5, 1.0]
[run]
learning_rate = 1e-2
warm_up_steps = 2
precision = "32"
[objective]
class_weight = 1.0
[heads]
passes = 8
size = 5
"""

WHOLE = (
    RECIPE.replace("passes = 8\nsize = 5", "passes = 0")
    .replace("class_weight = 1.0", "class_weight = 0.5")
    .replace("[run]", "[batch]\nsize = 5\nlengths_s = [0.5]\n[run]\nsteps = 2\nthreads = 1")
)


def trained(tmp_path: Path, folder: Path, recipe: str = RECIPE, name: str = "run") -> Checkpoint:
    path, data = tmp_path / f"{name}.toml", tmp_path / "data"
    path.write_text(recipe, encoding="utf-8")
    data = data if data.is_dir() else make_corpus(data)
    words = ["train", str(path), "--data", str(data), "--out", str(tmp_path / name), "--cache", str(tmp_path / "cache")]
    assert main([*words, "--pretrained", str(folder)]) == 0
    return load_checkpoint(tmp_path / name / "last.pt")


def test_the_tower_stays_to_the_bit_and_what_lies_on_top_of_it_learns(folder: Path, tmp_path: Path) -> None:
    learnt = trained(tmp_path, folder)
    assert board(tmp_path / "run") == COMMON | {"val/map10", "val/recall1", "val/recall5", "val/recall10"}
    kept = {name: value for name, value in given(folder).items() if name.startswith("features.")}
    assert len(kept) > 200, "batch norms' statistics are among them"
    assert all(torch.equal(learnt.weights[f"audio.network.{name}"], value) for name, value in kept.items())
    begun = model_for_heads(learnt.config, published_weights(learnt.config, folder)).state_dict()
    changed = [name for name, value in learnt.weights.items() if not torch.equal(value, begun[name])]
    assert {name.split(".")[0] for name in changed} == {"audio_projection", "text_projection"}
    assert {"audio_projection.mean", "audio_projection.scale"} <= set(changed)
    (look,) = learnt.history
    assert look["step"] == 16 and 0.0 <= look["val_map10"] <= 1.0


def test_it_listens_once_and_a_second_run_is_the_same_to_the_bit(folder: Path, tmp_path: Path) -> None:
    first = trained(tmp_path, folder)
    (heard,) = (tmp_path / "cache").glob("listened-*.npy")
    since = heard.stat().st_mtime_ns
    again = trained(tmp_path, folder, name="again")
    assert [path.stat().st_mtime_ns for path in (tmp_path / "cache").glob("listened-*.npy")] == [since]
    assert all(torch.equal(value, again.weights[name]) for name, value in first.weights.items())


def test_a_run_that_is_stopped_goes_on_to_the_same_bits_and_one_that_is_over_is_not_run_again(
    folder: Path, tmp_path: Path
) -> None:
    whole = trained(tmp_path, folder)
    config, cache = whole.config, tmp_path / "cache"
    material = gather(read_corpus(tmp_path / "data"), config, cache, print)
    asked = iter([False] * 7 + [True])
    events: list[object] = []
    hooks = Hooks(stop=lambda: next(asked), event=lambda told: events.append(told["event"]))
    stopped = train_heads(material, config, tmp_path / "parts", cache, folder, hooks)
    assert stopped.step == 7 and stopped.state is not None and events[0] == "begun" and events[-1] == "stopped"
    done = train_heads(material, config, tmp_path / "parts", cache, folder, Hooks(), resume=True)
    assert done.step == whole.step and done.state is None
    assert all(torch.equal(value, done.weights[name]) for name, value in whole.weights.items())
    assert [look["loss"] for look in done.history] == pytest.approx([look["loss"] for look in whole.history])
    again = train_heads(material, config, tmp_path / "parts", cache, folder, Hooks(stop=fail), resume=True)
    assert again.history == done.history
    with pytest.raises(CheckpointError, match="another recipe"):
        other = replace(config, heads=replace(config.heads, size=4))
        train_heads(material, other, tmp_path / "parts", cache, folder, Hooks(), resume=True)


def fail() -> bool:
    """Asked before a step that must not be taken."""
    raise AssertionError("a step was begun")


def test_sounds_come_near_the_names_of_the_classes_that_the_tower_hears(folder: Path, tmp_path: Path) -> None:
    """No caption of the corpus has these names: without the term they are where they happen to be."""
    by_weight = {}
    for weight in ("0.0", "1.0"):
        recipe = RECIPE.replace("passes = 8", "passes = 40").replace("class_weight = 1.0", f"class_weight = {weight}")
        model = trained(tmp_path, folder, recipe, f"weight {weight}").model()
        network = MobileNet(0.4, classes=527)
        network.load_state_dict(given(folder))
        torch.manual_seed(1)
        power = torch.rand(4, 100, 128)
        with torch.inference_mode():
            heard = model.hear(power)
            loudest = network.eval().classify(model.audio.picture(power)).argmax(dim=1).tolist()
            names = [class_names()[row].lower() for row in loudest]
            read = model.read(caption_vectors(names, model.config.text, tmp_path / "cache"))
        by_weight[weight] = float((heard * read).sum(dim=1).mean())
    assert by_weight["1.0"] > by_weight["0.0"] + 0.2


def test_whole_training_learns_the_names_as_further_texts_and_a_mixture_has_both_its_parts_classes(
    folder: Path, tmp_path: Path
) -> None:
    mixed = replace(from_mapping(Config, tomllib.loads(WHOLE)), augment=AugmentConfig(mix_share=1.0))
    clips, cache = read_corpus(make_corpus(tmp_path / "data")), tmp_path / "cache"
    material = with_classes(gather(clips, mixed, cache, print), mixed, cache, folder, print)
    assert material.classes is not None
    torch.manual_seed(2)
    chances = torch.rand(len(material.train_clips), 527)  # random networks hear all classes alike
    material = replace(material, classes=classes_of(chances, mixed.model.text, cache))
    assert material.classes is not None and ((material.classes.of > 0).sum(dim=1) == 20).all()
    assert torch.allclose(material.classes.of.sum(dim=1), torch.ones(len(material.train_clips)))
    feed = PictureFeed(material, mixed, 1)
    (item,) = next(feed.steps(0, 1))
    assert item.chances is not None and item.rows is not None and item.weights is not None
    own = torch.stack([material.classes.of[[clip.id for clip in material.train_clips].index(one)] for one in item.ids])
    assert not torch.allclose(item.chances, own) and torch.allclose(item.chances.sum(dim=1), torch.ones(len(own)))
    model = DualEncoder(mixed.model).eval()
    sentences, _ = BatchTexts(material.sentences, material.classes).of(item, model, torch.device("cpu"))
    with torch.inference_mode():
        heard, read = model.hear(item.sound), model.read(sentences)
        loss = Objective(mixed.objective).loss(heard, read, model.temperature(), item)
        count = len(item.rows)
        captions = nt_xent(heard, read[:count], item.weights, model.temperature())
        names = nt_xent(heard, read[count:], item.chances, model.temperature())
    assert float(loss) == pytest.approx(float(captions + 0.5 * names), rel=1e-5)
    found = fit(material, mixed, tmp_path / "whole", start=published_weights(mixed, folder))
    assert found.step == 2 and found.config.objective.class_weight == 0.5
    with pytest.raises(ValueError, match="with_classes"):
        fit(replace(material, classes=None), mixed, tmp_path / "other")


def test_the_classes_are_heard_as_the_published_network_hears_them(folder: Path) -> None:
    network = MobileNet(0.4, classes=527).eval()
    network.load_state_dict(given(folder))
    pictures = torch.rand(3, 1, 128, 100)
    layers = classifier_of(MobileNetConfig("mn04"), given(folder))
    with torch.inference_mode():
        assert torch.allclose(layers(network(pictures)), network.classify(pictures), atol=1e-5)
    assert len(set(class_names())) == 527 and class_names()[0] == "Speech"


def test_towers_that_know_no_classes_are_refused(folder: Path) -> None:
    state = given(folder)
    with pytest.raises(ListeningError, match="yamnet does not say"):
        classifier_of(YamnetConfig(), state)
    del state["classifier.5.weight"]
    with pytest.raises(ListeningError, match="mn04 does not say"):
        classifier_of(MobileNetConfig("mn04"), state)


@pytest.mark.parametrize(
    "changed",
    [
        {"model": {}},
        {"batch": {"feed": "waves"}, "objective": {"targets": "sounds"}},
        {"heads": {"size": 0}},
        {"objective": {"class_weight": 1.0}, "joining": {"share": 0.5}},
    ],
)
def test_recipes_that_no_head_can_be_learnt_by_are_refused(changed: dict[str, dict[str, object]]) -> None:
    tower = {"tower": "mn04", "checkpoint": "hub", "mel_jitter": False}
    given = {"model": {"audio": tower}, "heads": {"passes": 1}} | changed
    with pytest.raises((ConfigError, ValueError)):
        from_mapping(Config, given)
    assert replace(Config()).heads.passes == 0
