"""What searching a library needs: its pack, both indexes, the text tower and the audio tower. Search thread only.

Opened for the one pack whose vectors the library holds; vectors of two packs are never mixed.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.error_wording.packs import PackAdvice, PackFault
from engine.errors import PackError, SoundGone, VectorGone
from engine.index.tiers import TieredIndex
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.manifest import PackInfo
from engine.models.pack import Pack, load_pack, load_pack_of
from engine.search.candidates import Sources
from engine.search.naming import Naming
from engine.search.ranking import CANCELLED, LISTING, Ranking, Unheard, nothing
from engine.search.searcher import Searcher
from engine.stopping import StopRequested
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.types import Ids, PackId, Vectors
from engine.wording import Saying, said, told


def pack_for(catalogue: Catalogue, named: Path | None) -> Pack:
    """Gives the pack to search a library with.

    Args:
        catalogue: the library's.
        named: a pack's folder, when one was asked for; else the one with the library's pack id is looked for among
            those installed, and for a library without vectors the starter pack serves.

    Raises:
        PackError: the named pack is another than the library's, or the library's own is not installed, or is damaged.
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


_ALL_HEARD = Unheard()
ATTEMPTS = 3
"""A job may remove a sound between two steps of a search, which then starts again on what is there now."""


class Session:
    """A library opened for searching with one pack."""

    def __init__(self, catalogue: Catalogue, pack: Pack, device: str) -> None:
        """Loads the vectors; the towers come when they are first needed.

        Raises:
            LibraryError: stored vectors cannot be read; blocks that are damaged are passed over, see `unheard`.
        """
        self._catalogue = catalogue
        self._pack = pack
        self._device = device
        info = pack.info
        # Read first: what the indexes see beyond it is taken in a second time, which changes nothing.
        self._sequence = catalogue.database.sequence()
        self.sounds = TieredIndex.open(catalogue, info.pack_id, info.dim, "segments")
        self.names = TieredIndex.open(catalogue, info.pack_id, info.sentence_dim, "names")
        self._unheard = (-1, Unheard())
        self._text: TextEncoder | None = None
        self._searcher: Searcher | None = None
        self._audio: AudioEncoder | None = None

    @property
    def pack(self) -> PackInfo:
        """The pack's facts."""
        return self._pack.info

    @property
    def pack_id(self) -> PackId:
        """The pack's id."""
        return self._pack.info.pack_id

    @property
    def searcher(self) -> Searcher:
        """What answers; opens the text tower the first time.

        Raises:
            PackError: the text tower is damaged.
        """
        if self._searcher is None:
            sources = Sources(self._catalogue, self.sounds, self.names, Naming(self._catalogue))
            self._searcher = Searcher(sources, self.text, self._pack.info)
        return self._searcher

    @property
    def text(self) -> TextEncoder:
        """What encodes texts; opened the first time.

        Raises:
            PackError: the text tower is damaged.
        """
        if self._text is None:
            self._text = TextEncoder(self._pack)
        return self._text

    @property
    def audio(self) -> AudioEncoder:
        """What encodes reference sounds; opened the first time.

        Raises:
            DeviceError: the device cannot be used.
            PackError: the audio tower is damaged.
        """
        if self._audio is None:
            self._audio = AudioEncoder(self._pack, self._device)
        return self._audio

    def stored_vectors(self, segments: Ids) -> Vectors | None:
        """float32 [N, D], the vectors of a sound's segments; None for no segments, or while one waits for its vector.

        Segments wait while the library is indexed again with another pack.
        """
        try:
            return self.sounds.vectors_of(segments) if len(segments) else None
        except VectorGone:
            return None

    @property
    def unheard(self) -> Unheard:
        """What cannot be compared because blocks of vectors are damaged; looked up once a state of the library."""
        if not (self.sounds.has_lost or self.names.has_lost):
            return _ALL_HEARD
        if self._unheard[0] != self._sequence:
            segments = np.setdiff1d(self._catalogue.segments.living(), self.sounds.ids, assume_unique=True)
            sounds = np.unique(self._catalogue.segments.rows(segments).sound_id)
            names = np.setdiff1d(self._catalogue.passing.ids(Filters()), self.names.ids, assume_unique=True)
            self._unheard = self._sequence, Unheard(len(sounds), len(names))
        return self._unheard[1]

    def catch_up(self) -> None:
        """Takes in what was committed since, and a base index that has been built."""
        if self._catalogue.database.sequence() != self._sequence:
            changes = self._catalogue.frames.changes_since(self._sequence, self.pack_id)
            self.sounds.catch_up(changes)
            self.names.catch_up(changes)
            self._sequence = changes.sequence
        self.sounds.poll(self._catalogue)
        self.names.poll(self._catalogue)

    def close(self) -> None:
        """Ends a build that runs."""
        self.sounds.close()
        self.names.close()


class Current:
    """The session a library is searched with now: opened when it is first needed, and anew after a switch of packs."""

    def __init__(self, catalogue: Catalogue, pack: Path | None, device: str) -> None:
        """Args: as for `Library.open`."""
        self._catalogue, self._pack, self._device = catalogue, pack, device
        self._session: Session | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything was opened yet."""
        return self._session is not None

    def session(self) -> Session:
        """The session; opens it.

        Raises:
            PackError: as for `pack_for`.
            LibraryError: stored vectors cannot be read.
        """
        if self._session is None:
            self._session = Session(self._catalogue, pack_for(self._catalogue, self._pack), self._device)
        return self._session

    def catch_up(self) -> int:
        """Takes in what other processes committed, and a base index that was built; gives the catalogue's sequence."""
        if self._session is not None:
            kept = self._catalogue.packs.searched()
            if kept is not None and kept[0] != self._session.pack_id:
                self.close()
                self.use_own_pack()
            else:
                self._session.catch_up()
        return self._catalogue.database.sequence()

    def use_own_pack(self) -> None:
        """Opens the pack the library holds vectors of from now on, whichever was named."""
        self._pack = None

    def ask(self, answer: Callable[[Session], Ranking]) -> Ranking:
        """Gives what a session answers, caught up; an empty ranking where no sound has vectors, or it was stopped.

        Raises:
            EngineError: as `answer`; SoundGone only where a sound is gone for good.
        """
        if self._catalogue.packs.searched() is None:
            return nothing(LISTING, note=said(Saying.EMPTY))
        for attempt in range(ATTEMPTS):
            try:
                with self._catalogue.database.snapshot():  # a switch of packs in the middle is met by the next question
                    self.catch_up()
                    session = self.session()
                    return replace(answer(session), unheard=session.unheard)
            except StopRequested:
                return nothing(CANCELLED)
            except (SoundGone, VectorGone):
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Ends the session."""
        if self._session is not None:
            self._session.close()
            self._session = None
