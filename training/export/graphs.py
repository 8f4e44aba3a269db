"""The two graphs of a pack, waveform to vector and tokens to joint and sentence vectors, and their export to ONNX.

Uses portable operators only, with free batch and length. training.export.precision stores matrices in fewer bits.
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
    # The tracing exporter is called legacy; the new one needs another package, onnxscript.
    (r"You are using the legacy TorchScript-based ONNX export", r"training\.export\.graphs"),
    (r"The feature will be removed", r"torch\.onnx\."),
    # Emitted for each slice with a step, which is not folded; nothing is lost.
    (r"Constant folding - Only steps=1", r"torch\.onnx\."),
    # Sizes that networks check or compute with: equal for every input except batch and length, and the pipeline's
    # parity check uses other batches and lengths than the traced ones. For the attention mask: one branch for caches of
    # earlier tokens, which do not exist, and indices that are never negative.
    (
        r"Converting a tensor to a Python (boolean|integer|number)",
        r"(transformers\.|torch\.nn\.(functional|modules\.rnn|utils\.rnn)|hear21passt\.|training\.towers\.)",
    ),
    (r"Exporting aten::index operator of advanced indexing", r"torch\.onnx\."),
    # Emitted for every GRU, even if the batch determines its first states, as in ours.
    (r"Exporting a model to ONNX with a batch_size other than 1, with a variable length with GRU", r"torch\.onnx\."),
)
"""Understood warnings of tracing, (message, module)."""


class AudioGraph(nn.Module):
    """The content of audio.onnx: float32 [B, T] waves to float32 [B, D] unit vectors, mel front end included.

    A wave of at most one segment of the tower passes whole. With `pieces` waves are padded with silence to whole
    segments, cut, encoded as one batch, and all features averaged, as in `DualEncoder.features_of_waves` for whole
    segments.
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
        # Same as nn.functional.normalize, which is exported with nodes that query sizes.
        unit: Tensor = projected / projected.norm(dim=1, keepdim=True).clamp(min=1e-12)
        return unit


class TextGraph(nn.Module):
    """The content of text.onnx: ids and mask, int64 [B, S], to joint, float32 [B, D], and sentence, float32 [B, E].

    The sentence vector, for comparing words with words, is the text tower's own if that is an unchanged sentence
    encoder: frozen, with the mean of all tokens. A tower trained with sounds, or one with the first token as its text
    vector, has no sentence space (the states of a language model lie in a narrow cone, with cosines near 1 for any two
    texts), so the joint vector is used, whose cosines were trained.
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
    """Exports audio.onnx from a module that maps waves, [B, T], to unit vectors, [B, D].

    Args:
        samples: T of the traced waves.
        notes: metadata of the graph.
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
    """Rewrites how a 2 x 2 pool keeps an odd row, for ONNX Runtime's blocked kernels.

    ceil_mode and one uncounted row of padding give the same sums; but around a pool with ceil_mode ONNX Runtime
    converts maps to another layout and back, and does not fuse the following sum.
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
    """Merges zero padding before a convolution into the convolution.

    ONNX Runtime keeps maps in blocks from one convolution to the next, and converts them back for a Pad in between.
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
    """Exports text.onnx from a module that maps ids and mask, [B, S], to joint and sentence vectors."""
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
    """Traces the graph in eval mode. The exporter restores the mode of the outermost module only."""
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
    """Returns the least cosine between rows of two lists of [N, D] arrays."""
    rows = [
        (left.astype(np.float64) * right).sum(1) / (np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1))
        for left, right in zip(found, expected, strict=True)
    ]
    return float(np.concatenate(rows).min())
