"""The two graphs of a words pack, features and phonemes to unit vectors, and their export to ONNX.

torch's attention would fix the traced length in the graph, so the layers' weights are applied here by the same sums
with free lengths; `worst_difference` compares both.
"""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from engine.models.providers import open_session
from training.export.graphs import export_graph, worst_cosine
from training.papers.words.phonemes import PAD
from training.papers.words.views import MultiView, RecurrentView, TransformerView, View, positions

MOST_ROWS = 512
"""Frames or phonemes with known positions."""
_TRACED_FRAMES, _TRACED_PHONEMES = 11, 5


class _EncoderLayerGraph(nn.Module):
    """A layer of torch's transformer encoder with ReLU, in eval, for any number and length of rows."""

    def __init__(self, layer: nn.TransformerEncoderLayer) -> None:
        super().__init__()
        attention = layer.self_attn
        self.heads, self.norm_first = attention.num_heads, layer.norm_first
        self.width = attention.embed_dim // self.heads
        weight, bias = attention.in_proj_weight, attention.in_proj_bias
        self.weight, self.bias = weight, bias
        self.out, self.first, self.second = attention.out_proj, layer.linear1, layer.linear2
        self.norm1, self.norm2 = layer.norm1, layer.norm2

    def forward(self, rows: Tensor, behind: Tensor) -> Tensor:
        """Takes float32 [B, F, D], and float32 [B, 1, 1, F], 1 past each row's end and 0 elsewhere."""
        if self.norm_first:
            rows = rows + self._attend(self.norm1(rows), behind)
            rows = rows + self.second(self.first(self.norm2(rows)).relu())
            return rows
        rows = self.norm1(rows + self._attend(rows, behind))
        found: Tensor = self.norm2(rows + self.second(self.first(rows).relu()))
        return found

    def _attend(self, rows: Tensor, behind: Tensor) -> Tensor:
        asked, keys, values = (
            part.reshape(part.shape[0], -1, self.heads, self.width).transpose(1, 2)
            for part in torch.nn.functional.linear(rows, self.weight, self.bias).chunk(3, dim=2)
        )
        near: Tensor = asked @ keys.transpose(2, 3) / self.width**0.5 - 1e9 * behind
        found: Tensor = self.out((near.softmax(dim=3) @ values).transpose(1, 2).flatten(2))
        return found


class _TransformerGraph(nn.Module):
    """A transformer view with stored positions, because a traced graph cannot compute them."""

    def __init__(self, view: TransformerView) -> None:
        super().__init__()
        self.pooling = view.config.pooling
        self.layers = nn.ModuleList(_EncoderLayerGraph(layer) for layer in view.layers.layers)
        self.last = view.layers.norm or nn.Identity()
        self.register_buffer("places", positions(MOST_ROWS, view.width, view.config.position_base)[None])

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        places: Tensor = self.places  # type: ignore[assignment]
        behind = _behind(rows, lengths)
        states = rows + places[:, : rows.shape[1]]
        for layer in self.layers:
            states = layer(states, behind.to(rows.dtype)[:, None, None])
        states = self.last(states)
        if self.pooling == "first":
            first: Tensor = states[:, 0]
            return first
        return _mean(states, behind)


class _RecurrentGraph(nn.Module):
    """A recurrent view whose initial states derive from its rows, because tracing would fix the number of rows."""

    def __init__(self, view: RecurrentView) -> None:
        super().__init__()
        self.gru, self.pooling = view.gru, view.config.pooling

    def forward(self, rows: Tensor, lengths: Tensor) -> Tensor:
        none = torch.zeros_like(rows[:, 0, :1]).expand(-1, self.gru.hidden_size)
        before = torch.stack([none] * (2 * self.gru.num_layers))
        states, last = self.gru(pack_padded_sequence(rows, lengths, True, enforce_sorted=False), before)
        if self.pooling == "last":
            return torch.cat([last[-2], last[-1]], dim=1)
        spread, _ = pad_packed_sequence(states, batch_first=True)
        return _mean(spread, _behind(spread, lengths))


def _graph_of(view: View) -> nn.Module:
    if isinstance(view, TransformerView):
        return _TransformerGraph(view)
    if isinstance(view, RecurrentView):
        return _RecurrentGraph(view)
    raise TypeError(f"no graph is known for {type(view).__name__}")


def _behind(rows: Tensor, lengths: Tensor) -> Tensor:
    """Marks positions past each row's length, bool [B, F]."""
    return torch.ones_like(rows[:, :, 0], dtype=torch.int64).cumsum(dim=1) > lengths[:, None]


def _mean(states: Tensor, behind: Tensor) -> Tensor:
    kept = (~behind).to(states.dtype).unsqueeze(2)
    mean: Tensor = (states * kept).sum(dim=1) / kept.sum(dim=1)
    return mean


class AcousticGraph(nn.Module):
    """The content of acoustic.onnx: features, float32 [B, F, W], and true frames, int64 [B], to float32 [B, D]."""

    def __init__(self, model: MultiView) -> None:
        super().__init__()
        self.into, self.view, self.out = model.into, _graph_of(model.acoustic), model.out_acoustic

    def forward(self, features: Tensor, lengths: Tensor) -> Tensor:
        return _unit(self.out(self.view(self.into(features), lengths)))


class PhonemeGraph(nn.Module):
    """The content of phonemes.onnx: phoneme numbers, int64 [N, S], padded with 0, to float32 [N, D]."""

    def __init__(self, model: MultiView) -> None:
        super().__init__()
        self.embedding, self.view, self.out = model.embedding, _graph_of(model.phonemes), model.out_phonemes

    def forward(self, phonemes: Tensor) -> Tensor:
        lengths = (phonemes != PAD).to(torch.int64).sum(dim=1)
        return _unit(self.out(self.view(self.embedding(phonemes), lengths)))


def export_views(model: MultiView, width: int) -> tuple[bytes, bytes]:
    """Exports acoustic.onnx and phonemes.onnx from a model in eval, for features of `width` numbers a frame."""
    vector = {"vector": {0: "batch"}}
    sound = torch.randn(3, _TRACED_FRAMES, width, generator=torch.Generator().manual_seed(1))
    lengths = torch.tensor([_TRACED_FRAMES, _TRACED_FRAMES - 4, 3])
    axes = {"features": {0: "batch", 1: "frames"}, "lengths": {0: "batch"}}
    acoustic = export_graph(AcousticGraph(model), (sound, lengths), axes, vector)
    said = torch.ones(3, _TRACED_PHONEMES, dtype=torch.int64)
    said[1, 3:] = PAD
    read = export_graph(PhonemeGraph(model), (said,), {"phonemes": {0: "batch", 1: "phonemes"}}, vector)
    return acoustic, read


def worst_difference(model: MultiView, width: int, acoustic: bytes, read: bytes, seed: int = 1) -> float:
    """Returns the least cosine between vectors of the graphs and of torch, for untraced batches and lengths."""
    rng = np.random.default_rng(seed)
    ears, reader = open_session(acoustic, "cpu"), open_session(read, "cpu")
    least = 1.0
    for batch, frames, phonemes in ((1, 2, 1), (5, 37, 9), (2, 101, 30)):
        sound = rng.standard_normal((batch, frames, width)).astype(np.float32)
        lengths = rng.integers(2, frames + 1, batch)
        lengths[0] = frames
        said = rng.integers(1, 40, (batch, phonemes))
        said[-1, max(1, phonemes // 2) :] = PAD
        with torch.inference_mode():
            heard = model.hear(torch.from_numpy(sound), torch.from_numpy(lengths)).numpy()
            meant = model.read(torch.from_numpy(said)).numpy()
        found = [ears.run({"features": sound, "lengths": lengths})[0], reader.run({"phonemes": said})[0]]
        least = min(least, worst_cosine(found, [heard, meant]))
    return least


def _unit(vectors: Tensor) -> Tensor:
    unit: Tensor = vectors / vectors.norm(dim=1, keepdim=True).clamp(min=1e-12)
    return unit
