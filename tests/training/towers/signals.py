"""Waves that the golden values were made of, and ways to look at an encoder."""

import math
import tempfile
import warnings
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn


def two_tones() -> Tensor:
    """Float32 [1, 320000]: half of 440 Hz and a quarter of 3 kHz, 10 s at 32 kHz, phases in float32."""
    seconds = torch.arange(320_000) / 32_000
    tones = 0.5 * torch.sin(2 * math.pi * 440 * seconds) + 0.25 * torch.sin(2 * math.pi * 3000 * seconds)
    return tones[None]


def one_tone() -> Tensor:
    """Float32 [1, 160000]: half of 440 Hz, 10 s at 16 kHz."""
    seconds = torch.arange(160_000) / 16_000
    return 0.5 * torch.sin(2 * math.pi * 440 * seconds)[None]


def noise(batch: int, samples: int, seed: int = 0) -> Tensor:
    """Float32 [batch, samples], normal, of a tenth."""
    return torch.randn(batch, samples, generator=torch.Generator().manual_seed(seed)) * 0.1


def through_onnx(module: nn.Module, traced: Tensor, *waves: Tensor) -> list[np.ndarray]:
    """Exports a module traced with one wave, opset 17, batch and length free, and runs others through ONNX Runtime."""
    module.eval()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="You are using the legacy TorchScript-based ONNX export")
        warnings.filterwarnings("ignore", message="The feature will be removed", module=r"torch\.onnx\.")
        warnings.filterwarnings("ignore", message="Constant folding - Only steps=1", module=r"torch\.onnx\.")
        path = Path(folder) / "graph.onnx"
        axes = {"waves": {0: "batch", 1: "samples"}, "features": {0: "batch"}}
        torch.onnx.export(
            module, (traced,), path, input_names=["waves"], output_names=["features"], dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
        session = onnxruntime.InferenceSession(path.read_bytes(), providers=["CPUExecutionProvider"])
    return [session.run(None, {"waves": wave.numpy()})[0] for wave in waves]
