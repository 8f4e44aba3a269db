"""A transfer profile: how sounds leave Earshot, as one validated value.

Order of processing: handles, stretch and pitch, channels, DC offset, sample rate, fades, level, bit depth, container,
metadata, name.
`engine.transfer.render` does it.
"""

import math
import re
from enum import StrEnum

from msgspec import Struct

from engine.audio.effects import MAX_PITCH_SEMITONES, STRETCH_PERCENT
from engine.audio.source import MAX_CHANNELS
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.name_patterns import check_pattern

_PITCH_ST = (-MAX_PITCH_SEMITONES, MAX_PITCH_SEMITONES)
RATES_HZ = (8_000, 384_000)
LONGEST_HANDLES_S, LONGEST_FADE_S = 600.0, 60.0
_MOST_NAME = 80
_ORIGINATOR_BYTES = 32
"""Size of the field in bext."""


class Container(StrEnum):
    """File format."""

    ORIGINAL = "original"
    """The sound's own if nothing changes, else WAV."""
    WAV = "wav"
    """RF64 above 4 GiB."""
    BWF = "bwf"
    """WAV that always has a broadcast extension."""
    AIFF = "aiff"
    FLAC = "flac"
    MP3 = "mp3"
    M4A = "m4a"

    @property
    def is_lossy(self) -> bool:
        return self in (Container.MP3, Container.M4A)

    @property
    def is_wave(self) -> bool:
        return self in (Container.ORIGINAL, Container.WAV, Container.BWF)

    @property
    def label(self) -> str:
        return "WAV" if self is Container.ORIGINAL else self.value.upper()


class Depth(StrEnum):
    """Sample format."""

    INT16 = "16"
    INT24 = "24"
    FLOAT32 = "32f"


class ChannelRule(StrEnum):
    """How channels are treated."""

    KEEP = "keep"
    MONO = "mono"
    STEREO = "stereo"
    SPLIT = "split"
    PICK = "pick"


class LevelRule(StrEnum):
    """Measure of the level."""

    AS_IS = "asis"
    PEAK = "peak"
    """Highest sample, dBFS."""
    TRUE_PEAK = "tp"
    """Highest value, that between samples included, dBTP: ITU-R BS.1770 annex 2."""
    LOUDNESS = "lufs"
    """Integrated loudness, LUFS: ITU-R BS.1770."""


class TextRule(StrEnum):
    """Whether metadata is kept."""

    KEPT = "kept"
    NONE = "none"


class NamePolicy(StrEnum):
    """What to do if a file of that name exists."""

    NUMBER = "number"
    """Number the new one; an identical file is not written twice."""
    REPLACE = "replace"
    SKIP = "skip"
    REFUSE = "refuse"
    """Write nothing at all."""


class ChannelPlan(Struct, frozen=True):
    """Rule for channels, with its argument."""

    rule: ChannelRule = ChannelRule.KEEP
    picked: tuple[int, ...] = ()
    """For PICK: from 1, in output order."""

    @property
    def text(self) -> str:
        return f"pick:{','.join(map(str, self.picked))}" if self.rule is ChannelRule.PICK else str(self.rule)


class LevelPlan(Struct, frozen=True):
    """Target level."""

    rule: LevelRule = LevelRule.AS_IS
    value_db: float = 0.0
    """In the unit of the rule."""

    @property
    def text(self) -> str:
        return "asis" if self.rule is LevelRule.AS_IS else f"{self.rule}:{self.value_db:g}"


class Profile(Struct, frozen=True):
    """How sounds leave Earshot.

    Raises:
        TransferError: two parts contradict each other, or one is out of bounds.
    """

    name: str = ""
    """Empty for an unsaved profile."""
    container: Container = Container.ORIGINAL
    rate_hz: int | None = None
    """None for the sound's own."""
    depth: Depth | None = None
    """None for the sound's own; lossy ones become 24-bit."""
    channels: ChannelPlan = ChannelPlan()
    level: LevelPlan = LevelPlan()
    is_dc_removed: bool = False
    handles_s: float = 0.0
    """Extra sound before and after a moment, as far as it exists."""
    fade_s: float | None = None
    """At both ends; None for 5 ms at cuts, and nowhere else."""
    texts: TextRule = TextRule.KEPT
    originator: str = ""
    """Of the broadcast extension; empty leaves it unchanged."""
    pattern: str = ""
    """For names, see `engine.transfer.name_patterns`; empty for the sound's own, with its times."""
    policy: NamePolicy = NamePolicy.NUMBER
    stretch_percent: float = 100.0
    """Length afterwards, in percent, at the same pitch; on top of what is set for listening."""
    pitch_semitones: float = 0.0
    """Pitch alone, at the same length; on top of what is set for listening."""

    def __post_init__(self) -> None:
        if self.name:
            check_name(self.name)
        low, high = RATES_HZ
        if self.rate_hz is not None and not low <= self.rate_hz <= high:
            raise _out_of_range(TransferFault.RATE, low, high, self.rate_hz)
        if not 0.0 <= self.handles_s <= LONGEST_HANDLES_S:
            raise _out_of_range(TransferFault.HANDLES, LONGEST_HANDLES_S, self.handles_s)
        if not STRETCH_PERCENT[0] <= self.stretch_percent <= STRETCH_PERCENT[1]:
            raise _out_of_range(TransferFault.STRETCH, *STRETCH_PERCENT, self.stretch_percent)
        if not _PITCH_ST[0] <= self.pitch_semitones <= _PITCH_ST[1]:
            raise _out_of_range(TransferFault.PITCH, *_PITCH_ST, self.pitch_semitones)
        if self.fade_s is not None and not 0.0 <= self.fade_s <= LONGEST_FADE_S:
            raise _out_of_range(TransferFault.FADE, LONGEST_FADE_S, self.fade_s)
        if not level_fits(self.level):
            raise TransferError(told(TransferFault.NO_LEVEL, self.level.text), advice=TransferAdvice.LEVELS)
        if len(self.originator.encode(errors="replace")) > _ORIGINATOR_BYTES:
            fault = told(TransferFault.ORIGINATOR_LONG, _ORIGINATOR_BYTES)
            raise TransferError(fault, advice=TransferAdvice.SHORTER)
        check_pattern(self.pattern)
        self._check_container()

    def _check_container(self) -> None:
        container, title = self.container, self.container.label
        if self.depth is not None and (
            container.is_lossy or (container is Container.FLAC and self.depth is Depth.FLOAT32)
        ):
            fault = told(TransferFault.NO_DEPTH_IN_FORMAT, title, str(self.depth))
            raise TransferError(fault, advice=TransferAdvice.ANOTHER_FORMAT)
        if self.rate_hz is not None and not holds_rate(container, self.rate_hz):
            fault = told(TransferFault.RATE_IN_FORMAT, title, self.rate_hz)
            raise TransferError(fault, advice=TransferAdvice.ANOTHER_FORMAT)

    @property
    def is_as_it_is(self) -> bool:
        """Whether sounds leave unchanged: copied, or for a part as a WAV of the sound's format."""
        return self == Profile(self.name, pattern=self.pattern)


MP3_RATES_HZ = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
"""ISO 11172-3 and 13818-3, and MPEG 2.5."""
AAC_RATES_HZ = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000)
"""ISO 14496-3, table 1.18."""


def rates_of(container: Container) -> tuple[int, ...]:
    """The only sample rates of a container; empty if it takes any."""
    return {Container.MP3: MP3_RATES_HZ, Container.M4A: AAC_RATES_HZ}.get(container, ())


def holds_rate(container: Container, rate_hz: int) -> bool:
    """Whether files of this kind may have this sample rate."""
    rates = rates_of(container)
    return not rates or rate_hz in rates


def check_name(name: str) -> None:
    """Refuses an invalid profile name.

    Raises:
        TransferError: it is empty, too long, or not one line.
    """
    if not 1 <= len(name) <= _MOST_NAME or not name.isprintable() or name != name.strip():
        raise TransferError(told(TransferFault.PROFILE_NAME, _MOST_NAME), advice=TransferAdvice.ONE_LINE)


def read_container(text: str) -> Container:
    """Parses a format. Raises TransferError."""
    return Container(_one_of(text, Container, TransferFault.NO_FORMAT))


def read_depth(text: str) -> Depth:
    """Parses a bit depth: 16, 24 or 32f. Raises TransferError."""
    return Depth(_one_of(text, Depth, TransferFault.NO_DEPTH))


def read_texts(text: str) -> TextRule:
    """Parses a metadata rule. Raises TransferError."""
    return TextRule(_one_of(text, TextRule, TransferFault.NO_METADATA))


def read_policy(text: str) -> NamePolicy:
    """Parses a policy for existing names. Raises TransferError."""
    return NamePolicy(_one_of(text, NamePolicy, TransferFault.NO_POLICY))


def read_channels(text: str) -> ChannelPlan:
    """Parses keep, mono, stereo, split or pick:1,3. Raises TransferError."""
    picked = re.fullmatch(r"pick:(\d{1,3}(?:,\d{1,3}){0,63})", text, re.ASCII)
    if picked is not None:
        numbers = tuple(map(int, picked[1].split(",")))
        if all(1 <= number <= MAX_CHANNELS for number in numbers):
            return ChannelPlan(ChannelRule.PICK, numbers)
    elif text in set(ChannelRule) - {ChannelRule.PICK}:
        return ChannelPlan(ChannelRule(text))
    raise TransferError(told(TransferFault.NO_CHANNELS, text), advice=TransferAdvice.CHANNEL_WORDS)


def read_level(text: str) -> LevelPlan:
    """Parses asis, peak:DB, tp:DB or lufs:DB. Raises TransferError."""
    found = re.fullmatch(r"(peak|tp|lufs):([+-]?\d{1,3}(?:\.\d{1,6})?)", text, re.ASCII)
    plan = LevelPlan() if text == "asis" else None if found is None else LevelPlan(LevelRule(found[1]), float(found[2]))
    if plan is None or not level_fits(plan):
        raise TransferError(told(TransferFault.NO_LEVEL, text), advice=TransferAdvice.LEVELS)
    return plan


def level_fits(plan: LevelPlan) -> bool:
    """Whether a target level is within -70 and 0 dB."""
    return plan.rule is LevelRule.AS_IS or (math.isfinite(plan.value_db) and -70.0 <= plan.value_db <= 0.0)


def _one_of(text: str, words: type[StrEnum], fault: TransferFault) -> str:
    if text in set(words):
        return text
    raise TransferError(told(fault, text), advice=told(TransferAdvice.ONE_OF, ", ".join(words)))


def _out_of_range(fault: TransferFault, *values: float) -> TransferError:
    return TransferError(told(fault, *(f"{value:g}" for value in values)), advice=TransferAdvice.IN_RANGE)


AS_IT_IS = Profile("As it is")
