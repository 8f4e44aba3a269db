"""Exported graphs: equal to torch for one and for many, at any length, and small where they may be."""

import numpy as np
import onnx
import pytest
import torch
from transformers import BertConfig, BertModel

from engine.audio.segments import SegmentPlan
from engine.models.graphscan import check_graph
from training.export.assemble import audio_parity, open_graph
from training.export.graphs import AudioGraph, TextGraph, export_audio, export_text, worst_cosine
from training.towers.convnet import AudioTowerConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.text import SentenceEncoder, TextTowerConfig

PLAN = SegmentPlan(32_000, 2.0, 1.0, (0.5, 1.0, 2.0), "repeat")
TEXT = TextTowerConfig(width=48, hidden=32, dim=16)


@pytest.fixture(scope="module")
def model() -> DualEncoder:
    torch.manual_seed(0)
    audio = AudioTowerConfig(stem=8, widths=(16, 24), blocks=(1, 1), hidden=32, dim=16)
    model = DualEncoder(ModelConfig(audio=audio, text=TEXT)).eval()
    for layer in model.modules():
        if isinstance(layer, torch.nn.modules.batchnorm._BatchNorm):
            layer.running_mean.normal_(0, 0.1)
            layer.running_var.uniform_(0.5, 2.0)
    return model


@pytest.fixture(scope="module")
def text_graph(model: DualEncoder) -> TextGraph:
    torch.manual_seed(1)
    size = BertConfig(
        vocab_size=3000, hidden_size=48, num_hidden_layers=2, num_attention_heads=4, intermediate_size=96,
        max_position_embeddings=64, attn_implementation="eager",
    )  # fmt: skip
    return TextGraph(model, SentenceEncoder(BertModel(size))).eval()


def test_audio_graph_equals_torch_at_every_rung_for_one_and_for_many(model: DualEncoder) -> None:
    graph = AudioGraph(model).eval()
    data = export_audio(graph)
    check_graph(data, "audio.onnx")
    assert audio_parity(data, graph, PLAN) >= 0.99999


def test_audio_graph_takes_a_length_of_no_rung_and_silence(model: DualEncoder) -> None:
    session = open_graph(export_audio(AudioGraph(model)))
    (vector,) = session.run(None, {"waveform": np.zeros((2, 20_011), dtype=np.float32)})
    assert vector.shape == (2, 16)
    assert np.allclose(np.linalg.norm(vector, axis=1), 1.0, atol=1e-5)


def test_audio_graph_leaves_a_model_in_training_exported_in_eval(model: DualEncoder) -> None:
    graph = AudioGraph(model).train()
    waves = torch.randn(1, 16_000, generator=torch.Generator().manual_seed(3)) * 0.1
    session = open_graph(export_audio(graph))
    graph.eval()
    with torch.inference_mode():
        expected = graph(waves).numpy()
    assert worst_cosine(session.run(None, {"waveform": waves.numpy()}), [expected]) >= 0.99999


@pytest.mark.parametrize(("batch", "tokens"), [(1, 1), (1, 64), (3, 7)])
def test_text_graph_equals_torch_at_other_sizes_than_the_traced(text_graph: TextGraph, batch: int, tokens: int) -> None:
    ids = torch.randint(0, 3000, (batch, tokens), generator=torch.Generator().manual_seed(2))
    mask = torch.ones_like(ids)
    mask[0, tokens // 2 + 1 :] = 0
    with torch.inference_mode():
        expected = [vectors.numpy() for vectors in text_graph(ids, mask)]
    found = open_graph(export_text(text_graph, int8=False)).run(None, {"ids": ids.numpy(), "mask": mask.numpy()})
    assert worst_cosine(found, expected) >= 0.99999


def test_text_graph_does_not_let_padding_change_a_vector(text_graph: TextGraph) -> None:
    session = open_graph(export_text(text_graph, int8=False))
    ids = np.array([[5, 17, 9, 0, 0], [7, 8, 9, 10, 11]], dtype=np.int64)
    mask = np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], dtype=np.int64)
    padded = session.run(None, {"ids": ids, "mask": mask})
    alone = session.run(None, {"ids": ids[:1, :3], "mask": mask[:1, :3]})
    assert worst_cosine([padded[0][:1], padded[1][:1]], alone) >= 0.99999


def test_int8_keeps_the_vectors_and_a_third_of_the_bytes(text_graph: TextGraph) -> None:
    full, small = export_text(text_graph, int8=False), export_text(text_graph)
    check_graph(small, "text.onnx")
    words = onnx.load_from_string(small)
    assert any(tensor.data_type == onnx.TensorProto.INT8 for tensor in words.graph.initializer)
    assert len(small) < 0.5 * len(full)
    ids = np.array([[5, 17, 9], [2000, 31, 4]], dtype=np.int64)
    feed = {"ids": ids, "mask": np.ones_like(ids)}
    assert worst_cosine(open_graph(small).run(None, feed), open_graph(full).run(None, feed)) >= 0.999
