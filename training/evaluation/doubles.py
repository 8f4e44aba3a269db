"""Finds clips of further folders whose recording another source has too, by similarity; writes doubles.txt.

The engine decides, as in a user's library: an index of all folders and `earshot duplicates --near`, whose pairs have
nearly the same vector and outline. Some are merely alike, such as two drum machines' toms; dropping those costs little.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path

from training.data.corpus import Clip
from training.evaluation.library import ORDINARY, IndexOptions, NearDuplicate, indexed

_HEAD = "# A clip of a further folder, one of another source like it, and how alike (earshot-train corpus doubles)"


def find_doubles(pack: Path, own: Sequence[Clip], further: Sequence[Clip], *, by: IndexOptions = ORDINARY) -> list[str]:
    """Returns the lines of doubles.txt.

    Args:
        pack: pack whose vectors are compared.
        own: the corpus.
        further: all clips of further folders.

    Raises:
        EvaluationError: the engine failed.
    """
    clips = [*own, *further]
    with indexed(pack, clips, by=by) as library:
        return doubles_of(library.duplicates(), clips, {clip.id for clip in further})


def doubles_of(groups: Iterable[Sequence[NearDuplicate]], clips: Sequence[Clip], further: set[str]) -> list[str]:
    """Turns groups of near duplicates into sorted lines.

    Args:
        groups: rows of the clips, each with its similarity to the best of its group.
        clips: clips of all folders.
        further: ids of the clips in further folders.
    """
    lines: set[str] = set()
    for group in groups:
        for one, other in permutations(group, 2):
            clip, like = clips[one.row], clips[other.row]
            if clip.id in further and clip.source != like.source:
                lines.add(f"{clip.id}\t{like.id}\t{min(one.similarity, other.similarity):.3f}")
    return sorted(lines)


def write_doubles(lines: Sequence[str], path: Path) -> None:
    """Writes doubles.txt atomically."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text("\n".join([_HEAD, *lines]) + "\n", encoding="utf-8")
    temporary.replace(path)
