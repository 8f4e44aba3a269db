"""Graphs for bench_gpu: a pack's with fixed sizes or in half precision, and PaSST's beside its original network.

Makes everything in memory from installed packages: `onnx`, and the half-precision converter in ONNX Runtime. PaSST has
random weights, which take as long as trained ones.
"""

import contextlib
import io
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
from numpy.typing import NDArray

from engine.base.types import Vectors, Waves

PASST_RATE_HZ = 32_000
_TORCH_DEVICES = {"cuda": "cuda", "coreml": "mps", "cpu": "cpu"}
"""PyTorch's names for ours; it has none for directml."""


@dataclass(frozen=True, slots=True)
class Passt:
    """PaSST twice, with the same random weights."""

    graph: bytes
    """For ONNX Runtime: float32 [B, T] at 32 kHz to unit vectors, float32 [B, 768]."""
    in_torch: Callable[[Waves], Vectors]
    """The same through hear21passt in PyTorch, on the requested device."""


def folded(graph: bytes) -> bytes:
    """Returns the graph after ONNX Runtime's basic optimisations: float32 weights, folded constants."""
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        options = ort.SessionOptions()
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.log_severity_level = 4
        options.optimized_model_filepath = str(Path(folder) / "folded.onnx")
        ort.InferenceSession(graph, sess_options=options, providers=["CPUExecutionProvider"])
        return Path(options.optimized_model_filepath).read_bytes()


def fixed(graph: bytes, rows: int, samples: int) -> bytes:
    """Returns the graph for the fixed shape [rows, samples]."""
    model = onnx.load_from_string(graph)
    sizes = model.graph.input[0].type.tensor_type.shape.dim
    sizes[0].dim_value, sizes[1].dim_value = rows, samples
    model.graph.output[0].type.tensor_type.shape.dim[0].dim_value = rows
    return bytes(model.SerializeToString())


def halved(graph: bytes) -> tuple[bytes, str]:
    """Returns the graph in half precision, with float32 waves and vectors, and the share of it that is.

    Everything before a logarithm stays float32: powers of a spectrum exceed half precision (65,504). It is taken out
    first, since the converter would round values between such nodes.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # weights that half precision rounds to zero
        from onnxruntime.transformers.float16 import convert_float_to_float16

        model = onnx.shape_inference.infer_shapes(onnx.load_from_string(folded(graph)))
        whole, rest = _around_logarithms(model.graph)
        half = convert_float_to_float16(_part(model, rest, _inputs_of(rest, whole, model.graph)), keep_io_types=True)
    weights = {weight.name: weight for weight in model.graph.initializer}
    of_whole = [weights[name] for name in sorted({name for node in whole for name in node.input} & weights.keys())]
    for weight in of_whole:  # the rest may use it too, rounded
        _rename(whole, weight.name, f"whole {weight.name}")
        weight.name = f"whole {weight.name}"
    del model.graph.node[:], model.graph.initializer[:], model.graph.value_info[:]
    model.graph.node.extend([*whole, *half.graph.node])
    model.graph.initializer.extend([*of_whole, *half.graph.initializer])
    return bytes(model.SerializeToString()), f"{len(rest)} of {len(rest) + len(whole)} nodes"


def _around_logarithms(graph: Any) -> tuple[list[Any], list[Any]]:
    """Returns the nodes that a logarithm needs, including itself, and the others; both in order."""
    makers = {name: place for place, node in enumerate(graph.node) for name in node.output}
    waiting = [place for place, node in enumerate(graph.node) if node.op_type == "Log"]
    found: set[int] = set()
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += [makers[name] for name in graph.node[place].input if name in makers]
    nodes = list(enumerate(graph.node))
    return [node for place, node in nodes if place in found], [node for place, node in nodes if place not in found]


def _inputs_of(rest: list[Any], whole: list[Any], graph: Any) -> list[Any]:
    """Returns the rest's inputs from the others or from outside."""
    there = {name for node in whole for name in node.output} | {port.name for port in graph.input}
    taken = there & {name for node in rest for name in node.input}
    return [port for port in [*graph.input, *graph.value_info] if port.name in taken]


def _part(model: Any, nodes: list[Any], inputs: list[Any]) -> Any:
    """Makes a model of some of a model's nodes, with their weights."""
    used = {name for node in nodes for name in node.input}
    weights = [weight for weight in model.graph.initializer if weight.name in used]
    graph = onnx.helper.make_graph(nodes, "part", inputs, list(model.graph.output), initializer=weights)
    return onnx.helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)


def _rename(nodes: list[Any], old: str, new: str) -> None:
    for node in nodes:
        for place, name in enumerate(node.input):
            if name == old:
                node.input[place] = new


def passt_pair(device: str, threads: int) -> Passt | str:
    """Returns PaSST for both runtimes, or why this installation cannot."""
    try:
        import hear21passt
        import torch
    except ImportError as err:
        return f"{err.name} is not installed (the training extra)"
    del hear21passt
    there = _torch_device(device)
    if there is None:
        return f"the installed PyTorch ({torch.__version__}) cannot use {device}"
    from tests.benchmarks.bench_passt import passt_model
    from training.export.graphs import export_waves
    from training.towers.passt import PasstConfig, PasstEncoder

    torch.manual_seed(1)
    torch.set_num_threads(threads)
    model = passt_model()

    class Unit(torch.nn.Module):
        """Waves to unit vectors, by our tower with PaSST's weights."""

        def __init__(self) -> None:
            super().__init__()
            self.tower = PasstEncoder(PasstConfig("passt-s", mel_jitter=False), model.net).eval()

        def forward(self, waveform: torch.Tensor) -> torch.Tensor:
            features = self.tower(waveform).mean(dim=1)
            return features / features.norm(dim=1, keepdim=True).clamp(min=1e-12)

    graph = export_waves(Unit(), 10 * PASST_RATE_HZ)
    model = model.to(there)

    def hear(waves: Waves) -> Vectors:
        with torch.inference_mode(), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found: NDArray[np.float32] = model.get_scene_embeddings(torch.from_numpy(waves)).cpu().numpy()
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float32)

    return Passt(graph, hear)


def _torch_device(device: str) -> str | None:
    """Returns PyTorch's name of the device, if PyTorch can use it."""
    import torch

    name = _TORCH_DEVICES.get(device)
    can = {"cuda": torch.cuda.is_available, "mps": torch.backends.mps.is_available, "cpu": lambda: True}
    return name if name is not None and can[name]() else None
