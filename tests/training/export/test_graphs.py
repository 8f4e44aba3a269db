"""Exported graphs: equal to torch for one and for many, at any length, and small where they may be."""

import numpy as np
import onnx
import pytest
import torch

from engine.models.graphscan import check_graph
from tests.training.export.models import COMPACT, SHORT, bert_folder, make_model
from training.export.graphs import AudioGraph, TextGraph, export_tokens, export_waves, worst_cosine
from training.export.precision import store
from training.export.probe import open_graph
from training.runs.onnx_arrays import StoredGraph
from training.towers.dual_encoder import DualEncoder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> DualEncoder:
    return make_model(COMPACT, bert_folder(tmp_path_factory.mktemp("bert")), pooling="mean", frozen=True, cut=SHORT)[0]


@pytest.fixture(scope="module")
def text_graph(model: DualEncoder) -> TextGraph:
    return TextGraph(model).eval()


@pytest.fixture(scope="module")
def text(text_graph: TextGraph) -> bytes:
    return export_tokens(text_graph)


def test_audio_graph_takes_a_length_of_no_rung_and_silence(model: DualEncoder) -> None:
    data = export_waves(AudioGraph(model), 16_000)
    check_graph(data, "audio.onnx")
    (vector,) = open_graph(data).run(None, {"waveform": np.zeros((2, 20_011), dtype=np.float32)})
    assert vector.shape == (2, 16)
    assert np.allclose(np.linalg.norm(vector, axis=1), 1.0, atol=1e-5)


def test_audio_graph_leaves_a_model_in_training_exported_in_eval(model: DualEncoder) -> None:
    graph = AudioGraph(model).train()
    waves = torch.randn(1, 16_000, generator=torch.Generator().manual_seed(3)) * 0.1
    session = open_graph(export_waves(graph, 16_000))
    graph.eval()
    with torch.inference_mode():
        expected = graph(waves).numpy()
    assert worst_cosine(session.run(None, {"waveform": waves.numpy()}), [expected]) >= 0.99999


@pytest.mark.parametrize(("batch", "tokens"), [(1, 1), (1, 32), (3, 7)])
def test_text_graph_equals_torch_at_other_sizes_than_the_traced(
    text_graph: TextGraph, text: bytes, batch: int, tokens: int
) -> None:
    ids = torch.randint(0, 3000, (batch, tokens), generator=torch.Generator().manual_seed(2))
    mask = torch.ones_like(ids)
    mask[0, tokens // 2 + 1 :] = 0
    with torch.inference_mode():
        expected = [vectors.numpy() for vectors in text_graph(ids, mask)]
    found = open_graph(text).run(["joint", "sentence"], {"ids": ids.numpy(), "mask": mask.numpy()})
    assert worst_cosine(found, expected) >= 0.99999


def test_text_graph_does_not_let_padding_change_a_vector(text: bytes) -> None:
    session = open_graph(text)
    ids = np.array([[5, 17, 9, 0, 0], [7, 8, 9, 10, 11]], dtype=np.int64)
    mask = np.array([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], dtype=np.int64)
    padded = session.run(None, {"ids": ids, "mask": mask})
    alone = session.run(None, {"ids": ids[:1, :3], "mask": mask[:1, :3]})
    assert worst_cosine([padded[0][:1], padded[1][:1]], alone) >= 0.99999


@pytest.mark.parametrize(("precision", "share", "cosine"), [("int8", 0.33, 0.999), ("fp16", 0.55, 0.99999)])
def test_fewer_bits_keep_the_vectors_and_save_the_bytes(
    text: bytes, precision: str, share: float, cosine: float
) -> None:
    small = store(text, precision)  # type: ignore[arg-type]
    check_graph(small, "text.onnx")
    assert len(small) < share * len(text)
    ids = np.array([[5, 17, 9], [2000, 31, 4]], dtype=np.int64)
    feed = {"ids": ids, "mask": np.ones_like(ids)}
    assert worst_cosine(open_graph(small).run(None, feed), open_graph(text).run(None, feed)) >= cosine


def test_kernels_are_kept_in_fewer_bits_too() -> None:
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Conv", ["x", "kernel"], ["y"])],
        "one",
        [onnx.helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, 128, 5, 5])],
        [onnx.helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1, 128, 3, 3])],
    )
    kernel = np.random.default_rng(1).normal(size=(128, 128, 3, 3)).astype(np.float32)
    graph.initializer.append(onnx.numpy_helper.from_array(kernel, "kernel"))
    data = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    full = data.SerializeToString()
    picture = np.random.default_rng(2).normal(size=(1, 128, 5, 5)).astype(np.float32)
    small = store(full, "int8")
    assert len(small) < 0.27 * len(full)
    (found,), (expected,) = (open_graph(kept).run(None, {"x": picture}) for kept in (small, full))
    # A rounding error of at most 1/254 of a kernel's largest number, which is some four deviations: about 0.9 %.
    assert np.abs(found - expected).mean() < 0.02 * np.abs(expected).mean()


@pytest.mark.parametrize("precision", ["int8", "fp16"])
def test_what_is_kept_in_fewer_bits_is_read_back_as_the_graph_computes_with_it(text: bytes, precision: str) -> None:
    name = "encoder.model.embeddings.word_embeddings.weight"
    kept = StoredGraph(store(text, precision)).array(name)  # type: ignore[arg-type]
    full = StoredGraph(text).array(name)
    # int8: half a step of the largest number of a row, which is 1/127 of it; float16: half of 2**-10 of each number.
    allowed = np.abs(full).max(axis=1, keepdims=True) / 254 if precision == "int8" else np.abs(full) * 2**-11 + 1e-7
    assert (np.abs(kept - full) <= allowed * 1.001).all()
    assert np.abs(kept - full).max() > 0.0
