"""Starts a training of word embeddings from a pack, when no checkpoint of the earlier training is left.

A graph keeps a GRU's weights in ONNX's order of gates; here they return to torch's order, equal to the bit. The export
takes a transformer's views apart, so those need a checkpoint.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor

from engine.features.speech.words_model import KIND, WordsSettings
from engine.models.speech_pack import load_speech_pack
from training.papers.words.checkpoint import WordsCheckpoint, load_words, mean_of, shapes_of
from training.papers.words.settings import WordsConfig
from training.papers.words.views import MultiView
from training.runs.records import CheckpointError

_GATES = (1, 0, 2)
"""Places of torch's gates (reset, update, new) among ONNX's (update, reset, hidden)."""
_EMBEDDING = "embedding.weight"
_ADVICE = "Name the recipe whose views the pack has, or begin with a checkpoint."


def load_start(places: Sequence[Path], config: WordsConfig) -> WordsCheckpoint | None:
    """Returns the start of a run: the mean weights of runs with a common start.

    Args:
        places: checkpoints of runs, and packs (folders); none: random weights.

    Raises:
        CheckpointError: one is unreadable, or has other views than the first, or a pack than `config`.
        PackError: a folder is no pack, or a damaged one.
    """
    starts = [weights_of_pack(place, config) if place.is_dir() else load_words(place) for place in places]
    return mean_of(starts) if starts else None


def weights_of_pack(folder: Path, config: WordsConfig) -> WordsCheckpoint:
    """Returns a pack's weights as a checkpoint of `config` without speakers and words.

    Args:
        folder: a pack of the kind `words` with two GRUs as views.
        config: with the views and the features of the pack.

    Raises:
        CheckpointError: the views or the features differ.
        PackError: no such pack, or a damaged one.
    """
    pack = load_speech_pack(folder, KIND)
    if {config.model.acoustic.kind, config.model.phonemes.kind} != {"gru"}:
        raise CheckpointError("only recurrent views can be taken from a pack", advice=_ADVICE)
    model = MultiView(config.model, config.features.width)
    found = _view(pack.take("acoustic.onnx"), "acoustic") | _view(pack.take("phonemes.onnx"), "phonemes")
    features = WordsSettings.of(pack.info.settings).features
    if features != config.features or shapes_of(found) != shapes_of(model.state_dict()):
        raise CheckpointError(f"the views or features of {folder} are not those of {config.name}", advice=_ADVICE)
    return WordsCheckpoint(config, "", 0, 0.0, (), found, (), ())


def _view(graph: bytes, name: str) -> dict[str, Tensor]:
    """Returns the weights of one view by their names in a MultiView."""
    model = onnx.load_from_string(graph).graph
    kept = {each.name: numpy_helper.to_array(each) for each in model.initializer}
    places = {"out.weight": f"out_{name}.weight", "out.bias": f"out_{name}.bias", _EMBEDDING: _EMBEDDING}
    found = {place: kept[own] for own, place in places.items() if own in kept}
    for layer, node in enumerate(node for node in model.node if node.op_type == "GRU"):
        found |= _layer(f"{name}.gru", layer, [kept[each] for each in node.input[1:4]])
    return {place: torch.from_numpy(np.array(value, dtype=np.float32)) for place, value in found.items()}


def _layer(name: str, layer: int, parts: Sequence[NDArray[np.float32]]) -> dict[str, NDArray[np.float32]]:
    """Returns a layer's weights of both directions, from float32 [2, 3H, W], [2, 3H, H] and [2, 6H]."""
    into, again, biases = parts
    found: dict[str, NDArray[np.float32]] = {}
    for direction, end in enumerate(("", "_reverse")):
        halves = np.split(biases[direction], 2)
        for kind, values in (
            ("weight_ih", into[direction]),
            ("weight_hh", again[direction]),
            ("bias_ih", halves[0]),
            ("bias_hh", halves[1]),
        ):
            gates = np.split(values, 3)
            found[f"{name}.{kind}_l{layer}{end}"] = np.concatenate([gates[gate] for gate in _GATES])
    return found
