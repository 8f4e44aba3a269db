"""The two graphs of a pack: waveform to vector, tokens to joint and sentence vectors; and their way into ONNX.

Portable operators only, batch and length free. How many bits their matrices are kept in is the business of
training.export.precision.
"""

import tempfile
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.towers.dual_encoder import DualEncoder, frozen_text

OPSET = 17
_KNOWN_NOTICES = (
    # The tracing exporter is named old; the new one needs one more package, onnxscript.
    (r"You are using the legacy TorchScript-based ONNX export", r"training\.export\.graphs"),
    (r"The feature will be removed", r"torch\.onnx\."),
    # Of each slice with a step it says that it folds none of them; nothing is lost.
    (r"Constant folding - Only steps=1", r"torch\.onnx\."),
    # Sizes of weights and maps that networks check or compute with: they are the same for every input but for batch and
    # length, and the pipeline's parity check tries other batches and lengths than the traced ones. Of the attention
    # mask: one branch for caches of earlier tokens, of which there are none, and indices never negative.
    (
        r"Converting a tensor to a Python (boolean|integer|number)",
        r"(transformers\.|torch\.nn\.(functional|modules\.rnn|utils\.rnn)|hear21passt\.|training\.towers\.)",
    ),
    (r"Exporting aten::index operator of advanced indexing", r"torch\.onnx\."),
    # Of every GRU, also where its first states are made of the batch, as ours are.
    (r"Exporting a model to ONNX with a batch_size other than 1, with a variable length with GRU", r"torch\.onnx\."),
)
"""Warnings while tracing that are understood, (message, module)."""


class AudioGraph(nn.Module):
    """What audio.onnx holds: float32 [B, T] waves to float32 [B, D] unit vectors, the mel front end inside.

    A wave of one segment of the tower at most passes whole. With `pieces` each wave is filled up with silence to whole
    segments and cut, the segments are encoded as one batch, and all their features averaged, as
    `DualEncoder.features_of_waves` does for whole segments.
    """

    def __init__(self, model: DualEncoder, *, pieces: bool = False) -> None:
        super().__init__()
        self.audio, self.audio_projection = model.audio, model.audio_projection
        self.segment: int | None = None
        if pieces:
            if model.audio.segment_s is None:
                raise ValueError("a tower without a segment of its own takes waves of any length whole")
            self.segment = round(model.audio.segment_s * model.audio.sample_rate_hz)

    def forward(self, waveform: Tensor) -> Tensor:
        if self.segment is None:
            features = self.audio(waveform)
        else:
            pieces = (waveform.shape[1] + self.segment - 1) // self.segment
            filled = nn.functional.pad(waveform, (0, pieces * self.segment - waveform.shape[1]))
            features = self.audio(filled.reshape(-1, self.segment))
            features = features.reshape(-1, pieces * features.shape[1], features.shape[2])
        projected = self.audio_projection(features.mean(dim=1)).float()
        # What nn.functional.normalize computes; that one is exported with nodes that ask for sizes.
        unit: Tensor = projected / projected.norm(dim=1, keepdim=True).clamp(min=1e-12)
        return unit


class TextGraph(nn.Module):
    """What text.onnx holds: ids and mask, int64 [B, S], to joint, float32 [B, D], and sentence, float32 [B, E].

    The sentence vector, by which words are compared with words, is the text tower's own where that is a sentence
    encoder and was left as it was: frozen, with the mean of all tokens. A tower that learnt with the sounds, or whose
    first token stands for the text, has no sentence space of its own (the states of a language model lie in a narrow
    cone, cosines near 1 for any two texts): there the joint vector serves, whose cosines were trained.
    """

    def __init__(self, model: DualEncoder) -> None:
        super().__init__()
        text = model.config.text
        self.encoder = model.text if model.text is not None else frozen_text(text)
        self.text_projection = model.text_projection
        self.has_sentences = text.frozen and getattr(text, "pooling", "mean") == "mean"
        self.dim = model.config.dim
        self.sentence_dim = self.encoder.width if self.has_sentences else self.dim

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        vectors = self.encoder(ids, mask)
        joint = nn.functional.normalize(self.text_projection(vectors).float(), dim=1)
        return joint, nn.functional.normalize(vectors, dim=1) if self.has_sentences else joint * 1.0


def export_waves(graph: nn.Module, samples: int, notes: Mapping[str, str] | None = None) -> bytes:
    """Gives audio.onnx of a module that turns waves, [B, T], into unit vectors, [B, D].

    Args:
        graph: the module.
        samples: T of the waves that are traced.
        notes: written beside the graph.
    """
    axes = {"waveform": {0: "batch", 1: "samples"}}
    model = onnx.load_from_string(export_graph(graph, (torch.zeros(2, samples),), axes, {"vector": {0: "batch"}}))
    for node in model.graph.node:
        if node.op_type == "AveragePool":
            _round_up_by_padding(node)
    _pad_in_convolutions(model.graph)
    if notes:
        onnx.helper.set_model_props(model, dict(notes))
    return bytes(model.SerializeToString())


def _round_up_by_padding(node: Any) -> None:
    """Rewrites how a pool of 2 x 2 keeps an odd row, in terms that ONNX Runtime's blocked kernels know.

    ceil_mode and one row of padding that is not counted give the same sums; but before and behind a pool with ceil_mode
    ONNX Runtime turns the maps into another layout and back, and does not fuse the sum that follows.
    """
    known = {entry.name: onnx.helper.get_attribute_value(entry) for entry in node.attribute}
    if not known.get("ceil_mode") or known["kernel_shape"] != [2, 2] or known["strides"] != [2, 2]:
        return
    if any(known.get("pads", [])) or "dilations" in known:
        return
    del node.attribute[:]
    sizes = {"kernel_shape": [2, 2], "strides": [2, 2], "pads": [0, 0, 1, 1], "count_include_pad": 0}
    node.attribute.extend([onnx.helper.make_attribute(name, value) for name, value in sizes.items()])


def _pad_in_convolutions(graph: Any) -> None:
    """Gives zeros that are filled in before a convolution of maps to the convolution itself.

    ONNX Runtime keeps maps in blocks from one convolution to the next; for a Pad between two it turns them back.
    """
    constants = {node.output[0]: node for node in graph.node if node.op_type == "Constant"}
    readers = Counter(name for node in graph.node for name in node.input)
    pads = {node.output[0]: node for node in graph.node if node.op_type == "Pad" and readers[node.output[0]] == 1}
    for node in graph.node:
        pad = pads.get(node.input[0]) if node.op_type == "Conv" else None
        if pad is None or pad.input[1] not in constants or len(pad.input) > 2:
            continue
        before, behind = np.split(onnx.numpy_helper.to_array(constants[pad.input[1]].attribute[0].t), 2)
        own = next((entry for entry in node.attribute if entry.name == "pads"), None)
        if len(before) != 4 or before[:2].any() or behind[:2].any() or (own is not None and any(own.ints)):
            continue
        if own is not None:
            node.attribute.remove(own)
        node.attribute.append(onnx.helper.make_attribute("pads", [*before[2:].tolist(), *behind[2:].tolist()]))
        node.input[0] = pad.input[0]
        graph.node.remove(pad)


def export_tokens(graph: nn.Module) -> bytes:
    """Gives text.onnx of a module that turns ids and mask, [B, S], into joint and sentence vectors."""
    ids = torch.full((2, 5), 5, dtype=torch.int64)
    axes = {0: "batch", 1: "tokens"}
    outputs = {"joint": {0: "batch"}, "sentence": {0: "batch"}}
    return export_graph(graph, (ids, torch.ones_like(ids)), {"ids": axes, "mask": axes}, outputs)


def export_graph(
    graph: nn.Module,
    inputs: Sequence[Tensor],
    input_axes: dict[str, dict[int, str]],
    output_axes: dict[str, dict[int, str]],
) -> bytes:
    """Traces the graph; the exporter puts back the mode of the outermost module, so that one must be in eval."""
    graph.eval()
    with tempfile.TemporaryDirectory(prefix="earshot-export-") as work, warnings.catch_warnings():
        for message, module in _KNOWN_NOTICES:
            warnings.filterwarnings("ignore", message=message, module=module)
        path = Path(work) / "graph.onnx"
        torch.onnx.export(
            graph,
            tuple(inputs),
            path,
            input_names=list(input_axes),
            output_names=list(output_axes),
            dynamic_axes={**input_axes, **output_axes},
            opset_version=OPSET,
            dynamo=False,
        )
        return path.read_bytes()


def worst_cosine(found: Iterable[NDArray[np.float32]], expected: Iterable[NDArray[np.float32]]) -> float:
    """Gives the least cosine between rows of two lists of [N, D] arrays."""
    rows = [
        (left.astype(np.float64) * right).sum(1) / (np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1))
        for left, right in zip(found, expected, strict=True)
    ]
    return float(np.concatenate(rows).min())
