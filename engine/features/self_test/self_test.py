"""The self-test of a library: what is found by sound alone, outliers, gaps, and better packs.

Opens the library read-only itself, so any thread may run it beside searches. Keeps nothing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.audio.ucs import by_cat_id
from engine.base.cancellation import Cancel, never
from engine.base.errors import LibraryError
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.features.self_test.gaps import GapLine, WantedLine, ask_lines
from engine.features.self_test.kind_search import KindResult, MeanPrecision, ask_kinds, mean_precision
from engine.features.self_test.messages import SelfTestFault
from engine.features.self_test.named_kinds import named_pools
from engine.features.self_test.outliers import Outliers, find_outliers
from engine.features.self_test.pack_comparison import PackComparison, pack_on_sample, packs_beside
from engine.features.self_test.stored_windows import StoredVectors, stored_vectors
from engine.library.library import Library
from engine.models.encoder import TextEncoder
from engine.models.pack import Pack, load_pack_of
from engine.store.catalogue import Catalogue

SAMPLE = 200
"""Default number of sounds analysed with another pack."""
_SHARES = (0.35, 0.15, 0.25, 0.25)
"""Shares of the time: kinds, other packs, outliers, lines."""


class SelfTestOptions(Struct, frozen=True):
    """What to test besides kinds and outliers."""

    lines: tuple[WantedLine, ...] = ()
    """Wanted sounds; empty for none."""
    pack: Path | None = None
    """Folder of another pack to analyse some sounds with."""
    sample: int = SAMPLE


class SelfTest(Struct, frozen=True):
    """The results."""

    pack: str
    """Name of the library's pack."""
    sounds: int
    """With vectors."""
    named: int
    """Sounds whose names say what they are; only these were judged."""
    kinds: tuple[KindResult, ...]
    """Worst first; empty if too few names say anything."""
    overall: MeanPrecision | None
    outliers: Outliers
    lines: tuple[GapLine, ...]
    """Missing ones first."""
    packs: tuple[PackComparison, ...]


def run_self_test(
    folder: Path,
    ask: SelfTestOptions = SelfTestOptions(),  # noqa: B008 (frozen)
    *,
    pack: Path | None = None,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> SelfTest:
    """Tests a library.

    Args:
        ask: what to test besides kinds and outliers.
        pack: folder of the library's pack, if it was named explicitly.

    Raises:
        StopRequested: it was cancelled.
        LibraryError: there is no library, it has no sounds, or its vectors are damaged.
        PackError: the pack is missing or damaged.
    """

    def stage(number: int) -> Callable[[float], None]:
        return lambda share: progress(sum(_SHARES[:number]) + _SHARES[number] * share)

    with Catalogue.open(folder, read_only=True) as catalogue:
        used, stored = _searched(catalogue, pack)
        pools = named_pools(catalogue, np.sort(stored.sounds))
        text = TextEncoder(used)
        kinds = ask_kinds(catalogue, stored, text, pools, cancel=cancel, progress=stage(0))
        packs = packs_beside(catalogue, used, stored, pools, cancel)
        if ask.pack is not None:
            step = stage(1)
            beside = pack_on_sample(catalogue, used, stored, pools, ask.pack, ask.sample, cancel=cancel, progress=step)
            packs = with_pack(packs, beside)
        outliers = find_outliers(catalogue, stored, cancel=cancel, progress=stage(2))
        stated = _stated(catalogue, stored)
    lines: tuple[GapLine, ...] = ()
    if ask.lines:
        with Library.open(folder, pack=pack, read_only=True) as library:
            lines = ask_lines(library, ask.lines, stated, cancel=cancel, progress=stage(3))
    progress(1.0)
    named = sum(len(pool.sounds) for pool in pools)
    return SelfTest(used.info.name, len(stored.sounds), named, kinds, mean_precision(kinds), outliers, lines, packs)


def ask_missing(
    folder: Path,
    lines: Sequence[WantedLine],
    *,
    pack: Path | None = None,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[GapLine, ...]:
    """Tests only the lines, after the rest.

    Raises:
        StopRequested: it was cancelled.
        EngineError: as `run_self_test`, and as `Library.answer`.
    """
    with Catalogue.open(folder, read_only=True) as catalogue:
        stated = _stated(catalogue, _searched(catalogue, pack)[1])
    with Library.open(folder, pack=pack, read_only=True) as library:
        return ask_lines(library, lines, stated, cancel=cancel, progress=progress)


def measure_pack(
    folder: Path,
    other: Path,
    sample: int = SAMPLE,
    *,
    pack: Path | None = None,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> PackComparison:
    """Measures only another pack on a sample, after the rest.

    Raises:
        StopRequested: it was cancelled.
        EngineError: as `run_self_test`, and if the other pack is damaged.
    """
    with Catalogue.open(folder, read_only=True) as catalogue:
        used, stored = _searched(catalogue, pack)
        pools = named_pools(catalogue, np.sort(stored.sounds))
        return pack_on_sample(catalogue, used, stored, pools, other, sample, cancel=cancel, progress=progress)


def with_pack(packs: Sequence[PackComparison], measured: PackComparison) -> tuple[PackComparison, ...]:
    """Returns the packs with a measured one first, in place of its old entry."""
    return (measured, *(one for one in packs if one.name != measured.name))


def _searched(catalogue: Catalogue, named: Path | None) -> tuple[Pack, StoredVectors]:
    searched = catalogue.packs.searched()
    stored = None if searched is None else stored_vectors(catalogue, searched[0])
    if searched is None or stored is None:
        raise LibraryError(told(SelfTestFault.NOTHING_TO_TEST, catalogue.folder), advice=LibraryAdvice.INDEX_FIRST)
    return load_pack_of(catalogue.folder, searched, named), stored


def _stated(catalogue: Catalogue, stored: StoredVectors) -> dict[str, int]:
    """How many sounds state each CatID."""
    known = (by_cat_id(written) for written in catalogue.sounds.ucs_ids(np.sort(stored.sounds)).values())
    return dict(Counter(one.cat_id for one in known if one is not None))
