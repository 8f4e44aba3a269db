"""The façade: one library, opened, searched and kept up. Everything outside the engine's rooms comes through here.

A Library belongs to one thread (the search thread of the window, the main thread of a command). It reads; what writes
sounds is the indexing job in its own process, and `catch_up` takes in what that committed. Models and indexes are
opened when something first needs them, so that opening a library to look at its folders costs nothing.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

import platformdirs

from engine.audio.peaks import from_bytes
from engine.errors import PackError
from engine.search.hits import listed, newest
from engine.search.searcher import EMPTY, Cancelled
from engine.search.session import Session, pack_for
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.records import Root
from engine.types import Answer, FilePath, Ids, LibraryStats, Peaks, RootId, Sound, SoundId

CANCELLED = "cancelled"
"""The tier of the empty answer to a search that was cancelled."""
_ATTEMPTS = 3
"""A job may remove a sound between two steps of a search, which then starts again on what is there now."""


def default_folder() -> Path:
    """Gives the library's folder when none is named: in the platform's data folder for the user."""
    return platformdirs.user_data_path("earshot", appauthor=False) / "library"


class LibraryReader:
    """The catalogue alone, read only, for one other thread than the library's."""

    def __init__(self, folder: Path) -> None:
        """Opens it.

        Raises:
            LibraryError: there is no library, or it cannot be read.
        """
        self._catalogue = Catalogue.open(folder, read_only=True)

    def sound(self, id: SoundId) -> Sound:
        """One sound.

        Raises:
            KeyError: it is not in the library.
        """
        return self._catalogue.sound(id)

    def sounds(self, ids: Sequence[SoundId] | Ids) -> list[Sound]:
        """Sounds in the order of `ids`.

        Raises:
            KeyError: one of them is not in the library.
        """
        return self._catalogue.sounds(ids)

    def peaks(self, id: SoundId) -> Peaks | None:
        """The waveform overview, None for a sound without one."""
        kept = self._catalogue.peaks_bytes(id)
        return from_bytes(kept) if kept else None

    def close(self) -> None:
        """Ends the connection."""
        self._catalogue.close()

    def __enter__(self) -> Self:
        """The reader, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()


class Library:
    """One library. A single thread owns it; `reader` is for a second one."""

    def __init__(self, catalogue: Catalogue, pack: Path | None, device: str) -> None:
        """Use `open`."""
        self._catalogue = catalogue
        self._pack = pack
        self._device = device
        self._session: Session | None = None

    @classmethod
    def open(cls, folder: Path, *, pack: Path | None = None, device: str = "cpu", read_only: bool = False) -> Self:
        """Opens the library in `folder`; makes it where there is none, unless `read_only`.

        Args:
            folder: the library's folder.
            pack: the pack it is searched with, which must be the one whose vectors it holds; None to find that.
            device: what encodes the sounds of `similar`.
            read_only: change nothing on the disk.

        Raises:
            LibraryError: it cannot be opened, is damaged, or was made by a later Earshot.
        """
        return cls(Catalogue.open(folder, read_only=read_only), pack, device)

    def close(self) -> None:
        """Ends everything; calling it twice does no harm."""
        self._end_session()
        self._catalogue.close()

    def __enter__(self) -> Self:
        """The library, closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        self.close()

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._catalogue.folder

    def search(
        self,
        text: str,
        *,
        limit: int = 50,
        sound_only: bool = False,
        exact: bool = False,
        stacks: bool = False,
        without: frozenset[str] = frozenset(),
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answers a query; see `engine.search.parse` for its language and `engine.search.rank` for the ranking.

        Args:
            text: what was typed; empty, or filters alone, gives the newest sounds.
            limit: most hits. As many come as sounds pass the filters, weak ones marked, one hit a sound.
            sound_only: rank by the sound alone, without names and metadata.
            exact: compare with every vector instead of asking the index.
            stacks: fold near-identical takes into one hit; where there are very many, fewer rows than `limit` come.
            without: texts of chips that are switched off.
            cancel: asked between steps; once it gives True an empty answer of tier "cancelled" comes back.

        Raises:
            QueryError: a filter cannot be read.
            PackError: the pack the library was indexed with is not here, or is damaged.
        """
        return self._ask(
            lambda session: session.searcher.search(
                text,
                limit=limit,
                sound_only=sound_only,
                exact=exact,
                stacks=stacks,
                without=without,
                cancel=cancel,
            )
        )

    def similar(
        self,
        path: FilePath,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        limit: int = 50,
        exact: bool = False,
        stacks: bool = False,
        with_itself: bool = True,
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """Answers with the sounds most like one in a file, in the library or not; a sound is most like itself.

        With `with_itself` off this very file is left out; copies of it elsewhere are sounds of their own.

        Raises:
            AudioError: the file cannot be read.
            QueryError: there is no such stretch.
            DeviceError: the library's device cannot be used.
            PackError: as for `search`.
        """
        from engine.search.reference import reference_vectors  # the decoders: a query of words needs none

        def answer(session: Session) -> Answer:
            vectors = reference_vectors(path, session.audio, session.pack, start_s=start_s, end_s=end_s)
            without = None if with_itself else self._catalogue.sound_at(path)
            return session.searcher.similar(
                vectors, limit=limit, exact=exact, stacks=stacks, without=without, cancel=cancel
            )

        return self._ask(answer)

    def similar_to(
        self,
        sound: SoundId,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        limit: int = 50,
        exact: bool = False,
        stacks: bool = False,
        cancel: Callable[[], bool] | None = None,
    ) -> Answer:
        """As `similar`, from a sound of the library; without a stretch its stored vectors ask, so its file may be away.

        Raises:
            KeyError: it is not in the library.
        """
        from engine.search.reference import reference_vectors

        path = self._catalogue.sound(sound).path

        def answer(session: Session) -> Answer:
            segments = self._catalogue.segments_of([sound])
            is_whole = start_s is None and end_s is None
            vectors = session.stored_vectors(segments) if is_whole else None
            if vectors is None:
                vectors = reference_vectors(path, session.audio, session.pack, start_s=start_s, end_s=end_s)
            return session.searcher.similar(vectors, limit=limit, exact=exact, stacks=stacks, cancel=cancel)

        return self._ask(answer)

    def browse(self, limit: int = 50, offset: int = 0) -> Answer:
        """Gives the newest sounds, last stored first. Opens no model."""
        started = time.perf_counter()
        passing = self._catalogue.filter_ids(Filters())
        wanted = newest(passing)[offset : offset + limit]
        hits = listed(self._catalogue.sounds(wanted), first_rank=offset + 1)
        note = "" if len(passing) else EMPTY
        return Answer(hits, (), "none", len(passing), note, time.perf_counter() - started)

    def catch_up(self) -> int:
        """Takes in what other processes committed, and a base index that was built; gives the catalogue's sequence."""
        if self._session is not None:
            kept = self._catalogue.pack()
            if kept is not None and kept[0] != self._session.pack_id:
                self._end_session()
            else:
                self._session.catch_up()
        return self._catalogue.sequence()

    def warm_up(self) -> None:
        """Opens pack, vectors and text tower, so that the first query need not wait for them.

        Raises:
            PackError: the pack the library was indexed with is not here, or is damaged.
            LibraryError: stored vectors are damaged.
        """
        if self._catalogue.pack() is not None:
            _ = self._current().searcher

    def start_base_build(self, *, force: bool = False) -> bool:
        """Starts to build the base indexes in child processes; `catch_up` swaps them in when they stand.

        Args:
            force: build even where exact search is as fast.

        Returns:
            True when one is being built now.
        """
        if self._catalogue.pack() is None:
            return False
        session = self._current()
        due = [index for index in (session.sounds, session.names) if force or index.is_build_due]
        return any([index.start_build() for index in due])

    @property
    def index_state(self) -> str:
        """For people: exact, hnsw, hnsw+delta, building, or refused: why."""
        try:
            return "exact" if self._catalogue.pack() is None else self._current().sounds.state
        except PackError as err:
            return f"refused: {err}"

    def stats(self) -> LibraryStats:
        """Counts what the library holds. Opens its vectors to say which index would answer."""
        counts, kept = self._catalogue.counts(), self._catalogue.pack()
        state = self.index_state
        return LibraryStats(
            sounds=counts.sounds,
            segments=counts.segments,
            failed=counts.failed,
            offline=counts.offline,
            roots=tuple(root.path.text for root in self._catalogue.roots()),
            pack_name=kept[1] if kept else "",
            pack_id=kept[0] if kept else "",
            index_state=state,
            index_tier=self._session.sounds.tier if self._session is not None else "exact",
            bytes_on_disk=sum(_size(path) for path in self.folder.rglob("*")),
        )

    def roots(self) -> list[Root]:
        """The folders the user added, by path."""
        return self._catalogue.roots()

    def remove_root(self, root: RootId) -> None:
        """Forgets a folder and its sounds; the files are untouched.

        Raises:
            LibraryError: the library cannot be written.
        """
        self._catalogue.remove_root(root)

    def sound(self, id: SoundId) -> Sound:
        """One sound.

        Raises:
            KeyError: it is not in the library.
        """
        return self._catalogue.sound(id)

    def set_favourite(self, id: SoundId, is_favourite: bool) -> None:
        """Marks a sound as a favourite, or no longer."""
        self._catalogue.set_favourite(id, is_favourite)

    def set_tags(self, id: SoundId, tags: Sequence[str]) -> None:
        """Replaces the user's tags of a sound."""
        self._catalogue.set_tags(id, tags)

    def reader(self) -> LibraryReader:
        """Opens a reader for one other thread; the caller closes it."""
        return LibraryReader(self.folder)

    def _ask(self, answer: Callable[[Session], Answer]) -> Answer:
        started = time.perf_counter()
        if self._catalogue.pack() is None:
            return Answer((), (), "none", 0, EMPTY, 0.0)
        for attempt in range(_ATTEMPTS):
            self.catch_up()
            try:
                return replace(answer(self._current()), seconds=time.perf_counter() - started)
            except Cancelled:
                return Answer((), (), CANCELLED, 0, "", time.perf_counter() - started)
            except KeyError:
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    def _current(self) -> Session:
        if self._session is None:
            self._session = Session(self._catalogue, pack_for(self._catalogue, self._pack), self._device)
        return self._session

    def _end_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def _size(path: Path) -> int:
    """Bytes of a file, 0 for anything else and for one that has just gone."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except FileNotFoundError:
        return 0
