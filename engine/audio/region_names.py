"""Names rendered parts of sounds after source, time and effects."""

import re

from engine.audio.effects import NO_EFFECTS, Effects
from engine.base.identifiers import is_device
from engine.base.types import FilePath

_MAX_STEM_BYTES = 180
"""File names end at 255 bytes nearly everywhere; times and effects need the rest."""
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f\ud800-\udfff\ufffd]')
"""Characters that Windows forbids, and those that were not text in the source's name."""


def region_name(source: FilePath, start_s: float | None, end_s: float | None, effects: Effects = NO_EFFECTS) -> str:
    """Returns a file name: "Gate Creak 0m03.250-0m07.100_rev_+3st.wav"; without times for a whole sound."""
    stem = plain_name(source.name.rsplit(".", 1)[0] or source.name)
    times = "" if start_s is None or end_s is None else f" {clock(start_s)}-{clock(end_s)}"
    return f"{stem}{times}{effects_suffix(effects)}.wav"


def plain_name(text: str) -> str:
    """Makes a text a valid file name without suffix on any system: not empty, not a device, not too long."""
    name = _FORBIDDEN.sub("_", text).encode()[:_MAX_STEM_BYTES].decode(errors="ignore").strip(" .") or "sound"
    return f"_{name}" if is_device(name) else name


def effects_suffix(effects: Effects) -> str:
    """The effects in a name: "_rev_+3st_-6dB_ch1-2"; empty for none."""
    parts = ""
    if effects.is_reversed:
        parts += "_rev"
    if effects.pitch_semitones:
        parts += f"_{effects.pitch_semitones:+g}st"
    if effects.stretch_percent != 100.0:
        parts += f"_stretch{effects.stretch_percent:g}"
    if effects.shift_semitones:
        parts += f"_pitch{effects.shift_semitones:+g}st"
    if effects.gain_db:
        parts += f"_{round(effects.gain_db, 1):+g}dB"
    if effects.channels:
        parts += "_ch" + "-".join(str(channel + 1) for channel in effects.channels)
    return parts


def clock(at_s: float) -> str:
    """A time for names: 0m03.250, 1h02m03.250."""
    thousandths = round(max(0.0, at_s) * 1000)
    hours, minutes, seconds = thousandths // 3_600_000, thousandths // 60_000 % 60, thousandths % 60_000 / 1000
    return f"{hours}h{minutes:02}m{seconds:06.3f}" if hours else f"{minutes}m{seconds:06.3f}"
