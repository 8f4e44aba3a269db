"""A step at the end of a job: which category each sound without one is suggested by ear, for a filter to ask.

Only sounds for which nothing is kept are looked at, from vectors that are there already. Where the pack has no vectors
of the categories, nothing is suggested: they come with Earshot for its own pack, and are made for another the first
time that somebody asks for suggestions.
"""

from collections.abc import Callable

from engine.category_vectors import fingerprint, kept_category_vectors
from engine.events import Event, Preparation, Preparing
from engine.index.tiers import TieredIndex
from engine.ingest.control import Control
from engine.models.pack import PackInfo
from engine.store.catalogue import Catalogue
from engine.suggest import Suggester, kept_vectors
from engine.types import SURE, SoundId

_BLOCK = 2_000
"""Sounds that are compared in one go: their cosines with all categories take some ten megabytes."""
_SAID = 20_000
"""Sounds from which the step takes long enough to be said."""


def suggest_by_ear(
    catalogue: Catalogue, pack: PackInfo, control: Control, emit: Callable[[Event], None], *, block: int = _BLOCK
) -> None:
    """Keeps the likeliest category of every sound that waits for one, where it is right as often as not.

    Args:
        catalogue: the library.
        pack: the one it is searched with.
        control: asked between blocks; a cancel keeps what was done.
        emit: told of a step that takes long.
        block: sounds that are compared in one go.
    """
    vectors = kept_category_vectors(pack, catalogue.folder)
    if vectors is None or not (pack.calibration.fitted.sound or pack.calibration.fitted.name):
        return
    catalogue.ear.begin(f"{pack.pack_id} {fingerprint()} {SURE}")
    waiting = catalogue.ear.waiting()
    if not len(waiting):
        return
    if len(waiting) >= _SAID:
        emit(Preparing(Preparation.CATEGORIES))
    suggester = Suggester(pack, *vectors)
    sounds = TieredIndex.open(catalogue, pack.pack_id, pack.dim, "segments")
    names = TieredIndex.open(catalogue, pack.pack_id, pack.sentence_dim, "names")
    try:
        for start in range(0, len(waiting), block):
            if control.is_cancelled:
                return
            ids = waiting[start : start + block]
            kept = kept_vectors(catalogue, sounds, names, pack, [SoundId(int(id)) for id in ids])
            found = suggester.sure(kept, SURE)
            found.update(dict.fromkeys(catalogue.ear.with_words(ids).tolist(), ""))
            catalogue.ear.keep(found)
    finally:
        sounds.close()
        names.close()
