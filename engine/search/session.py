"""Holds what searching a library needs: its pack, both indexes, and the text and audio towers. Search thread only.

A session belongs to the one pack whose vectors the library has; vectors of two packs never mix.
"""

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from engine.base.cancellation import StopRequested
from engine.base.errors import PackError, SoundGone, VectorGone
from engine.base.messages import said, told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.query_messages import QueryMessage
from engine.base.types import Ids, PackId, Vectors
from engine.index.tiers import TieredIndex
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.manifest import PackInfo
from engine.models.pack import Pack, load_pack, load_pack_of
from engine.search.candidates import Sources
from engine.search.name_classes import NameClasses
from engine.search.ranking import CANCELLED, LISTING, DamagedCounts, Ranking, nothing
from engine.search.searcher import Searcher
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters

_log = logging.getLogger(__name__)


def pack_for(catalogue: Catalogue, named: Path | None) -> Pack:
    """The pack to search a library with.

    Args:
        named: folder of a requested pack; None finds the installed one with the library's pack id, or the starter pack
            for a library without vectors.

    Raises:
        PackError: the named pack differs from the library's, or the library's own is missing or damaged.
    """
    kept = catalogue.packs.searched()
    if named is None:
        return load_pack_of(catalogue.folder, kept)
    pack = load_pack(named)
    if kept is not None and pack.info.pack_id != kept[0]:
        raise PackError(
            told(PackFault.OTHER_PACK, catalogue.folder, kept[1], kept[0][:8], pack.info.name, pack.info.pack_id[:8]),
            advice=PackAdvice.WITHOUT_PACK_OPTION,
        )
    return pack


_ALL_HEARD = DamagedCounts()
ATTEMPTS = 3
"""A job may remove a sound between two steps of a search, which then starts again."""


class Session:
    """A library opened for searching with one pack."""

    def __init__(self, catalogue: Catalogue, pack: Pack, device: str) -> None:
        """Loads the vectors; the towers load at first use.

        Raises:
            LibraryError: stored vectors cannot be read. Damaged blocks are only skipped, see `unheard`.
        """
        self._catalogue = catalogue
        self._pack = pack
        self._device = device
        info = pack.info
        # Read first: later changes that the indexes already include are applied again, which changes nothing.
        self._sequence = catalogue.database.sequence()
        self.sounds = TieredIndex.open(catalogue, info.pack_id, info.dim, "segments")
        self.names = TieredIndex.open(catalogue, info.pack_id, info.sentence_dim, "names")
        _log.info(
            "opened for searching with pack %s: %d segments by %s, %d names by %s",
            info.pack_id,
            len(self.sounds),
            self.sounds.tier,
            len(self.names),
            self.names.tier,
        )
        if self.sounds.has_lost or self.names.has_lost:
            _log.warning("blocks of vectors are missing or damaged; their sounds are not found until they are indexed")
        self._unheard = (-1, DamagedCounts())
        self._text: TextEncoder | None = None
        self._searcher: Searcher | None = None
        self._audio: AudioEncoder | None = None

    @property
    def pack(self) -> PackInfo:
        return self._pack.info

    @property
    def pack_id(self) -> PackId:
        return self._pack.info.pack_id

    @property
    def searcher(self) -> Searcher:
        """The searcher; loads the text tower at first use.

        Raises:
            PackError: the text tower is damaged.
        """
        if self._searcher is None:
            sources = Sources(self._catalogue, self.sounds, self.names, NameClasses(self._catalogue))
            self._searcher = Searcher(sources, self.text, self._pack.info)
        return self._searcher

    @property
    def text(self) -> TextEncoder:
        """The encoder of texts, loaded at first use.

        Raises:
            PackError: the text tower is damaged.
        """
        if self._text is None:
            self._text = TextEncoder(self._pack)
        return self._text

    @property
    def audio(self) -> AudioEncoder:
        """The encoder of reference sounds, loaded at first use.

        Raises:
            DeviceError: the device cannot be used.
            PackError: the audio tower is damaged.
        """
        if self._audio is None:
            self._audio = AudioEncoder(self._pack, self._device)
        return self._audio

    def stored_vectors(self, segments: Ids) -> Vectors | None:
        """float32 [N, D], the vectors of a sound's segments; None for no segments, or if one has no vector yet.

        Vectors are pending while the library is indexed again with another pack.
        """
        try:
            return self.sounds.vectors_of(segments) if len(segments) else None
        except VectorGone:
            return None

    @property
    def unheard(self) -> DamagedCounts:
        """What cannot be compared because of damaged vector blocks; cached per state of the library."""
        if not (self.sounds.has_lost or self.names.has_lost):
            return _ALL_HEARD
        if self._unheard[0] != self._sequence:
            segments = np.setdiff1d(self._catalogue.segments.living(), self.sounds.ids, assume_unique=True)
            sounds = np.unique(self._catalogue.segments.rows(segments).sound_id)
            names = np.setdiff1d(self._catalogue.passing.ids(Filters()), self.names.ids, assume_unique=True)
            self._unheard = self._sequence, DamagedCounts(len(sounds), len(names))
        return self._unheard[1]

    def catch_up(self) -> None:
        """Applies later commits, and switches to a newly built base index."""
        if self._catalogue.database.sequence() != self._sequence:
            changes = self._catalogue.frames.changes_since(self._sequence, self.pack_id)
            self.sounds.catch_up(changes)
            self.names.catch_up(changes)
            self._sequence = changes.sequence
            _log.debug("caught up with commit %d", self._sequence)
        self.sounds.poll(self._catalogue)
        self.names.poll(self._catalogue)

    def close(self) -> None:
        """Ends a running build."""
        self.sounds.close()
        self.names.close()


class CurrentSession:
    """The current session of a library: opened at first use, and again after a switch of packs."""

    def __init__(self, catalogue: Catalogue, pack: Path | None, device: str) -> None:
        """Arguments as for `Library.open`."""
        self._catalogue, self._pack, self._device = catalogue, pack, device
        self._session: Session | None = None

    @property
    def is_open(self) -> bool:
        return self._session is not None

    def session(self) -> Session:
        """The session, opened at first use.

        Raises:
            PackError: as for `pack_for`.
            LibraryError: stored vectors cannot be read.
        """
        if self._session is None:
            self._session = Session(self._catalogue, pack_for(self._catalogue, self._pack), self._device)
        return self._session

    def catch_up(self) -> int:
        """Applies commits of other processes and newly built base indexes; returns the catalogue's sequence number."""
        if self._session is not None:
            kept = self._catalogue.packs.searched()
            if kept is not None and kept[0] != self._session.pack_id:
                _log.info("the library was switched from pack %s to %s", self._session.pack_id, kept[0])
                self.close()
                self.use_own_pack()
            else:
                self._session.catch_up()
        return self._catalogue.database.sequence()

    def use_own_pack(self) -> None:
        """Makes the next session use the library's own pack, even if another was named."""
        self._pack = None

    def ask(self, answer: Callable[[Session], Ranking]) -> Ranking:
        """The answer of an up-to-date session; an empty ranking if no sound has vectors, or the search was stopped.

        Raises:
            EngineError: from `answer`; SoundGone only if a sound is gone for good.
        """
        if self._catalogue.packs.searched() is None:
            return nothing(LISTING, note=said(QueryMessage.NO_SOUNDS))
        for attempt in range(ATTEMPTS):
            try:
                with self._catalogue.database.snapshot():  # a switch of packs meanwhile takes effect at the next query
                    self.catch_up()
                    session = self.session()
                    return replace(answer(session), unheard=session.unheard)
            except StopRequested:
                return nothing(CANCELLED)
            except (SoundGone, VectorGone):
                _log.debug("a sound was removed during attempt %d", attempt + 1)
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
