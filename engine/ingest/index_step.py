"""The last step of a job: a new base index if the library has outgrown exact search, and orders for sorting.

Exact search answers while a base is built or where none can be, and columns can be read whenever they are sorted, so
nothing here is needed for a correct answer.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress

from engine.base.cancellation import StopRequested
from engine.base.errors import IndexDamaged
from engine.base.events import Event, IndexBuilt, Preparation, PreparationStarted
from engine.base.library_facts import IndexKind
from engine.index.base_builder import base_folder
from engine.index.base_files import read_manifest
from engine.index.hnsw import is_available
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.ingest.control import Control
from engine.models.pack import PackInfo
from engine.search.sorting import keep_file_orders
from engine.store.catalogue import Catalogue
from engine.store.vectors import VectorKind

_log = logging.getLogger(__name__)

_POLL_S = 0.25


def build_bases(
    catalogue: Catalogue,
    pack: PackInfo,
    control: Control,
    emit: Callable[[Event], None],
    *,
    has_changed: bool,
    segments: int | None = None,
    settings: IndexSettings | None = None,
) -> None:
    """Builds the bases that are due, of sounds and of names. A cancel stops a build; the old base stays.

    In a large library it also stores the orders of columns, if due.

    Args:
        catalogue: the library.
        pack: whose vectors are indexed.
        control: polled four times a second.
        emit: gets a `PreparationStarted` before each step, and an `IndexBuilt` for every new base.
        has_changed: whether this job stored or removed anything; if not, only a missing base is due.
        segments: number of the pack's segments; None for those of the searched pack.
        settings: thresholds.
    """
    limits = settings or IndexSettings()
    counts = catalogue.sounds.counts()
    kinds: tuple[tuple[VectorKind, Preparation, int, int], ...] = (
        ("segments", Preparation.SOUNDS, counts.segments if segments is None else segments, pack.dim),
        ("names", Preparation.NAMES, counts.sounds, pack.sentence_dim),
    )
    for kind, what, count, dim in kinds:
        if count < limits.base_from_segments or control.is_cancelled:
            _log.debug("no base of %s: %d vectors, needed from %d", kind, count, limits.base_from_segments)
            continue
        if not has_changed and _has_base(catalogue, pack, kind):
            continue
        started_s = time.monotonic()
        index = TieredIndex.open(catalogue, pack.pack_id, dim, kind, limits)
        try:
            if not index.is_build_due and (is_available() or index.tier is not IndexKind.EXACT):
                continue
            _log.info("building a base of %s: %d vectors, tier %s", kind, count, index.tier)
            emit(PreparationStarted(what))
            index.start_build()
            while index.state.kind is IndexKind.BUILDING and not control.is_cancelled:
                index.poll(catalogue, timeout_s=_POLL_S)
            if not control.is_cancelled:
                _log.info(
                    "base of %s: %s, %d vectors, %.1f s",
                    kind,
                    index.state.kind,
                    len(index),
                    time.monotonic() - started_s,
                )
                emit(IndexBuilt(f"{kind}: {index.state}", len(index), round(time.monotonic() - started_s, 3)))
        finally:
            index.close()
    if counts.sounds >= limits.orders_from_sounds:
        _log.debug("storing the orders of columns for %d sounds", counts.sounds)
        with suppress(StopRequested):
            keep_file_orders(
                catalogue,
                cancel=lambda: control.is_cancelled,
                begin=lambda: emit(PreparationStarted(Preparation.ORDERS)),
            )


def _has_base(catalogue: Catalogue, pack: PackInfo, kind: VectorKind) -> bool:
    try:
        return read_manifest(base_folder(catalogue.folder, pack.pack_id, kind)) is not None
    except IndexDamaged:
        return False
