"""What one library learnt of its owner: learns, applies, forgets, exports it.

Library's thread only. The models lie in the library's folder, one file per pack; nothing leaves the machine unless the
owner exports it.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.atomic_files import unwritable
from engine.base.chips import Chip, ChipKind
from engine.base.errors import EngineError, LibraryError, OwnerError
from engine.base.identifiers import identifier
from engine.base.messages import said, told
from engine.base.private_files import make_part
from engine.base.query_messages import QueryMessage
from engine.base.text_forms import folded
from engine.base.types import FilePath, PackId
from engine.features.owner.lesson_training import learn
from engine.features.owner.lessons import Lesson, Lessons
from engine.features.owner.messages import OwnerAdvice, OwnerFault
from engine.features.owner.model_file import MOST_LESSONS, OwnerModel, read_model, write_model
from engine.features.owner.teachings import LearningSource, TeachingSource, teachings, tokens
from engine.library.library import Library
from engine.search.example_scores import ExampleVector
from engine.search.extensions import Evidence
from engine.search.languages import translate
from engine.search.query import Query
from engine.search.query_parser import parse
from engine.search.question import Question
from engine.search.session import CurrentSession, Session
from engine.store.catalogue import Catalogue
from engine.store.choices import STARRED_FROM, ChoiceKind, ChosenSound, RecordedChoice

_log = logging.getLogger(__name__)

__all__ = [
    "STARRED_FROM",
    "ChoiceKind",
    "ChosenSound",
    "LearningSource",
    "Lesson",
    "NamedChoice",
    "Owner",
    "OwnerModel",
    "OwnerState",
    "TeachingSource",
]
FOLDER = "owner"
"""In the library's folder."""
_NO_LESSONS = Lessons(())


class OwnerState(Struct, frozen=True, eq=False):
    """What can be learnt from, and what was learnt."""

    teachings: tuple[LearningSource, ...]
    learnt: OwnerModel | None
    """From this library's choices, or None."""
    imported: OwnerModel | None
    """From a file, or None."""


class NamedChoice(Struct, frozen=True):
    """A sound that was chosen for words."""

    name: str
    """Of its file; empty while it is not in the library."""
    kinds: tuple[ChoiceKind, ...]
    ids: tuple[int, ...]
    """Of the choices, one per kind."""


class Owner(Evidence):
    """Learns, forgets, and adds what was learnt to questions. Library's thread only.

    Every change raises LibraryError if the library cannot be written.
    """

    def __init__(self, catalogue: Catalogue, current: CurrentSession) -> None:
        self.catalogue, self._current = catalogue, current
        self._folder = catalogue.folder / FOLDER
        self._seen: tuple[object, Lessons] = (None, _NO_LESSONS)
        self._instead: Lessons | None = None

    @classmethod
    def of(cls, library: Library) -> Self:
        """Returns the one that the library's ranking asks."""
        return library.evidence(cls)

    def state(self) -> OwnerState:
        """Returns what can be learnt from, including what was left out, and what was learnt."""
        return OwnerState(tuple(teachings(self.catalogue)), self._model(""), self._model("-imported"))

    def note(self, query: str, kind: ChoiceKind, chosen: Sequence[ChosenSound]) -> int:
        """Stores choices for a query that describes one thing; returns their number, 0 for other queries."""
        return self.catalogue.choices.note(described(query), kind, chosen)

    @property
    def has_lessons(self) -> bool:
        """Whether something was learnt or imported with the library's pack."""
        kept = self.catalogue.packs.searched()
        return kept is not None and bool(self._lessons(kept).all)

    def choices_for(self, text: str) -> list[NamedChoice]:
        """Returns the sounds chosen for words, one row per sound, by first choice."""
        noted = [one for one in self.catalogue.choices.all() if one.text == folded(" ".join(text.split()))]
        own: dict[int, list[RecordedChoice]] = {}
        for one in noted:
            own.setdefault(-one.id if one.chosen is None else int(one.chosen.sound), []).append(one)
        paths = self.catalogue.files.paths(np.array([id for id in own if id > 0], np.int64))
        names = {id: FilePath(paths[id]).name if id in paths else "" for id in own}
        return [
            NamedChoice(names[id], tuple(one.kind for one in rows), tuple(one.id for one in rows))
            for id, rows in own.items()
        ]

    def forget_choices(self, ids: Sequence[int]) -> None:
        """Forgets single choices, and learns again."""
        was_learnt = self._model("") is not None
        for text in {one.text for one in self.catalogue.choices.all() if one.id in set(ids)}:
            self._drop(text)  # first: an interruption then forgets too much, never too little
        self.catalogue.choices.remove(ids)
        if was_learnt:
            self._learn_again()

    def learn(self) -> OwnerModel:
        """Learns from everything and saves it; it applies from now on.

        Raises:
            OwnerError: there is nothing to learn from.
            LibraryError, StorageFull: it cannot be saved.
            PackError: the library's pack is missing or damaged.
        """
        session = self.session()
        learnt = learn(self.catalogue, session, teachings(self.catalogue), self._model(""))
        _log.info("learnt %d lessons for pack %s", len(learnt.lessons), session.pack_id)
        self._write(learnt, "")
        return learnt

    def forget(self) -> None:
        """Forgets every choice and everything learnt, with any pack; tags and collections stay."""
        for path in self._folder.glob("*.json") if self._folder.is_dir() else ():
            _remove(path)
        self.catalogue.choices.clear()
        _log.info("everything learnt of the owner is forgotten")

    def forget_words(self, text: str) -> None:
        """Forgets the choices and the lesson for words; leaves out the tag or collection of this name.

        Raises:
            OwnerError: there are no such words.
        """
        wanted = folded(" ".join(text.split()))
        own = [one for one in teachings(self.catalogue) if one.folded == wanted]
        is_learnt = any(self._drop(wanted))  # first: repeating an interrupted call completes it
        if not own and not self.catalogue.choices.remove_words(text) and not is_learnt:
            raise OwnerError(told(OwnerFault.NO_SUCH_CHOICES, text), advice=OwnerAdvice.LIST_CHOICES)
        self.catalogue.choices.remove_words(text)
        if any(one.source is not TeachingSource.CHOICES for one in own):
            self.catalogue.choices.leave_out(wanted)

    def take_up_words(self, name: str) -> None:
        """Learns again from a tag or collection that was left out."""
        self.catalogue.choices.learn_again(" ".join(name.split()))
        if self._model("") is not None:
            self._learn_again()

    def export(self, path: Path) -> int:
        """Writes learnt and imported lessons as one file; returns its size in bytes.

        Raises:
            OwnerError: nothing was learnt with this pack.
            StorageFull, LibraryError: it cannot be written.
        """
        own, imported = self._model(""), self._model("-imported")
        model = own or imported
        if model is None:
            raise OwnerError(OwnerFault.NOTHING_LEARNT, advice=OwnerAdvice.LEARN_FIRST)
        lessons = _joined(own, imported)
        return write_model(replace(model, lessons=lessons[:MOST_LESSONS]), path)

    def take_in(self, path: Path) -> OwnerModel:
        """Imports what another library learnt with the same pack; keeps it apart from the library's own.

        Raises:
            OwnerError: the file is unreadable, of another kind, damaged, or of another pack.
            LibraryError, StorageFull: it cannot be saved.
        """
        kept = self.catalogue.packs.searched()
        if kept is None:
            raise OwnerError(OwnerFault.NO_SOUNDS_TO_LEARN, advice=OwnerAdvice.INDEX_BEFORE_LEARNING)
        found = read_model(path, *kept)
        self._write(found, "-imported")
        _log.info("imported %d lessons", len(found.lessons))
        return found

    def knows(self, word: str) -> bool:
        """Whether a private word contains this word, in lower case."""
        kept = self.catalogue.packs.searched()
        return kept is not None and self._lessons(kept).knows(word)

    def beside(self, session: Session, query: Query, question: Question) -> tuple[Query, tuple[ExampleVector, ...]]:
        """Only applies to a question that describes one thing; with its chip off the answer stays as it was."""
        sides = [side for side in query.alternatives if side.describe]
        if not question.owner or len(sides) != 1:
            return query, ()
        lessons = self._lessons((session.pack_id, session.pack.name), session)
        if not lessons.all:
            return query, ()
        text = sides[0].describe
        pull = lessons.pull(text, session.text.encode([text]).joint[0])
        if pull is None:
            _log.debug("%d lessons, none applies", len(lessons.all))
            return query, ()
        _log.debug("a lesson of %d sounds applies, weight %.2f", pull.sounds, pull.weight)
        chip = Chip(ChipKind.LEARNT, value=pull.text, words=said(QueryMessage.LEARNT, pull.text, pull.sounds))
        chipped = replace(query, chips=(*query.chips, chip))
        if chip.id in question.without:
            return chipped, ()
        weight = query.words_weight * pull.words_weight
        return replace(chipped, words_weight=weight), (ExampleVector(None, None, None, pull.weight, pull.vector),)

    @contextmanager
    def instead(self, lessons: Lessons) -> Iterator[None]:
        """Replaces the lessons inside the block, to try them."""
        self._instead = lessons
        try:
            yield
        finally:
            self._instead = None

    def session(self) -> Session:
        """Opens the session to learn with.

        Raises:
            OwnerError: the library has no sounds.
            PackError: its pack is missing or damaged.
        """
        if self.catalogue.packs.searched() is None:
            raise OwnerError(OwnerFault.NO_SOUNDS_TO_LEARN, advice=OwnerAdvice.INDEX_BEFORE_LEARNING)
        self._current.catch_up()
        return self._current.session()

    def _learn_again(self) -> None:
        """Learns from what is left, or forgets the model."""
        try:
            self.learn()
        except OwnerError as err:
            _log.info("nothing is left to learn from: %s", err)
            _remove(self._path(""))

    def _drop(self, text: str) -> list[bool]:
        """Removes a text's lesson from own and imported models; returns which of them had it."""
        dropped = []
        for kind in ("", "-imported"):
            model = self._model(kind)
            left = () if model is None else tuple(one for one in model.lessons if one.text != text)
            dropped.append(model is not None and len(left) < len(model.lessons))
            if model is not None and dropped[-1]:
                if left:
                    self._write(replace(model, lessons=left), kind)
                else:
                    _remove(self._path(kind))
        return dropped

    def _lessons(self, pack: tuple[PackId, str], session: Session | None = None) -> Lessons:
        """The lessons of a pack; for a new pack learns them once from the choices."""
        if self._instead is not None:
            return self._instead
        paths = [self._place(pack[0], kind) for kind in ("", "-imported")]
        stamp = pack[0], *map(_stamp, paths)
        if self._seen[0] != stamp:
            own = _read(paths[0], pack)
            if own is None and self._was_learnt():
                if session is None:
                    return _NO_LESSONS
                own = self._learnt_anew(session)
                stamp = pack[0], *map(_stamp, paths)
            self._seen = stamp, Lessons(_joined(own, _read(paths[1], pack)))
        return self._seen[1]

    def _was_learnt(self) -> bool:
        """Whether this library's choices were learnt with any pack."""
        return any(not path.stem.endswith("-imported") for path in self._folder.glob("*.json"))

    def _learnt_anew(self, session: Session) -> OwnerModel | None:
        try:
            learnt = learn(self.catalogue, session, teachings(self.catalogue), None)
        except OwnerError:
            return None
        if not self.catalogue.database.is_read_only:
            with suppress(EngineError):  # kept in memory; learnt again next time
                self._write(learnt, "")
        return learnt

    def _model(self, kind: str) -> OwnerModel | None:
        kept = self.catalogue.packs.searched()
        return None if kept is None else _read(self._path(kind), kept)

    def _path(self, kind: str) -> Path:
        kept = self.catalogue.packs.searched()
        return self._folder / f"{kind}.json" if kept is None else self._place(kept[0], kind)

    def _place(self, pack: PackId, kind: str) -> Path:
        return self._folder / f"{identifier(pack)}{kind}.json"

    def _write(self, model: OwnerModel, kind: str) -> None:
        path = self._place(model.pack_id, kind)
        try:
            make_part(self._folder)
        except OSError as err:
            raise unwritable(path, err) from err
        write_model(model, path)


def described(query: str) -> str:
    """Returns the searched words of a query that describes one thing; empty for other queries."""
    read = parse(query, synonyms=lambda word: (), translate=translate)
    sides = [side for side in read.alternatives if side.describe]
    return sides[0].describe if len(sides) == 1 and tokens(sides[0].describe) else ""


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as err:
        raise unwritable(path, err) from err


def _read(path: Path, pack: tuple[PackId, str]) -> OwnerModel | None:
    """Reads a model; None if it is missing or unreadable, since it can be learnt again."""
    if not path.is_file():
        return None
    try:
        return read_model(path, *pack)
    except (OwnerError, LibraryError):
        return None


def _joined(own: OwnerModel | None, imported: OwnerModel | None) -> tuple[Lesson, ...]:
    """Merges the lessons; for the same text the library's own counts."""
    here = () if own is None else own.lessons
    texts = {one.text for one in here}
    return *here, *(one for one in (() if imported is None else imported.lessons) if one.text not in texts)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
