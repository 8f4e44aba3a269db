"""Runs that begin with published weights: taken from a folder, learnt slower than what lies behind them."""

import hashlib
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.cli.main import main as earshot
from engine.models.pack import load_pack
from tests.training.corpora import make_corpus
from tests.training.test_starter import TINY
from tests.training.towers.test_yamnet import NARROW
from tests.training.towers.tflite_file import write_tflite, yamnet_tensors
from training.cli.commands.starter import AVERAGED, JOINED, DistillationPlan, TrainingStep, make_taught
from training.cli.main import main
from training.runs.checkpoint import load_checkpoint
from training.runs.config import Config
from training.runs.learners import optimiser_of
from training.runs.pretrained import published_weights
from training.runs.run import LAST
from training.runs.settings_file import from_mapping
from training.runs.teachers import read_teacher
from training.runs.weights import weights_of_pack
from training.towers import published_checkpoints
from training.towers.dual_encoder import DualEncoder
from training.towers.mobilenet import MobileNet
from training.towers.published_checkpoints import RELEASES, PublishedError

RECIPE = """\
[model]
dim = 16
[model.audio]
tower = "mn04"
checkpoint = "hub"
mel_jitter = false
middle = true
[batch]
size = 6
lengths_s = [0.5]
[run]
seed = 3
steps = 2
learning_rate = 1e-2
tower_rate = 0.0
warm_up_steps = 1
threads = 1
average_decay = 0.0
precision = "32"
"""
PAIR = f"""\
[model]
dim = 16
[model.audio]
tower = "mn04+yamnet"
checkpoint = "hub"
rows = {list(NARROW)}
[batch]
padding = "repeat_sounding"
[cut]
segment_s = 1.0
hop_s = 0.5
ladder_s = [0.5, 1.0]
[objective]
class_weight = 1.0
[run]
warm_up_steps = 1
precision = "32"
[heads]
passes = 2
size = 6
windows = true
"""
MN04 = {"model": {"audio": {"tower": "mn04", "checkpoint": "hub", "mel_jitter": False}}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of published weights: mn04's and YAMNet's names, random numbers, and the sums that they have."""
    file = tmp_path / "pretrained" / "efficientat" / "mn04_as_mAP_432.pt"
    file.parent.mkdir(parents=True)
    torch.manual_seed(0)
    torch.save(MobileNet(0.4, classes=527).state_dict(), file)
    (tmp_path / "pretrained" / "yamnet").mkdir()
    other = write_tflite(tmp_path / "pretrained" / "yamnet" / "yamnet.tflite", yamnet_tensors(NARROW))
    sums = {"mn04_as": _sha256(file), "yamnet": _sha256(other)}
    mine = [replace(one, sha256=sums.get(one.name, one.sha256)) for one in RELEASES]
    monkeypatch.setattr(published_checkpoints, "RELEASES", tuple(mine))
    return tmp_path / "pretrained"


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def given(folder: Path) -> dict[str, Tensor]:
    state: dict[str, Tensor] = torch.load(folder / "efficientat" / "mn04_as_mAP_432.pt", weights_only=True)
    return state


def test_a_run_begins_with_the_weights_of_a_folder_and_forgets_where_it_was(folder: Path, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE, encoding="utf-8")
    words = ["train", str(recipe), "--data", str(make_corpus(tmp_path / "data")), "--out", str(tmp_path / "run")]
    assert main([*words, "--pretrained", str(folder)]) == 0
    learnt = load_checkpoint(tmp_path / "run" / "last.pt")
    assert str(folder) not in str(learnt.config)
    # At a rate of nought the tower keeps its weights, though its batch norms see other sounds; the rest learns.
    kept = given(folder)
    kernels = [name for name in kept if name.startswith("features.") and kept[name].ndim == 4]
    assert len(kernels) == 46
    assert all(torch.equal(learnt.weights[f"audio.network.{name}"], kept[name]) for name in kernels)
    begun = published_weights(learnt.config, folder)
    assert begun is not None
    assert not torch.equal(learnt.weights["text_projection.straight.weight"], begun["text_projection.straight.weight"])


def test_what_is_not_published_is_drawn_from_the_runs_seed(folder: Path) -> None:
    config = from_mapping(Config, MN04)
    first, again = published_weights(config, folder), published_weights(config, folder)
    other = published_weights(replace(config, run=replace(config.run, seed=2)), folder)
    assert first is not None and again is not None and other is not None
    name = "audio_projection.weight"
    assert torch.equal(first[name], again[name]) and not torch.equal(first[name], other[name])
    assert published_weights(config, None) is None
    assert published_weights(Config(), folder) is None, "the compact tower begins with random weights"


def test_a_folder_without_the_weights_is_refused(folder: Path, tmp_path: Path) -> None:
    yamnet = from_mapping(Config, {"model": {"audio": {"tower": "yamnet", "checkpoint": "hub"}}})
    (folder / "yamnet" / "yamnet.tflite").unlink()
    with pytest.raises(PublishedError, match=r"has no yamnet\.tflite"):
        published_weights(yamnet, folder)
    with pytest.raises(PublishedError, match=r"has no mn04_as_mAP_432\.pt"):
        published_weights(from_mapping(Config, MN04), tmp_path / "nowhere")


def test_the_tower_has_its_share_of_the_learning_rate() -> None:
    config = from_mapping(Config, {"run": {"tower_rate": 0.25}})
    model = DualEncoder(config.model)
    groups = optimiser_of(model, config.run).param_groups
    assert {group["share"] for group in groups} == {0.25, 1.0}
    tower = {id(one) for group in groups if group["share"] == 0.25 for one in group["params"]}
    assert tower == {id(one) for one in model.audio.parameters()}
    assert len(optimiser_of(model, Config().run).param_groups) == 2, "checkpoints of before can be taken up"


def test_teachers_and_their_student_become_a_pack_that_the_engine_verifies(folder: Path, tmp_path: Path) -> None:
    data, runs, out = make_corpus(tmp_path / "data"), tmp_path / "runs", tmp_path / "pack"
    (tmp_path / "compact.toml").write_text(TINY.replace("= 40", "= 4"), encoding="utf-8")
    (tmp_path / "mn04.toml").write_text(RECIPE.replace("= 0.0", "= 0.4"), encoding="utf-8")
    cut = "[cut]\nsegment_s = 1.0\nhop_s = 0.5\nladder_s = [0.5, 1.0]\n[augment]\nmix_share = 0.0\n"
    (tmp_path / "student.toml").write_text(
        RECIPE.replace("[run]", f"{cut}[objective]\nclass_weight = 1.0\n[run]"), encoding="utf-8"
    )
    (tmp_path / "heads.toml").write_text(f"{RECIPE}[heads]\npasses = 2\nsize = 6\n", encoding="utf-8")
    (tmp_path / "pair.toml").write_text(PAIR, encoding="utf-8")
    plan = DistillationPlan(
        (
            TrainingStep(tmp_path / "compact.toml", 1),
            TrainingStep(tmp_path / "heads.toml", 4),
            TrainingStep(tmp_path / "mn04.toml", 2, start="heads-4"),
        ),
        TrainingStep(tmp_path / "student.toml", 3, start="mn04-2"),
        (("heads-4", 0.2), ("mn04-2", 0.4)),
        TrainingStep(tmp_path / "pair.toml", 5),
        dim=24,
    )
    options = Namespace(data=[str(data)], runs=runs, out=out, minutes=None, pretrained=folder, device=None)
    assert make_taught(options, plan) == 0
    assert [read_teacher(place).facts.name for place in sorted((runs / "teachers").iterdir())] == [
        "tiny",
        "starter",
        "starter",
    ]
    first, second, last = (load_checkpoint(runs / name / LAST).weights for name in ("heads-4", "mn04-2", "student-3"))
    averaged = load_checkpoint(runs / AVERAGED).weights
    for name in (name for name, value in averaged.items() if value.is_floating_point()):
        assert torch.allclose(averaged[name], 0.2 * first[name] + 0.4 * second[name] + 0.4 * last[name], atol=1e-4), (
            name
        )
    pack = load_pack(out)
    assert pack.info.plan.sample_rate_hz == 32_000 and pack.place_of("audio.onnx").stat().st_size < 12e6
    assert earshot(["pack", "verify", str(out)]) == 0
    joined = load_checkpoint(runs / JOINED)
    assert weights_of_pack(out).config == joined.config.model and pack.info.dim == 24
    ears = [name for name in averaged if name.startswith("audio.")]
    assert ears and all(torch.equal(joined.weights[f"audio.first.{name[6:]}"], averaged[name]) for name in ears)
    alone = load_checkpoint(runs / "pair-5" / LAST).weights
    for side in ("audio_projection", "text_projection"):
        for place, of in enumerate((averaged, alone)):
            names = [name for name in of if name.startswith(f"{side}.")]
            assert all(torch.equal(joined.weights[f"{side}.heads.{place}.{n[len(side) + 1 :]}"], of[n]) for n in names)
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert (
        "EfficientAT" in card
        and "YAMNet (Google, Apache-2.0)" in card
        and "AudioSet" in card
        and "from scratch" not in card
    )
    assert "Permission is hereby granted, free of charge" in card, "the licence goes where the weights go"
    assert str(tmp_path) not in card
