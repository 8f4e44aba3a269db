"""A step at the end of a job: suggests a category by ear for each sound without one, so that a filter can use it.

Looks only at sounds without a stored suggestion, using existing vectors. Without category vectors for the pack it does
nothing: Earshot ships them for its own pack, and other packs get them when suggestions are first requested.
"""

import logging
from collections.abc import Callable

from engine.base.events import Event, Preparation, PreparationStarted
from engine.base.types import SURE, SoundId
from engine.index.tiers import TieredIndex
from engine.ingest.control import Control
from engine.models.category_vectors import fingerprint, kept_category_vectors
from engine.models.pack import PackInfo
from engine.search.category_suggestions import Suggester, kept_vectors
from engine.store.catalogue import Catalogue

_log = logging.getLogger(__name__)

_BLOCK = 2_000
"""Sounds compared at once: their cosines with all categories take some ten megabytes."""
_SAID = 20_000
"""Number of sounds from which the step is announced."""


def suggest_by_ear(
    catalogue: Catalogue, pack: PackInfo, control: Control, emit: Callable[[Event], None], *, block: int = _BLOCK
) -> None:
    """Stores the likeliest category of every waiting sound, if it is right at least as often as not.

    Args:
        catalogue: the library.
        pack: the one it is searched with.
        control: polled between blocks; a cancel keeps finished blocks.
        emit: gets a `PreparationStarted` if the step takes long.
        block: sounds compared at once.
    """
    vectors = kept_category_vectors(pack, catalogue.folder)
    _log.debug("categories by ear: vectors of categories for this pack: %s", vectors is not None)
    if vectors is None or not (pack.calibration.fitted.sound or pack.calibration.fitted.name):
        return
    catalogue.ear.begin(f"{pack.pack_id} {fingerprint()} {SURE}")
    waiting = catalogue.ear.waiting()
    if not len(waiting):
        return
    _log.info("suggesting categories by ear for %d sounds", len(waiting))
    if len(waiting) >= _SAID:
        emit(PreparationStarted(Preparation.CATEGORIES))
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
