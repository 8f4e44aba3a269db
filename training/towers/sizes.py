"""Parameter counts of each tower, built without memory, beside the published ones.

Published counts cover whole networks, including AudioSet classifiers and fixed Fourier bases; runs here keep fewer,
without the classifiers. Table 3 of Primus et al. 2023 prints PaSST-L as 41.8 M; its checkpoint has 50.7 M.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch import nn
from transformers import AutoModel

from training.towers import atst, mobilenet, panns, passt, yamnet
from training.towers.text_models import TEXT_MODELS

_CLASSES = 527


@dataclass(frozen=True, slots=True)
class Size:
    """One row of the table."""

    tower: str
    counted: int
    """Parameters of the network as published, counted here."""
    published: int
    kept: int
    """Parameters that a run trains and keeps."""
    source: str

    @property
    def is_equal(self) -> bool:
        return self.counted == self.published


@dataclass(frozen=True, slots=True)
class _Audio:
    tower: str
    published: int
    source: str
    build: Callable[[str], nn.Module]
    left_behind: tuple[str, ...]
    fixed: int = 0
    """Numbers that the authors count but that are no weights here."""


def _cnn(tower: str) -> nn.Module:
    return panns.Cnn(tower, _CLASSES)


def _passt(tower: str) -> nn.Module:
    return passt.hear21passt_network(passt.PasstConfig(tower), classifiers=True)


def _atst(_tower: str) -> nn.Module:
    return atst.FrameTransformer(with_mask=True)


def _mobilenet(tower: str) -> nn.Module:
    return mobilenet.MobileNet(mobilenet.width_of(tower), _CLASSES)


def _yamnet(_tower: str) -> nn.Module:
    return yamnet.Yamnet(yamnet.YamnetConfig().rows, yamnet.CLASSES)


_AUDIO = (
    _Audio("cnn10", 6_302_735, "PANNs", _cnn, panns.LEFT_BEHIND, panns.FIXED_NUMBERS),
    _Audio("cnn14", 81_837_071, "PANNs", _cnn, panns.LEFT_BEHIND, panns.FIXED_NUMBERS),
    _Audio("passt-l", 50_714_398, "PaSST", _passt, passt.LEFT_BEHIND),
    _Audio("passt-n", 86_122_270, "PaSST", _passt, passt.LEFT_BEHIND),
    _Audio("passt-s", 86_153_758, "PaSST", _passt, passt.LEFT_BEHIND),
    _Audio("passt-s20", 86_231_326, "PaSST", _passt, passt.LEFT_BEHIND),
    _Audio("passt-s30", 86_308_126, "PaSST", _passt, passt.LEFT_BEHIND),
    _Audio("atst-frame", 85_419_264, "ATST-Frame", _atst, atst.LEFT_BEHIND),
    _Audio("mn04", 983_599, "EfficientAT", _mobilenet, mobilenet.LEFT_BEHIND),
    _Audio("mn10", 4_876_831, "EfficientAT", _mobilenet, mobilenet.LEFT_BEHIND),
    _Audio("mn40", 68_427_303, "EfficientAT", _mobilenet, mobilenet.LEFT_BEHIND),
    _Audio("yamnet", 3_751_369, "YAMNet", _yamnet, yamnet.LEFT_BEHIND, yamnet.FIXED_NUMBERS),
)
"""The papers round them: PaSST-N and -S to 86.2 M, CNN10 to 6.3 M, CNN14 to 81.8 M, ATST to 85.4 M, mn40 to 68.4 M."""


def audio_sizes() -> list[Size]:
    """Counts the audio towers."""
    return [_counted(row) for row in _AUDIO]


def text_sizes() -> list[Size]:
    """Counts the named text encoders, without poolers."""
    found = []
    for model in TEXT_MODELS:
        with torch.device("meta"):
            network = AutoModel.from_config(  # type: ignore[no-untyped-call]
                model.config(), add_pooling_layer=False
            )
        numbers = _numbers(network.named_parameters())
        found.append(Size(model.name, numbers, model.parameters, numbers, model.repository))
    return found


def _counted(row: _Audio) -> Size:
    with torch.device("meta"):
        network = row.build(row.tower)
    whole = _numbers(network.named_parameters())
    left = _numbers((name, weights) for name, weights in network.named_parameters() if name.startswith(row.left_behind))
    return Size(row.tower, whole + row.fixed, row.published, whole - left, row.source)


def _numbers(parameters: Iterable[tuple[str, nn.Parameter]]) -> int:
    return sum(weights.numel() for _, weights in parameters)
