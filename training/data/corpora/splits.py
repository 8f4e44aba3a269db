"""Splits a corpus into train, val and test by recording, deterministically.

The hash of its group places a recording, so it stays in its split when other sounds come or go.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from training.data.corpus import Clip

_TAKE = re.compile(
    r"(?:[\s_.-]*(?:take|tk|alt|var|v|version|copy|part|pt)?[\s_.-]*#?\(?\d{1,4}\)?[a-d]?)+$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the recordings that are held out."""

    val: float = 0.15
    test: float = 0.15
    least: int = 0
    """Minimum number of groups in val and in test, if there are three times as many in all."""

    def __post_init__(self) -> None:
        if min(self.val, self.test) < 0.0 or self.val + self.test >= 1.0:
            raise ValueError(f"val and test must leave a part to train on, found {self.val} and {self.test}")


def recording_of(path: str) -> str:
    """Returns the name that takes of one recording share: folder and stem without the final number.

    "Doors/creak_01.wav" and "Doors/creak_02.wav" are takes of "doors/creak".
    """
    pure = PurePath(path.replace("\\", "/"))
    stem = _TAKE.sub("", pure.stem) or pure.stem
    return f"{pure.parent.as_posix()}/{stem}".casefold()


def split_by_recording(clips: Sequence[Clip], shares: Shares, seed: str = "") -> list[Clip]:
    """Assigns splits; clips of one group stay together.

    Args:
        clips: those with an empty group stand alone.
        shares: of the groups, not of the clips.
        seed: another seed gives other splits.
    """
    places = {group: _place(group, seed) for group in {_group(clip) for clip in clips}}
    order = sorted(places, key=lambda group: (places[group], group))
    least = min(shares.least, len(order) // 3)
    tests = max(least, sum(place < shares.test for place in places.values()))
    vals = max(least, sum(shares.test <= place < shares.test + shares.val for place in places.values()))
    vals = min(vals, max(0, len(order) - tests - 1)) if shares.val or least else 0
    split = dict.fromkeys(order[:tests], "test") | dict.fromkeys(order[tests : tests + vals], "val")
    return [replace(clip, split=split.get(_group(clip), "train")) for clip in clips]


def _group(clip: Clip) -> str:
    return clip.group or clip.id


def _place(group: str, seed: str) -> float:
    """Hashes the group to a number in [0, 1)."""
    digest = hashlib.blake2b(f"{seed}\n{group}".encode("utf-8", "surrogateescape"), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64
