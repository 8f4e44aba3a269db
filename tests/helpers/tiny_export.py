"""An export in the layout of a published CLAP, made by `onnx` alone: bands of energy, and a table of tokens."""

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FILES = {
    "audio": "onnx/audio_model_quantized.onnx",
    "text": "onnx/text_model_quantized.onnx",
    "tokenizer": "tokenizer.json",
    "extractor": "preprocessor_config.json",
}
"""Role to path, as in the table of published models."""
_MELS, _DIM, _TOKENS, _OPSET = 64, 16, 4096, 14
_EXTRACTOR = {
    "sampling_rate": 48_000, "max_length_s": 10, "hop_length": 480, "feature_size": _MELS, "frequency_min": 50,
    "frequency_max": 14_000, "fft_window_size": 1024, "padding": "repeatpad", "truncation": "rand_trunc",
}  # fmt: skip


def make_tiny_export(folder: Path, tokenizer: Path) -> Path:
    """Writes the export to `folder`, with another pack's tokenizer.json, and returns that."""
    draw = np.random.default_rng(3)
    (folder / "onnx").mkdir(parents=True)
    mean = helper.make_node("ReduceMean", ["input_features"], ["mean"], axes=[1, 2], keepdims=0)
    audio = [mean, helper.make_node("MatMul", ["mean", "weights"], ["audio_embeds"])]
    features = helper.make_tensor_value_info("input_features", TensorProto.FLOAT, ["batch", 1, 1001, _MELS])
    _save(folder / FILES["audio"], audio, [features], "audio_embeds", draw.standard_normal((_MELS, _DIM)))
    text = [
        helper.make_node("Gather", ["weights", "input_ids"], ["rows"], axis=0),
        helper.make_node("ReduceMean", ["rows"], ["text_embeds"], axes=[1], keepdims=0),
    ]
    ids = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
        for name in ("input_ids", "attention_mask")
    ]  # fmt: skip
    _save(folder / FILES["text"], text, ids, "text_embeds", draw.standard_normal((_TOKENS, _DIM)))
    shutil.copy(tokenizer, folder / FILES["tokenizer"])
    (folder / FILES["extractor"]).write_text(json.dumps(_EXTRACTOR), encoding="utf-8")
    return folder


def _save(
    path: Path,
    nodes: list[onnx.NodeProto],
    inputs: list[onnx.ValueInfoProto],
    output: str,
    weights: np.ndarray,
) -> None:
    graph = helper.make_graph(
        nodes,
        "tower",
        inputs,
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", _DIM])],
        [numpy_helper.from_array(weights.astype(np.float32), "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=8)
    path.write_bytes(model.SerializeToString())
