"""Any tower with any text tower becomes graphs that compute what torch does, and a tokenizer that reads as training."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer

from engine.models.graphscan import check_graph
from engine.models.pack import load_pack
from tests.training.export.checkpoints import SENTENCES
from tests.training.export.models import COMPACT, SHORT, bert_folder, make_model, roberta_folder
from training.cli.main import main
from training.export.dual_encoder_system import plan_of, trained_system
from training.export.pipeline import graphs_of
from training.export.probe import PackProbe, open_graph
from training.export.system import ExportError, GraphPrecision
from training.measures.caption_queries import CaptionQuery
from training.runs.checkpoint import Checkpoint, save_checkpoint
from training.runs.config import PlanConfig
from training.runs.onnx_arrays import StoredGraph
from training.towers.atst import AtstConfig
from training.towers.mobilenet import MobileNetConfig
from training.towers.passt import PasstConfig
from training.towers.registry import AudioTowerConfig

ATST = AtstConfig(width=24, heads=2, depth=1)


@pytest.fixture(scope="module")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return roberta_folder(tmp_path_factory.mktemp("roberta"))


@pytest.mark.parametrize(
    ("audio", "rungs_s"),
    [
        (COMPACT, (0.5, 1.0, 2.0)),
        (PasstConfig(), (10.0,)),
        (ATST, (1.0, 2.0, 5.0, 10.0)),
        (MobileNetConfig("mn04"), (0.5, 1.0, 2.0)),
    ],
    ids=["compact", "passt", "atst", "mobilenet"],
)
def test_every_tower_becomes_graphs_equal_to_torch(
    roberta: Path, audio: AudioTowerConfig, rungs_s: tuple[float, ...]
) -> None:
    model, config = make_model(audio, roberta, cut=SHORT if rungs_s == SHORT.ladder_s else None)
    system = trained_system(model, config)
    graphs = graphs_of(system, GraphPrecision())
    # graphs_of compares every rung with torch; once more by hand, through the model's own way to a vector.
    waves = torch.randn(2, system.plan.rungs[-1], generator=torch.Generator().manual_seed(4)) * 0.1
    with torch.inference_mode():
        expected = model.hear_waves(waves).numpy()
    (found,) = open_graph(graphs.audio).run(None, {"waveform": waves.numpy()})
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert system.plan.ladder_s == rungs_s
    assert graphs.parity >= 0.99999
    check_graph(graphs.audio, "audio.onnx")
    check_graph(graphs.text, "text.onnx")


def test_the_tokenizer_of_the_pack_cleans_as_training_does(roberta: Path) -> None:
    model, config = make_model(COMPACT, roberta, cut=SHORT)
    system = trained_system(model, config)
    tokenizer = Tokenizer.from_str(system.tokenizer)
    # Both papers' code: lower-case, delete string.punctuation and put nothing in its place.
    assert tokenizer.encode("A DOG, wide-open!").ids == tokenizer.encode("a dog wideopen").ids
    assert system.tokens(["A DOG, wide-open!"])[0][0].tolist() == tokenizer.encode("a dog wideopen").ids


def test_words_meet_words_in_the_joint_space_of_a_tower_that_learnt(roberta: Path) -> None:
    model, config = make_model(COMPACT, roberta, cut=SHORT)
    system = trained_system(model, config)
    with torch.inference_mode():
        joint, sentence = system.text(*system.tokens(["a dog barks"]))
    assert system.sentence_dim == 16
    torch.testing.assert_close(joint, sentence)


def test_words_meet_words_in_a_frozen_sentence_encoders_own_space(tmp_path: Path) -> None:
    model, config = make_model(COMPACT, bert_folder(tmp_path), pooling="mean", frozen=True, cut=SHORT)
    assert trained_system(model, config).sentence_dim == 24


def test_a_plan_of_several_segments_is_cut_inside_the_graph(roberta: Path) -> None:
    twice = PlanConfig(segment_s=20.0, hop_s=10.0, ladder_s=(10.0, 20.0))
    model, config = make_model(ATST, roberta, cut=twice)
    graphs = graphs_of(trained_system(model, config), GraphPrecision())
    waves = torch.randn(2, 20 * 16_000, generator=torch.Generator().manual_seed(6)) * 0.1
    with torch.inference_mode():
        expected = model.hear_waves(waves).numpy()
    (found,) = open_graph(graphs.audio).run(None, {"waveform": waves.numpy()})
    np.testing.assert_allclose(found, expected, atol=1e-4)


def test_only_a_tower_of_one_vector_a_segment_fills_short_sounds_up_to_it(roberta: Path) -> None:
    free, run = make_model(MobileNetConfig("mn04"), roberta)
    assert (plan_of(free, run).ladder_s, plan_of(free, run).hop_s) == ((1.0, 2.0, 5.0, 10.0), 5.0)
    many, run = make_model(ATST, roberta)
    assert (plan_of(many, run).ladder_s, plan_of(many, run).padding) == ((1.0, 2.0, 5.0, 10.0), "zeros")
    one, run = make_model(PasstConfig(), roberta)
    assert plan_of(one, run).ladder_s == (10.0,)


def test_a_plan_of_half_a_segment_over_is_refused(roberta: Path) -> None:
    model, config = make_model(ATST, roberta, cut=PlanConfig(segment_s=15.0, hop_s=5.0, ladder_s=(15.0,)))
    with pytest.raises(ExportError, match="hears 10 s at once"):
        plan_of(model, config)


def test_a_graph_too_large_for_a_pack_names_the_way_out(roberta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, config = make_model(COMPACT, roberta, cut=SHORT)
    monkeypatch.setattr("training.export.pipeline.MAX_GRAPH_BYTES", 1000)
    with pytest.raises(ExportError, match="at most") as caught:
        graphs_of(trained_system(model, replace(config, name="big")), GraphPrecision())
    assert "--precision" in caught.value.advice


def test_the_command_makes_a_pack_of_a_checkpoint_and_says_what_int8_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, config = make_model(COMPACT, bert_folder(tmp_path / "bert"), pooling="mean", frozen=True, cut=SHORT)
    save_checkpoint(tmp_path / "run.pt", Checkpoint(config, "0123abcd+", 70, 2.0, (), model.state_dict()))
    rng = np.random.default_rng(3)
    sounds = tuple((rng.normal(0, 0.1 * row, 16_000).astype(np.float32),) for row in (1, 2, 3))
    queries = tuple(CaptionQuery(text, frozenset({row})) for row, text in enumerate(SENTENCES[:3]))
    probe = PackProbe("three noises", True, sounds, SENTENCES[:3], queries)
    monkeypatch.setattr("training.export.pipeline.demo_probe", lambda plan: probe)
    words = ["export", "--checkpoint", str(tmp_path / "run.pt"), "--out", str(tmp_path / "pack"), "--name", "mine"]
    assert main([*words, "--precision", "fp32", "--text-precision", "int8", "--licence", "CC0-1.0"]) == 0
    told = capsys.readouterr().err
    assert "text.onnx in int8, joint: cosine with float32" in told
    assert "audio.onnx in" not in told and "MiB" in told and "by the engine on cpu" in told
    info = load_pack(tmp_path / "pack").info
    assert (info.name, info.licence, info.dim, info.sentence_dim) == ("mine", "CC0-1.0", 16, 24)
    card = (tmp_path / "pack" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "code at 0123abcd and changes to it" in card and "70 steps" in card
    # The weights come back out of the pack it became: the exporter wrote its sizes beside the graph.
    assert "earshot.model" in StoredGraph((tmp_path / "pack" / "audio.onnx").read_bytes()).notes
