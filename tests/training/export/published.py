"""Exports of a transformers CLAP with random weights, in the layout of the published ones; made by the tests."""

import shutil
import warnings
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import ClapAudioModelWithProjection, ClapModel, ClapTextModelWithProjection

from tests.training.export.checkpoints import make_clap

FILES = {
    "audio": "onnx/audio_model_quantized.onnx",
    "text": "onnx/text_model_quantized.onnx",
    "tokenizer": "tokenizer.json",
    "extractor": "preprocessor_config.json",
}
_OPSET = 14


class _Hears(nn.Module):
    def __init__(self, model: ClapAudioModelWithProjection) -> None:
        super().__init__()
        self.model = model

    def forward(self, features: Tensor) -> Tensor:
        found: Tensor = self.model(input_features=features).audio_embeds
        return found


class _Reads(nn.Module):
    def __init__(self, model: ClapTextModelWithProjection) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        found: Tensor = self.model(input_ids=ids, attention_mask=mask).text_embeds
        return found


def make_export(folder: Path, checkpoint: Path, *, is_full: bool = False) -> ClapModel:
    """Writes a checkpoint, and a folder with its towers as ONNX, tokenizer and extractor; see `make_clap`."""
    model = make_clap(checkpoint, is_full=is_full)
    (folder / "onnx").mkdir(parents=True)
    hears = _Hears(ClapAudioModelWithProjection.from_pretrained(checkpoint, attn_implementation="eager")).eval()
    reads = _Reads(ClapTextModelWithProjection.from_pretrained(checkpoint, attn_implementation="eager")).eval()
    picture, ids = torch.randn(1, 1, 1001, 64), torch.tensor([[0, 7, 9, 2], [0, 8, 2, 1]])
    _export(hears, (picture,), folder / FILES["audio"], {"input_features": {0: "batch"}, "audio_embeds": {0: "batch"}})
    tokens = {0: "batch", 1: "tokens"}
    axes = {"input_ids": tokens, "attention_mask": tokens, "text_embeds": {0: "batch"}}
    _export(reads, (ids, torch.ones_like(ids)), folder / FILES["text"], axes)
    for name in ("tokenizer", "extractor"):
        shutil.copy(checkpoint / FILES[name], folder / FILES[name])
    return model


def _export(model: nn.Module, inputs: tuple[Tensor, ...], path: Path, axes: Mapping[str, Mapping[int, str]]) -> None:
    *given, output = axes
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of every size that the model compares
        torch.onnx.export(
            model, inputs, path, input_names=given, output_names=[output], dynamic_axes=dict(axes),
            opset_version=_OPSET, dynamo=False,
        )  # fmt: skip
