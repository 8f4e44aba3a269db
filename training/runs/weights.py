"""Reads the weights of our own models, compact, MobileNet and pair, from a pack's graphs, to start a retraining.

A pack holds graphs, not checkpoints. audio.onnx has norms folded into their convolutions, so a norm is restored as the
identity with the convolution's bias; int8 matrices are restored as the values that the graph uses. The model then runs
on the pack's own canonical sounds and texts and is refused unless it gives the pack's vectors, so a pack of another
family is never mistaken for ours.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.base.errors import EngineError
from engine.models.canonical import read_canonical
from engine.models.pack import load_pack
from training.runs.onnx_arrays import StoredGraph, attribute
from training.runs.settings_file import ConfigError, from_mapping
from training.towers.compact import CompactConfig
from training.towers.dual_encoder import DualEncoder, ModelConfig
from training.towers.frontend import FrontEndConfig
from training.towers.minilm import MiniLmConfig
from training.towers.mobilenet import MobileNetConfig
from training.towers.pair import PairConfig

RECIPE = "earshot.model"
"""Metadata in audio.onnx with the model's config as JSON; older packs are read by their shapes."""
SAME = 0.99999
"""Least cosine between the restored model's and the pack's own vectors."""


class PackWeightsError(EngineError):
    """A pack's weights cannot be read back."""


@dataclass(frozen=True, slots=True)
class PackWeights:
    """A model restored from a pack."""

    config: ModelConfig
    weights: dict[str, Tensor]

    def model(self) -> DualEncoder:
        model = DualEncoder(self.config)
        model.load_state_dict(self.weights)
        return model.eval()


def weights_of_pack(folder: Path) -> PackWeights:
    """Restores the audio tower and both projections from a pack.

    A pack has no temperature; it is the recipe's. Call `settle_norms` with new sounds before further training: a folded
    norm no longer knows the mean and spread that it removed.

    Raises:
        PackError: no pack, or a damaged one.
        PackWeightsError: a pack of another family, with a way out.
    """
    pack = load_pack(folder)
    canonical = read_canonical(pack.take("canonical.npz"))
    audio, text = StoredGraph(pack.take("audio.onnx")), StoredGraph(pack.take("text.onnx"))
    try:
        noted = _noted(audio)
        if noted is not None and isinstance(noted.audio, MobileNetConfig | PairConfig):
            config = noted
            model = DualEncoder(config).eval()
            weights = _mobile_weights(audio, model) | _words(text, model)
        else:
            head_weights, hidden = _head(text)
            tower, weights = _tower(audio, pack.info.sample_rate_hz)
            config = noted or _config(tower, hidden, pack.info.dim, pack.info.max_tokens)
            model = DualEncoder(config).eval()
            weights |= head_weights
        weights |= {name: value for name, value in model.state_dict().items() if name == "log_temperature"}
        _same_shapes(model, weights)
        model.load_state_dict(weights)
    except (KeyError, IndexError, ValueError, RuntimeError, ConfigError) as err:
        raise _other_family(folder, str(err)) from err
    with torch.inference_mode():
        sounds = _worst(model.hear_waves(torch.from_numpy(canonical.waveform)), canonical.audio_vector)
        texts = _worst(model.read(torch.from_numpy(canonical.sentence)), canonical.joint)
    if min(sounds, texts) < SAME:
        raise _other_family(folder, f"cosine of sounds {sounds:.6f}, of texts {texts:.6f}, not {SAME}")
    return PackWeights(config, {name: value.detach().clone() for name, value in model.state_dict().items()})


def recipe_note(config: ModelConfig) -> str:
    """Returns the metadata for audio.onnx that restores the model's config exactly."""
    return json.dumps(asdict(cast(Any, config)))


def settle_norms(model: DualEncoder, powers: Iterable[Tensor]) -> int:
    """Returns each folded norm the mean and spread of its input without changing the model's output.

    In training a norm removes the batch's own mean and spread. A norm restored as the identity would change the network
    in the first step; one with scale = spread and shift = bias + mean does not.

    Args:
        model: restored model; changed in place, left in eval mode.
        powers: batches of mel powers, float32 [B, F, M], of some hundred sounds.

    Returns:
        the number of sounds.

    Raises:
        ValueError: no sounds.
    """
    norms = [layer for layer in model.audio.modules() if isinstance(layer, nn.BatchNorm2d)]
    sums = {norm: torch.zeros(2, norm.num_features, dtype=torch.float64) for norm in norms}
    counts = dict.fromkeys(norms, 0)

    def listen(norm: nn.Module, taken: tuple[Tensor, ...]) -> None:
        maps = taken[0].double()
        assert isinstance(norm, nn.BatchNorm2d)
        sums[norm] += torch.stack([maps.sum(dim=(0, 2, 3)), (maps * maps).sum(dim=(0, 2, 3))])
        counts[norm] += maps.numel() // maps.shape[1]

    hooks = [norm.register_forward_pre_hook(listen) for norm in norms]
    heard = 0
    model.eval()
    try:
        with torch.inference_mode():
            for power in powers:
                model.hear(power)
                heard += len(power)
    finally:
        for hook in hooks:
            hook.remove()
    if heard == 0:
        raise ValueError("there is no sound to settle the norms on")
    for norm in norms:
        _settle(norm, sums[norm] / counts[norm])
    return heard


def _settle(norm: nn.BatchNorm2d, moments: Tensor) -> None:
    """Moves a norm to the measured mean and spread; its gain and shift stay."""
    assert norm.running_mean is not None and norm.running_var is not None
    mean, spread = moments[0], (moments[1] - moments[0] ** 2).clamp(min=1e-6)
    old_spread = norm.running_var.double() + norm.eps
    gain = norm.weight.detach().double() / old_spread.sqrt()
    shift = norm.bias.detach().double() - gain * norm.running_mean.double()
    with torch.no_grad():
        norm.weight.copy_(gain * (spread + norm.eps).sqrt())
        norm.bias.copy_(shift + gain * mean)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)


def _noted(graph: StoredGraph) -> ModelConfig | None:
    """The exporter's metadata; None for older packs."""
    return from_mapping(ModelConfig, json.loads(graph.notes[RECIPE])) if RECIPE in graph.notes else None


def _config(tower: CompactConfig, hidden: int, dim: int, max_tokens: int) -> ModelConfig:
    """A config from the shapes, with the recipe's front end and dropout."""
    plain = ModelConfig()
    return replace(
        plain,
        audio=tower,
        text=MiniLmConfig(max_tokens=max_tokens),
        text_projection=replace(plain.text_projection, hidden=hidden),
        dim=dim,
    )


def _mobile_weights(graph: StoredGraph, model: DualEncoder) -> dict[str, Tensor]:
    """Reads a MobileNet or pair and its projection: convolutions in order, the rest by name."""
    dense = [f"audio.{stem}." for stem, layer in model.audio.named_modules() if isinstance(layer, nn.Linear)]
    named = [name for name in model.state_dict() if name.startswith(("audio_projection.", *dense))]
    weights = {name: _tensor(graph.array(name)) for name in named}
    layers = [name for name, layer in model.audio.named_modules() if isinstance(layer, nn.Conv2d)]
    nodes = _convolutions(graph)
    for name, node in zip(layers, nodes, strict=True):
        if cast(nn.Conv2d, model.audio.get_submodule(name)).bias is not None:  # YAMNet's, with folded norms
            weights[f"audio.{name}.weight"] = _tensor(graph.array(node.input[1]))
            weights[f"audio.{name}.bias"] = _tensor(graph.array(node.input[2]))
            continue
        norm = f"audio.{name.rpartition('.')[0]}.1"  # follows its convolution in the same sequence
        eps = cast(nn.BatchNorm2d, model.get_submodule(norm)).eps
        _put_folded(weights, f"audio.{name}", norm, graph.array(node.input[1]), graph.array(node.input[2]), eps)
    return weights


def _convolutions(graph: StoredGraph) -> list[Any]:
    """Convolutions of the tower, over pictures; the front end's are over rows of samples."""
    return [node for node in graph.of_kind("Conv") if len(attribute(node, "kernel_shape", ())) == 2]


def _tower(graph: StoredGraph, sample_rate_hz: int) -> tuple[CompactConfig, dict[str, Tensor]]:
    """Reads the compact tower, whose convolutions run as stem, then each block's two and its shortcut."""
    convolutions = _convolutions(graph)
    norms = list(graph.of_kind("BatchNormalization"))
    layers = list(graph.of_kind("Gemm"))
    if len(convolutions) < 3 or len(norms) != 2 or len(layers) != 2:
        counts = f"{len(convolutions)} convolutions, {len(norms)} norms and {len(layers)} dense layers"
        raise ValueError(f"its audio graph has {counts}")
    kernels = [(graph.array(node.input[1]), graph.array(node.input[2])) for node in convolutions]
    strides = [attribute(node, "strides", [1, 1])[0] for node in convolutions]
    weights: dict[str, Tensor] = {}
    _put_folded(weights, "stem.0", "stem.1", *kernels[0])
    widths: list[int] = []
    blocks: list[int] = []
    at = 1
    while at < len(kernels):
        block = f"stages.{sum(blocks)}"
        if strides[at] != 1 or not widths:
            widths.append(len(kernels[at][0]))
            blocks.append(0)
        blocks[-1] += 1
        _put_folded(weights, f"{block}.body.0", f"{block}.body.1", *kernels[at])
        _put_folded(weights, f"{block}.body.3", f"{block}.body.4", *kernels[at + 1])
        at += 2
        if at < len(kernels) and kernels[at][0].shape[2:] == (1, 1):
            _put_folded(weights, f"{block}.shortcut.1", f"{block}.shortcut.2", *kernels[at])
            at += 1
    for name, node in zip(("bands", "head.0"), norms, strict=True):
        parts = ("weight", "bias", "running_mean", "running_var")
        weights |= {f"{name}.{part}": _tensor(graph.array(node.input[1 + i])) for i, part in enumerate(parts)}
        weights[f"{name}.num_batches_tracked"] = torch.tensor(0)
    weights = {f"audio.{name}": value for name, value in weights.items()}
    for name, node in zip(("audio.head.2", "audio_projection"), layers, strict=True):
        weights[f"{name}.weight"] = _tensor(graph.array(node.input[1]))
        weights[f"{name}.bias"] = _tensor(graph.array(node.input[2]))
    front_end = FrontEndConfig(sample_rate_hz=sample_rate_hz, mels=len(weights["audio.bands.weight"]))
    config = CompactConfig(
        front_end=front_end,
        stem=len(kernels[0][0]),
        widths=tuple(widths),
        blocks=tuple(blocks),
        hidden=len(weights["audio.head.2.bias"]),
    )
    return config, weights


def _words(graph: StoredGraph, model: DualEncoder) -> dict[str, Tensor]:
    named = [name for name in model.state_dict() if name.startswith("text_projection.")]
    return {name: _tensor(graph.ending(name.removeprefix("text_projection"))) for name in named}


def _head(graph: StoredGraph) -> tuple[dict[str, Tensor], int]:
    names = [f"{layer}.{part}" for layer in ("straight", "bent.1", "bent.4") for part in ("weight", "bias")]
    weights = {f"text_projection.{name}": _tensor(graph.ending(f".{name}")) for name in names}
    return weights, len(weights["text_projection.bent.1.bias"])


def _put_folded(
    weights: dict[str, Tensor],
    convolution: str,
    norm: str,
    kernel: NDArray[np.float32],
    bias: NDArray[np.float32],
    eps: float = nn.BatchNorm2d(1).eps,
) -> None:
    """Adds a convolution with a folded norm, and that norm as the identity with the bias."""
    weights[f"{convolution}.weight"] = _tensor(kernel)
    weights[f"{norm}.weight"] = torch.ones(len(bias))
    weights[f"{norm}.bias"] = _tensor(bias)
    weights[f"{norm}.running_mean"] = torch.zeros(len(bias))
    weights[f"{norm}.running_var"] = torch.full((len(bias),), 1.0 - eps)
    weights[f"{norm}.num_batches_tracked"] = torch.tensor(0)


def _same_shapes(module: nn.Module, weights: dict[str, Tensor]) -> None:
    """Refuses weights of other shapes before copying any."""
    expected = {name: tuple(value.shape) for name, value in module.state_dict().items()}
    found = {name: tuple(value.shape) for name, value in weights.items()}
    if odd := sorted(_differing(expected, found)):
        raise ValueError(f"{odd[0]} is {found.get(odd[0])}, expected {expected.get(odd[0])}")


def _differing(left: dict[str, tuple[int, ...]], right: dict[str, tuple[int, ...]]) -> Iterator[str]:
    return (name for name in left.keys() | right.keys() if left.get(name) != right.get(name))


def _tensor(array: NDArray[np.float32]) -> Tensor:
    return torch.from_numpy(np.array(array, dtype=np.float32))


def _worst(found: Tensor, expected: NDArray[np.float32]) -> float:
    return float(nn.functional.cosine_similarity(found.double(), torch.from_numpy(expected).double()).min())


def _other_family(folder: Path, why: str) -> PackWeightsError:
    return PackWeightsError(
        f"the model in {folder} is of no family of Earshot's, so its weights cannot be read back: {why}",
        advice="Start from the starter pack, or from the checkpoint that this pack was made of.",
    )
