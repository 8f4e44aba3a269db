"""The façade: opens one library, searches and maintains it. Everything outside the engine uses this.

A Library belongs to one thread (the search thread of the window, the main thread of a command). It reads; the indexing
job writes sounds in its own process, and `catch_up` reads what that committed. Models and indexes open on first use,
so opening a library to list its folders costs nothing.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from engine.base.cancellation import Cancel, never
from engine.base.errors import PackError
from engine.base.library_facts import FailedFile, IndexKind, IndexState, LibraryStats
from engine.base.types import Answer, FilePath, Hit, RootId, Sound, SoundId, SpokenWord
from engine.library.completion import Completer, Completion
from engine.library.library_search import LibrarySearch
from engine.library.reader import LibraryReader
from engine.library.user_data import UserData
from engine.models.category_vectors import kept_category_vectors
from engine.search.category_suggestions import SoundVectors, Suggester, Suggestion, kept_vectors
from engine.search.question import Question
from engine.search.ranking import CANCELLED, Ranking, Strip
from engine.search.session import CurrentSession
from engine.store.background_reader import BackgroundReader
from engine.store.catalogue import Catalogue
from engine.store.roots import Root

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

_T = TypeVar("_T")
_AT_ONCE = 200
"""Questions whose vectors are compared in one scan."""
__all__ = ["CANCELLED", "Library", "LibraryReader"]


class Library:
    """One open library. One thread owns it; `reader` opens one for a second thread."""

    def __init__(self, catalogue: Catalogue, pack: Path | None, device: str) -> None:
        """Use `open`."""
        self._catalogue = catalogue
        self._current = CurrentSession(catalogue, pack, device)
        self._beside = BackgroundReader(catalogue.folder)
        self._asking = LibrarySearch(catalogue, self._current, self._beside)
        self._suggester: tuple[str, Suggester] | None = None
        """With its pack's id."""

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        pack: Path | None = None,
        device: str = "cpu",
        read_only: bool = False,
        makes: bool = False,
    ) -> Self:
        """Opens the library in `folder`.

        Args:
            pack: the pack to search with, which must have made the library's vectors; None finds it.
            device: encodes the sounds of `similar`.
            read_only: change nothing on disk.
            makes: create the library if there is none.

        Raises:
            LibraryError: it is missing, cannot be opened, is damaged, or was made by a later Earshot.
        """
        return cls(Catalogue.open(folder, read_only=read_only, makes=makes), pack, device)

    def close(self) -> None:
        """Closes everything; a second call is harmless."""
        self._beside.close()
        self._current.close()
        self._asking.close()
        self._catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rank(self, question: Question, *, cancel: Cancel = never) -> Ranking:
        return self._asking.rank(question, cancel=cancel)

    def answer(self, question: Question, *, cancel: Cancel = never) -> Answer:
        return self._asking.answer(question, cancel=cancel)

    def answer_all(self, questions: Sequence[Question], *, cancel: Cancel = never) -> list[Answer]:
        """Answers many questions; those in words share their scans, which saves most of the time.

        Raises:
            EngineError: as for `answer`.
        """
        answers: list[Answer] = []
        for start in range(0, len(questions), _AT_ONCE):
            some = questions[start : start + _AT_ONCE]
            # A question's products are small: BLAS threads would only spin beside each other and beside ours.
            with _algebra().limit(limits=1, user_api="blas"), self._asking.ahead(some):
                answers += [self.answer(question, cancel=cancel) for question in some]
        return answers

    def browse(self, limit: int = 50, offset: int = 0) -> Answer:
        return self._asking.browse(limit, offset)

    def count_answers(self, text: str, *, cancel: Cancel = never) -> int | None:
        return self._asking.count_answers(text, cancel=cancel)

    def hits(self, ranking: Ranking, rows: range) -> tuple[Hit, ...]:
        return self._asking.hits(ranking, rows)

    def explain(self, ranking: Ranking, sound: SoundId) -> Hit:
        return self._asking.explain(ranking, sound)

    def strip(self, ranking: Ranking, sound: SoundId) -> Strip:
        return self._asking.strip(ranking, sound)

    def synonyms_of(self, word: str) -> tuple[str, ...]:
        return self._asking.synonyms_of(word)

    @property
    def listens_for_words(self) -> bool:
        return self._asking.listens_for_words

    @property
    def searches_transcripts(self) -> bool:
        """Whether `said:` can be asked."""
        return self._asking.searches_transcripts

    def transcript(self, sound: SoundId) -> Sequence[Sequence[SpokenWord]]:
        return self._asking.transcript(sound)

    def catch_up(self) -> int:
        return self._current.catch_up()

    @property
    def folder(self) -> Path:
        return self._catalogue.folder

    def is_here(self) -> bool:
        """Whether it is still in its folder. May hang with the drive. Any thread, throughout the process's life."""
        return self._catalogue.database.mark.is_here()

    @property
    def id(self) -> str:
        """Identifies the library wherever its folder moves."""
        return self._catalogue.id

    def warm_up(self) -> None:
        """Opens pack, vectors and text tower, so that the first query does not wait.

        Raises:
            PackError: the library's pack is missing or damaged.
            LibraryError: stored vectors are damaged.
        """
        if self._catalogue.packs.searched() is not None:
            _ = self._current.session().searcher

    def warm_up_completion(self) -> None:
        """Counts the library's words in another thread, ready for the first completion."""
        self._completer.warm_up()

    def start_base_build(self, *, force: bool = False) -> bool:
        """Starts building the base indexes in child processes; `catch_up` swaps them in when they are done.

        Args:
            force: build even where exact search is as fast.

        Returns:
            Whether one is being built now.
        """
        if self._catalogue.packs.searched() is None:
            return False
        session = self._current.session()
        due = [index for index in (session.sounds, session.names) if force or index.is_build_due]
        return any([index.start_build() for index in due])

    @property
    def index_state(self) -> IndexState:
        try:
            is_empty = self._catalogue.packs.searched() is None
            return IndexState(IndexKind.EXACT) if is_empty else self._current.session().sounds.state
        except PackError as err:
            return IndexState(IndexKind.REFUSED, err.what)

    def stats(self) -> LibraryStats:
        """Counts the library's contents. Opens its vectors to report the index in use."""
        counts, packs = self._catalogue.sounds.counts(), self._catalogue.packs
        kept, target = packs.searched(), packs.next()
        state = self.index_state
        return LibraryStats(
            sounds=counts.sounds,
            segments=counts.segments,
            failed=counts.failed,
            offline=counts.offline,
            missing=counts.missing,
            roots=tuple(root.path.text for root in self._catalogue.roots.all()),
            pack_name=kept[1] if kept else "",
            pack_id=kept[0] if kept else "",
            index_state=state,
            index_tier=self._current.session().sounds.tier if self._current.is_open else "exact",
            bytes_on_disk=sum(_size(path) for path in self.folder.rglob("*")),
            next_pack_name=target[1] if target else "",
            next_pack_id=target[0] if target else "",
            next_pack_sounds=packs.sounds_known(target[0]) if target else 0,
        )

    def without_true_peak(self) -> int:
        """Counts the sounds read by an earlier version, which measured no true peak."""
        return self._catalogue.sounds.count_without_true_peak()

    def roots(self) -> list[Root]:
        """Returns the folders the user added, sorted by path."""
        return self._catalogue.roots.all()

    def remove_root(self, root: RootId) -> None:
        """Removes a folder and its sounds from the library; the files are untouched.

        Raises:
            LibraryError: the library cannot be written.
        """
        self._catalogue.roots.remove(root)

    def end_learning(self) -> None:
        """Gives up a re-embedding: the library keeps its pack, and the vectors made so far stay.

        Raises:
            LibraryError: the library cannot be written.
        """
        self._catalogue.learning.aim_at_none()

    def use_own_pack(self) -> None:
        """Searches with the pack of the library's vectors from now on, whatever pack it was opened with."""
        self._current.use_own_pack()

    def set_watched(self, root: RootId, is_watched: bool) -> None:
        """Sets whether changes in a folder are indexed as they happen."""
        self._catalogue.roots.set_watched(root, is_watched)

    def failures(self, limit: int = 1_000) -> list[FailedFile]:
        """Returns the unreadable files, sorted by path."""
        return self._catalogue.files.failed(limit)

    def sound(self, id: SoundId) -> Sound:
        """Returns one sound.

        Raises:
            SoundGone: it is not in the library.
        """
        return self._catalogue.sounds.one(id)

    def sound_at(self, path: FilePath) -> SoundId | None:
        """Returns the sound of this path in any Unicode form, or None."""
        return self._catalogue.files.meant(path)

    def complete(self, text: str, cursor: int | None = None, *, is_waiting: bool = True) -> tuple[Completion, ...]:
        """Completes the query at the cursor (None: at its end), likeliest first.

        Args:
            is_waiting: wait for counts that are not ready; otherwise they come with a later key.
        """
        return self._completer.complete(text, cursor, is_waiting=is_waiting)

    @property
    def is_counting(self) -> bool:
        """Whether counts for completion are running, so that more completions may come soon."""
        return self._completer.is_counting

    @property
    def keeping(self) -> UserData:
        """The user's marks, tags, collections, saved searches and history."""
        return UserData(self._catalogue)

    def evidence(self, kind: type[_T]) -> _T:
        """Returns what the feature with this class adds to the ranking; its own `of` asks for it."""
        return next(one for one in self._asking.evidence if isinstance(one, kind))

    def kept_vectors(self, ids: Sequence[SoundId]) -> SoundVectors:
        """Returns the vectors of some sounds, for `engine.search.category_suggestions`.

        Raises:
            PackError: the library's pack is missing or damaged.
        """
        session = self._current.session()
        return kept_vectors(self._catalogue, session.sounds, session.names, session.pack, ids)

    def kinds_of(self, sound: SoundId, limit: int) -> tuple[Suggestion, ...]:
        """Returns UCS categories similar to a sound, best first, from kept vectors of sound only.

        Empty if the sound has no vectors, or those of the categories are not computed yet.

        Raises:
            PackError: the library's pack is missing or damaged.
        """
        info = self._current.session().pack
        if self._suggester is None or self._suggester[0] != info.pack_id:
            vectors = kept_category_vectors(info, self.folder)
            if vectors is None:
                return ()
            self._suggester = info.pack_id, Suggester(info, *vectors)
        return self._suggester[1].suggest(self.kept_vectors([sound]).by_sound, limit)[0]

    @cached_property
    def _completer(self) -> Completer:
        return Completer(self._catalogue, self._asking.words, self._beside)

    def reader(self) -> LibraryReader:
        """Opens a reader for one other thread; the caller closes it."""
        return LibraryReader(self.folder)


def _size(path: Path) -> int:
    """Returns a file's size; 0 for anything else and for one that vanished."""
    try:
        return path.stat().st_size if path.is_file() else 0
    except FileNotFoundError:
        return 0


@cache
def _algebra() -> "ThreadpoolController":
    from threadpoolctl import ThreadpoolController  # scans all loaded libraries; worth it only for many questions

    return ThreadpoolController()
