"""A round robin: similar but different takes of one thing, copied at one level under numbered names.

Samplers play them in turn, so that repetitions do not sound mechanical. The takes of the chosen sound are those that
an answer folds under it (engine/search/stacks.py); if there are too few, very similar sounds follow. `find_candidates`
queries the library; `matched` reads the files, from any thread.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from engine.audio.decode import read
from engine.audio.effects import MAX_GAIN_DB, NO_EFFECTS, Effects
from engine.audio.loudness import LoudnessMeter
from engine.audio.region_names import plain_name
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, LibraryError
from engine.base.io_timeout import asked
from engine.base.messages import told
from engine.base.types import FilePath, Sound, SoundId
from engine.features.round_robin.messages import RoundRobinAdvice, RoundRobinFault
from engine.library.library import Library
from engine.search.question import Like, Question
from engine.search.stacks import NAMELESS_FROM, SAME_FROM, common_name, family, least_for
from engine.transfer.collect import ExportItem, SkippedSound

NAME_PATTERN = "{name} rr{number}"
TOKENS = ("name", "number", "sound")
"""Tokens of a pattern: the takes' common name, the copy's number, the sound's own name."""
MOST = 128
_LOOKED_AT = 400
"""Similar sounds that are examined."""
_READ_S = 30.0
"""Length of a sound that is measured and compared."""
_LEAST_S = 0.5
"""Shorter sounds are padded with silence for the measurement: BS.1770-4 measures blocks of 0.4 s."""
_CEILING_DBFS = -1.0
"""Highest peak of a copy, unless the chosen sound is higher; above it all copies are lowered alike."""
_HEARD_DB = 0.05
"""Smaller changes of level are ignored, and the file itself is copied."""
_TOKEN = re.compile(r"\{(\w*)\}")


class RobinTake(Struct, frozen=True):
    """One sound of a round robin."""

    sound: Sound
    is_take: bool
    """False for a sound that is only similar to the chosen one."""
    gain_db: float = 0.0
    """Brings it to the common level."""


class RoundRobin(Struct, frozen=True):
    """The sounds to copy."""

    takes: tuple[RobinTake, ...]
    """The chosen sound first."""
    skipped: tuple[SkippedSound, ...] = ()


class _TakeMeasures(Struct, frozen=True):
    loudness_lufs: float | None
    peak_dbfs: float
    digest: bytes
    """Hash of its samples."""


def find_candidates(library: Library, chosen: SoundId) -> list[RobinTake]:
    """Returns the chosen sound, its takes, then very similar sounds; omits those whose files are away.

    Raises:
        SoundGone: the chosen sound is not in the library.
        EngineError: as `Library.rank`.
    """
    first = library.sound(chosen)
    ranking = library.rank(Question(like=Like(chosen), limit=_LOOKED_AT))
    hits = [hit for hit in library.hits(ranking, range(len(ranking))) if hit.sound.id != chosen]
    takes, others = [first], []
    for hit in hits:
        cosine = hit.why.sound if hit.why.sound is not None else -1.0
        if family(hit.sound.path) == family(first.path) and cosine >= least_for(first.path):
            takes.append(hit.sound)
        elif NAMELESS_FROM <= cosine < SAME_FROM:
            others.append(hit.sound)
    found = [RobinTake(sound, True) for sound in takes] + [RobinTake(sound, False) for sound in others]
    return [one for one in found if not one.sound.is_away]


def matched(
    candidates: Sequence[RobinTake],
    count: int,
    *,
    is_level: bool = True,
    cancel: Cancel = never,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> RoundRobin:
    """Returns the first `count` different sounds, at the level of the first.

    Sounds with equal samples count once. Levels are integrated loudness (ITU-R BS.1770-4). No take peaks above -1 dBFS
    or the first one's own peak: if one would, all are lowered alike.

    Args:
        candidates: from `find_candidates`.
        count: at least 2.
        is_level: False keeps every level.
        progress: receives the number found and `count`.

    Raises:
        LibraryError: there are fewer than two.
        StopRequested: it was cancelled.
    """
    kept: list[tuple[RobinTake, _TakeMeasures]] = []
    skipped: list[SkippedSound] = []
    for one in candidates:
        check(cancel)
        try:
            heard = asked(partial(_listen, one.sound), one.sound.path, cancel)
        except AudioError as err:
            skipped.append(SkippedSound(one.sound.path, err.trouble))
            continue
        if all(heard.digest != other.digest for _, other in kept):
            kept.append((one, heard))
            progress(len(kept), count)
        if len(kept) == count:
            break
    if len(kept) < 2:
        name = candidates[0].sound.path.name if candidates else ""
        raise LibraryError(told(RoundRobinFault.NO_OTHER_TAKE, name), advice=RoundRobinAdvice.CHOOSE_TAKES)
    gains = _gains([heard for _, heard in kept]) if is_level else [0.0] * len(kept)
    takes = (RobinTake(one.sound, one.is_take, gain) for (one, _), gain in zip(kept, gains, strict=True))
    return RoundRobin(tuple(takes), tuple(skipped))


def pieces_of(robin: RoundRobin, pattern: str = NAME_PATTERN) -> list[ExportItem]:
    """Returns the pieces that `engine.transfer.collect` copies. A new level makes a take a WAV of its rate and depth.

    Raises:
        LibraryError: the pattern has a token outside `TOKENS`.
    """
    digits = len(str(len(robin.takes)))
    name = common_name(robin.takes[0].sound.path)
    pieces = []
    for number, take in enumerate(robin.takes, start=1):
        own = take.sound.path.name.rsplit(".", 1)[0]
        stem = _stem(pattern, {"name": name, "number": f"{number:0{digits}d}", "sound": own})
        effects = NO_EFFECTS if abs(take.gain_db) < _HEARD_DB else Effects(gain_db=take.gain_db)
        pieces.append(ExportItem(take.sound.path, take.sound.metadata, effects=effects, name=stem))
    return pieces


def _listen(sound: Sound, path: FilePath) -> _TakeMeasures:
    samples, info = read(path, mono=False, max_s=_READ_S)
    peak = float(np.abs(samples).max(initial=0.0))
    loudness = sound.measures.loudness_lufs
    if loudness is None or info.duration_s <= _READ_S:
        rate = info.sample_rate_hz
        silence = np.zeros((max(0, round(_LEAST_S * rate) - len(samples)), samples.shape[1]), np.float32)
        meter = LoudnessMeter(rate, samples.shape[1], info.layout)
        meter.add(np.ascontiguousarray(np.concatenate([samples, silence]).T))
        loudness = meter.finish()
    digest = hashlib.blake2b(np.ascontiguousarray(samples).tobytes(), digest_size=16).digest()
    return _TakeMeasures(loudness, float(20.0 * np.log10(max(peak, 1e-9))), digest)


def _gains(heard: Sequence[_TakeMeasures]) -> list[float]:
    target = heard[0].loudness_lufs
    gains = [0.0 if target is None or one.loudness_lufs is None else target - one.loudness_lufs for one in heard]
    ceiling = max(_CEILING_DBFS, heard[0].peak_dbfs)
    over = max(one.peak_dbfs + gain - ceiling for one, gain in zip(heard, gains, strict=True))
    return [float(np.clip(gain - max(0.0, over), -MAX_GAIN_DB, MAX_GAIN_DB)) for gain in gains]


def _stem(pattern: str, values: dict[str, str]) -> str:
    def value(token: re.Match[str]) -> str:
        if token[1] not in values:
            known = ", ".join(f"{{{name}}}" for name in TOKENS)
            raise LibraryError(
                told(RoundRobinFault.NO_NAME_TOKEN, token[0]), advice=told(RoundRobinAdvice.NAME_TOKENS, known)
            )
        return values[token[1]]

    return plain_name(" ".join(_TOKEN.sub(value, pattern).split()))
