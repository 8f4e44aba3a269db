"""The text vectors of every UCS category for one pack: computed once, kept with the library, shipped for the starter.

Computing them embeds about two thousand texts and takes most of a minute on two busy cores. A cancelled run keeps its
rows, and the next one continues there. This writes the file that ships with Earshot:

    python -m engine.models.category_vectors resources/packs/starter

The file belongs to that pack and that list of categories; if either changes, it is ignored.
"""

import hashlib
import importlib.resources
import sys
from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from engine.audio.ucs import UcsCategory, categories
from engine.base.cancellation import Cancel
from engine.base.identifiers import identifier
from engine.base.npz import read_arrays
from engine.base.partial_files import partial_in
from engine.base.private_files import make_part
from engine.base.types import Vectors
from engine.models.encoder import TextEncoder
from engine.models.manifest import PackInfo
from engine.models.pack import Pack, load_pack

_FORMAT = 1
_SYNONYMS = 8
_LEFT_OUT = "ARCHIVED"
"""Work in progress and raw recordings: nothing one can hear."""
Both = tuple[Vectors, Vectors]
"""float32 [C, D] and [C, E], unit length, one row per category of `listed`; rows of zeros are not computed yet."""


def category_vectors(pack: Pack, library: Path, progress: Callable[[int, int], None], cancel: Cancel) -> Both | None:
    """Returns the vectors of every category; the first call embeds their words.

    Args:
        library: its folder, where the vectors are kept.
        progress: receives the finished and the total number of categories.
        cancel: polled between categories; when it returns True, finished rows are kept and the result is None.
    """
    found = _found(pack.info, library)
    if found is not None and _is_whole(found):
        return found
    count = len(listed())
    both = found or (
        np.zeros((count, pack.info.dim), np.float32),
        np.zeros((count, pack.info.sentence_dim), np.float32),
    )
    made = _embed(pack, both, progress, cancel)
    if made:
        _keep(_place(pack.info, library), *both)
    return both if _is_whole(both) else None


def kept_category_vectors(info: PackInfo, library: Path) -> Both | None:
    """Returns the vectors of every category if they were computed or ship with Earshot, else None."""
    found = _found(info, library)
    return found if found is not None and _is_whole(found) else None


def listed() -> list[UcsCategory]:
    """Returns the categories that can be suggested."""
    return [category for category in categories() if category.category != _LEFT_OUT]


def prompts(category: UcsCategory) -> tuple[str, str, str]:
    """Returns the texts whose mean vector stands for a category: name, explanation, first synonyms."""
    name = category.category if category.subcategory == "MISC" else f"{category.category} {category.subcategory}"
    return name.lower(), category.explanation or name.lower(), ", ".join(category.synonyms[:_SYNONYMS]) or name.lower()


def fingerprint() -> str:
    """Changes with the list of categories or the way their texts are built."""
    digest = hashlib.blake2b(str(_FORMAT).encode(), digest_size=6)
    for category in listed():
        digest.update("|".join(prompts(category)).encode())
    return digest.hexdigest()


def _name(info: PackInfo) -> str:
    return f"{identifier(info.pack_id)}-{fingerprint()}.npz"


def _place(info: PackInfo, library: Path) -> Path:
    return library / "suggestions" / _name(info)


def _found(info: PackInfo, library: Path) -> Both | None:
    """Returns the shipped or kept vectors; some rows may still be zeros."""
    shipped = importlib.resources.files("resources.ucs") / _name(info)
    found = _read(shipped, info) if shipped.is_file() else None
    return found or _read(_place(info, library), info)


def _embed(pack: Pack, both: Both, progress: Callable[[int, int], None], cancel: Cancel) -> int:
    """Computes the rows that are zeros; returns how many it did."""
    joint, sentence = both
    wanted = listed()
    rows = np.flatnonzero(~joint.any(axis=1))
    encoder = TextEncoder(pack) if len(rows) else None
    for made, row in enumerate(rows.tolist()):
        if cancel() or encoder is None:
            return made
        found = encoder.encode(prompts(wanted[row]))
        joint[row], sentence[row] = _unit(found.joint.mean(axis=0)), _unit(found.sentence.mean(axis=0))
        progress(len(wanted) - len(rows) + made + 1, len(wanted))
    return len(rows)


def _is_whole(both: Both) -> bool:
    return bool(both[0].any(axis=1).all())


def _unit(vector: Vectors) -> Vectors:
    unit: Vectors = vector / max(float(np.linalg.norm(vector)), 1e-12)
    return unit


def _read(place: Path | Traversable, info: PackInfo) -> Both | None:
    """Reads kept vectors; None if they are missing or damaged."""
    try:
        with place.open("rb") as file:
            joint, sentence = read_arrays(file, ("joint", "sentence")).values()
    except (OSError, ValueError):
        return None
    count = len(listed())
    fits = joint.shape == (count, info.dim) and sentence.shape == (count, info.sentence_dim)
    is_float = joint.dtype == sentence.dtype and joint.dtype in (np.float32, np.float16)
    return (joint.astype(np.float32), sentence.astype(np.float32)) if fits and is_float else None


def _keep(place: Path, joint: Vectors, sentence: Vectors) -> None:
    """Saves the vectors if possible; otherwise the next run computes them again."""
    temporary = partial_in(place.parent)
    try:
        make_part(place.parent)
        with temporary.open("wb") as file:
            np.savez(file, joint=joint, sentence=sentence)
        temporary.replace(place)
    except OSError:
        temporary.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> None:
    """Writes the file that ships with Earshot for the pack in a folder, at half precision."""
    pack = load_pack(Path(arguments[0]))
    count = len(listed())
    both = np.zeros((count, pack.info.dim), np.float32), np.zeros((count, pack.info.sentence_dim), np.float32)
    _embed(pack, both, lambda done, of: None, lambda: False)
    with importlib.resources.as_file(importlib.resources.files("resources.ucs")) as folder:
        np.savez(folder / _name(pack.info), joint=both[0].astype(np.float16), sentence=both[1].astype(np.float16))


if __name__ == "__main__":
    main(sys.argv[1:])
