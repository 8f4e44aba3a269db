"""A round robin: takes of one thing, alike and not the same, copied at one level under numbered names.

Samplers play one of them after the other, so that what is repeated does not sound like a machine. Which sounds are
takes of the chosen one is what an answer folds under it (engine/search/stacks.py); where these are fewer than wanted,
sounds that are much like it follow. `find_candidates` asks the library, `matched` reads the files: any thread may call
that.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.audio.decode import read
from engine.audio.effects import MAX_GAIN_DB, NO_EFFECTS, Effects
from engine.audio.loudness import LoudnessMeter
from engine.audio.region_names import plain_name
from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.errors import AudioError, LibraryError
from engine.export.collect import Piece, Skipped
from engine.library import Library
from engine.patience import asked
from engine.question import Like, Question
from engine.search.stacks import NAMELESS_FROM, SAME_FROM, common_name, family, least_for
from engine.stopping import Cancel, check, never
from engine.types import FilePath, Sound, SoundId
from engine.wording import told

NAME_PATTERN = "{name} rr{number}"
"""What copies are called unless somebody says otherwise."""
TOKENS = ("name", "number", "sound")
"""Of a pattern: what the takes are called in common, the number of the copy, the sound's own name."""
MOST = 128
_LOOKED_AT = 400
"""Sounds like the chosen one that are looked at."""
_READ_S = 30.0
"""Of a sound, to measure it and tell it from others."""
_LEAST_S = 0.5
"""A shorter sound is followed by silence when it is measured: BS.1770-4 measures blocks of 0.4 s."""
_CEILING_DBFS = -1.0
"""No copy peaks above this, or above the chosen sound; where one would, all are lowered alike."""
_HEARD_DB = 0.05
"""A smaller change of level is none, and the file itself is copied."""
_TOKEN = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class RobinTake:
    """One sound of a round robin."""

    sound: Sound
    is_take: bool
    """False for one that is only much like the chosen sound."""
    gain_db: float = 0.0
    """What brings it to the level of the others."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """What is to be copied."""

    takes: tuple[RobinTake, ...]
    """The chosen sound first."""
    skipped: tuple[Skipped, ...] = ()
    """Files that cannot be read."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """What was measured of one sound."""

    loudness_lufs: float | None
    peak_dbfs: float
    digest: bytes
    """Of its samples."""


def find_candidates(library: Library, chosen: SoundId) -> list[RobinTake]:
    """Gives the chosen sound, its takes, then sounds much like it; those whose files are away are left out.

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
    """Gives the first `count` that differ, at the level of the first.

    Sounds with equal samples count once. Levels are integrated loudness (ITU-R BS.1770-4). No take peaks above -1 dBFS
    or the first one's own peak: all are lowered alike where one would.

    Args:
        candidates: as `find_candidates` gives them.
        count: how many are wanted, from 2 up.
        is_level: False leaves every level as it is.
        cancel: asked before every file.
        progress: told how many are there, of how many.

    Raises:
        LibraryError: there are not two of them.
        StopRequested: it was cancelled.
    """
    kept: list[tuple[RobinTake, _Heard]] = []
    skipped: list[Skipped] = []
    for one in candidates:
        check(cancel)
        try:
            heard = asked(partial(_listen, one.sound), one.sound.path, cancel)
        except AudioError as err:
            skipped.append(Skipped(one.sound.path, err.trouble))
            continue
        if all(heard.digest != other.digest for _, other in kept):
            kept.append((one, heard))
            progress(len(kept), count)
        if len(kept) == count:
            break
    if len(kept) < 2:
        name = candidates[0].sound.path.name if candidates else ""
        raise LibraryError(told(LibraryFault.NO_OTHER_TAKE, name), advice=LibraryAdvice.CHOOSE_TAKES)
    gains = _gains([heard for _, heard in kept]) if is_level else [0.0] * len(kept)
    takes = (RobinTake(one.sound, one.is_take, gain) for (one, _), gain in zip(kept, gains, strict=True))
    return RoundRobin(tuple(takes), tuple(skipped))


def pieces_of(robin: RoundRobin, pattern: str = NAME_PATTERN) -> list[Piece]:
    """Gives what `engine.export.collect` copies. A take whose level changes becomes a WAV of its rate and depth.

    Raises:
        LibraryError: the pattern has a token that is none of `TOKENS`.
    """
    digits = len(str(len(robin.takes)))
    name = common_name(robin.takes[0].sound.path)
    pieces = []
    for number, take in enumerate(robin.takes, start=1):
        own = take.sound.path.name.rsplit(".", 1)[0]
        stem = _stem(pattern, {"name": name, "number": f"{number:0{digits}d}", "sound": own})
        effects = NO_EFFECTS if abs(take.gain_db) < _HEARD_DB else Effects(gain_db=take.gain_db)
        pieces.append(Piece(take.sound.path, take.sound.metadata, effects=effects, name=stem))
    return pieces


def _listen(sound: Sound, path: FilePath) -> _Heard:
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
    return _Heard(loudness, float(20.0 * np.log10(max(peak, 1e-9))), digest)


def _gains(heard: Sequence[_Heard]) -> list[float]:
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
                told(LibraryFault.NO_NAME_TOKEN, token[0]), advice=told(LibraryAdvice.NAME_TOKENS, known)
            )
        return values[token[1]]

    return plain_name(" ".join(_TOKEN.sub(value, pattern).split()))
