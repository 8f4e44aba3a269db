"""Channel layouts: loudspeaker labels, the channel orders of formats, and loudness weights.

A layout is text: the labels of its channels in order, "FL FR FC LFE BL BR", as WAVE and FFmpeg name them. It is empty
where a file does not say; `usual` supplies a default.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WAVE_ORDER = (
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR", "TBL", "TBC", "TBR",
)  # fmt: skip
"""The bits of a channel mask, lowest first (Microsoft, WAVEFORMATEXTENSIBLE)."""
_USUAL = {
    1: "FC",
    2: "FL FR",
    3: "FL FR FC",
    4: "FL FR BL BR",
    5: "FL FR FC BL BR",
    6: "FL FR FC LFE BL BR",
    7: "FL FR FC LFE BC SL SR",
    8: "FL FR FC LFE BL BR SL SR",
}
"""By count, in WAVE order, as FLAC (RFC 9639 §9.1.3), Vorbis I (§4.3.9) and Opus (RFC 7845 §5.1.1.2) define them; the
default where a file does not say."""
_OF_XIPH = {
    3: "FL FC FR",
    5: "FL FC FR BL BR",
    6: "FL FC FR BL BR LFE",
    7: "FL FC FR SL SR BC LFE",
    8: "FL FC FR SL SR BL BR LFE",
}
"""Channel orders of Vorbis and Opus where they differ from WAVE."""
_NAMES = {
    "FL": "L", "FR": "R", "FC": "C", "LFE": "LFE", "LFE2": "LFE2", "BL": "Lb", "BR": "Rb", "SL": "Ls", "SR": "Rs",
    "BC": "Cs", "FLC": "Lc", "FRC": "Rc", "WL": "Lw", "WR": "Rw", "TC": "Tc", "TFL": "Ltf", "TFC": "Ctf",
    "TFR": "Rtf", "TBL": "Ltb", "TBC": "Ctb", "TBR": "Rtb", "TSL": "Lts", "TSR": "Rts", "DL": "Lt", "DR": "Rt",
}  # fmt: skip
_KINDS = {
    "FL FR LFE": "2.1",
    "FL FR FC": "3.0",
    "FL FR FC BC": "4.0",
    "FL FR BL BR": "quad",
    "FL FR SL SR": "quad",
    "FL FR FC BL BR": "5.0",
    "FL FR FC SL SR": "5.0",
    "FL FR FC LFE BL BR": "5.1",
    "FL FR FC LFE SL SR": "5.1",
    "FL FR FC LFE BC SL SR": "6.1",
    "FL FR FC BL BR SL SR": "7.0",
    "FL FR FC LFE BL BR SL SR": "7.1",
    "FL FR FC LFE BL BR SL SR TFL TFR": "7.1.2",
    "FL FR FC LFE BL BR SL SR TFL TFR TBL TBR": "7.1.4",
    "FL FR FC LFE BL BR TFL TFR TBL TBR": "5.1.4",
    "FL FR FC LFE SL SR TFL TFR TBL TBR": "5.1.4",
}
_BESIDE = frozenset({"SL", "SR", "WL", "WR"})
"""Between 60 and 120 degrees to the side."""
_NOT_HEARD = frozenset({"LFE", "LFE2"})
SURROUND_WEIGHT = 1.41
"""+1.5 dB, table 4 of BS.1770-5."""


def usual(channels: int) -> str:
    """The default layout for a number of channels; empty where no common one exists."""
    return _USUAL.get(channels, "")


def is_layout(text: str, channels: int) -> bool:
    """Whether a layout names exactly this many channels, each once, by known labels."""
    labels = text.split(" ")
    return len(labels) == channels == len(set(labels)) and all(label in _NAMES for label in labels)


def of_mask(mask: int, channels: int) -> str:
    """The layout of a WAVE channel mask; empty where it does not place every channel."""
    labels = " ".join(label for bit, label in enumerate(WAVE_ORDER) if mask >> bit & 1)
    return labels if is_layout(labels, channels) else ""


def wave_from_xiph(channels: int) -> tuple[int, ...]:
    """The index in Vorbis or Opus of each channel in WAVE order; empty where the orders agree."""
    if channels not in _OF_XIPH:
        return ()
    coded = _OF_XIPH[channels].split()
    return tuple(coded.index(label) for label in _USUAL[channels].split())


def weights(layout: str, channels: int) -> NDArray[np.float64]:
    """Loudness weight of each channel, float64 [C]: table 4 of ITU-R BS.1770-5, by the angle of its loudspeaker.

    1.41 from 60 to 120 degrees to the side and less than 30 above, 0 for the LFE, 1 elsewhere. BL and BR are the
    surrounds of 5.1 and quad, at 110 degrees (BS.2051), and count 1.41; beside SL and SR they stand behind these, at
    135 degrees, and count 1. FFmpeg's `ebur128` weights everything behind by 1.41.
    """
    labels = (layout or usual(channels)).split(" ")
    if len(labels) != channels:
        return np.ones(channels)
    beside = _BESIDE if "SL" in labels or "SR" in labels else _BESIDE | {"BL", "BR"}
    return np.array([0.0 if one in _NOT_HEARD else SURROUND_WEIGHT if one in beside else 1.0 for one in labels])


def names(layout: str) -> tuple[str, ...]:
    """Short channel names as mixers know them; a single pair of surrounds is Ls Rs wherever it stands."""
    labels = layout.split(" ")
    has_sides = "SL" in labels or "SR" in labels
    plain = {} if has_sides else {"BL": "Ls", "BR": "Rs"}
    return tuple(plain.get(label) or _NAMES.get(label, label) for label in labels)


def told(layout: str) -> str:
    """A layout for people: "5.1 (L R C LFE Ls Rs)"; only the names where it has no number."""
    listed = " ".join(names(layout))
    return f"{kind(layout)} ({listed})" if kind(layout) else listed


def kind(layout: str) -> str:
    """The number that a layout is known by: "5.1"; empty where it has none."""
    return _KINDS.get(layout, "")


def of_labels(labels: Sequence[str]) -> str:
    """The layout of a decoder's labels; empty where one is unknown."""
    text = " ".join(labels)
    return text if is_layout(text, len(labels)) else ""
