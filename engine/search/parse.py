"""Reads a query: plain words describe, `|` is or, "quoted" must occur, `-word` is unwanted, `key:value` filters.

Each part that was recognised becomes a chip; the texts of chips that were switched off come back in `without` and the
part takes no part. Whatever is not this language is a plain word: SQL, FTS5 and other people's operators are literal.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.errors import QueryError
from engine.search import filtering, limits
from engine.search.keys import refuse
from engine.search.marks import Mark, MarkKind, marks
from engine.search.query import Alternative, Query, Widening
from engine.types import Chip

Synonyms = Callable[[str], tuple[str, ...]]
"""Gives the words that stand in for a word, best first."""

MOST_TYPED = 20_000
"""Letters of a query that are read at all: a megabyte pasted by accident is no query."""
MOST_LETTERS = 2000
"""Of an alternative's description; the text tower reads some hundred letters."""
MOST_WORDS = 24
"""Distinct words a keyword search looks for in one alternative."""
MOST_ALTERNATIVES = 16
MOST_TERMS = 32
"""Quoted phrases in one alternative, and minus terms in a query."""
MOST_SYNONYMS = 8
"""Of one word."""
MOST_WIDENED = 8
"""Words that are widened: a long description needs none of it."""

SAY = "say"
"""The key of what is spoken: no condition on the catalogue, yet typed as one."""

_FUNCTION_WORDS = re.compile(
    "a|an|and|as|at|be|by|for|from|in|into|is|it|its|of|off|on|onto|or|out|over|sounds?|that|the|then|this|to|up|while|with"
)


def parse(text: str, *, synonyms: Synonyms, without: frozenset[str] = frozenset(), filters: str = "") -> Query:
    """Reads a query.

    Args:
        text: what was typed, of any length and any characters.
        synonyms: looks up what widens a keyword.
        without: texts of chips that are switched off.
        filters: further filters, in the same grammar, that were not typed but chosen; nothing but filters counts.

    Raises:
        QueryError: a filter's value cannot be read; the advice names what is allowed.
    """
    draft = _Draft(text, without)
    for mark in marks(text[:MOST_TYPED], limits.KEYS):
        draft.add(mark)
    for mark in marks(filters, limits.KEYS):
        if mark.kind in (MarkKind.FILTER, MarkKind.MINUS_FILTER):
            draft.add(mark)
    return draft.finish(synonyms)


def is_function_word(word: str) -> bool:
    """Whether a word, in lower case, is one that no sound is found by: "the", "with"."""
    return _FUNCTION_WORDS.fullmatch(word) is not None


def words_of(text: str) -> tuple[str, ...]:
    """Gives a text's distinct words in lower case, in order; function words only where nothing else is there."""
    found = tuple(dict.fromkeys(re.findall(r"[^\W_]+", text.lower())))
    return tuple(word for word in found if not is_function_word(word)) or found


@dataclass
class _Side:
    """An alternative while it is being read."""

    words: list[Mark] = field(default_factory=list)
    required: dict[str, str] = field(default_factory=dict)
    """Phrase to the stretch it came from."""


class _Draft:
    """A query while it is being read."""

    def __init__(self, text: str, without: frozenset[str]) -> None:
        self._text = text
        self._without = without
        self._sides = [_Side()]
        self._excluded: list[tuple[str, str]] = []
        self._filters: list[Mark] = []
        self._said: dict[str, str] = {}
        self._chips: dict[str, Chip] = {}
        self._left_out: list[str] = [f"{MOST_TYPED} letters"] if len(text) > MOST_TYPED else []

    def add(self, mark: Mark) -> None:
        side = self._sides[-1]
        if mark.kind is MarkKind.OR:
            self._sides.append(_Side())
        elif mark.kind is MarkKind.WORD:
            side.words.append(mark)
        elif mark.kind is MarkKind.QUOTED and words_of(mark.text):
            side.required.setdefault(mark.text, mark.source)
        elif mark.kind is MarkKind.MINUS and words_of(mark.text):
            self._excluded.append((mark.text, mark.source))
        elif mark.kind is MarkKind.FILTER and mark.key == SAY:
            if not words_of(mark.text):
                raise refuse(SAY, mark.text)
            self._said.setdefault(mark.text, mark.source)
        elif mark.kind is MarkKind.FILTER:
            self._filters.append(mark)
        elif mark.kind is MarkKind.MINUS_FILTER:
            raise QueryError(
                f"“{mark.source[:40]}” cannot be read: a filter cannot be taken away with a minus.",
                advice=f"Write the opposite filter, such as dur:>2 for -dur:<=2, or leave “{mark.key}:” out.",
            )

    def finish(self, synonyms: Synonyms) -> Query:
        alternatives = self._alternatives()
        excluded = self._exclusions()
        filters = filtering.combine(self._kept_filters())
        said = self._sayings()
        widenings = self._widenings(alternatives, synonyms)
        note = (
            f"The query was too long: only the first {' and '.join(self._left_out)} were used."
            if self._left_out
            else ""
        )
        return Query(alternatives, excluded, filters, widenings, tuple(self._chips.values()), said, note)

    def _alternatives(self) -> tuple[Alternative, ...]:
        found: dict[tuple[str, tuple[str, ...]], Alternative] = {}
        for side in self._sides:
            describe = self._cut(" ".join(mark.text for mark in side.words))
            required = tuple(side.required)
            if len(required) > MOST_TERMS:
                self._note(f"{MOST_TERMS} quoted phrases")
            required = required[:MOST_TERMS]
            if (describe or required) and (describe, required) not in found:
                if len(found) == MOST_ALTERNATIVES:
                    self._note(f"{MOST_ALTERNATIVES} alternatives")
                    break
                found[describe, required] = self._alternative(side, describe, required)
        kept = [side for side in found.values() if side.describe or side.required]
        return tuple(kept) or (Alternative("", (), ()),)

    def _alternative(self, side: _Side, describe: str, required: tuple[str, ...]) -> Alternative:
        if describe:
            last = side.words[-1]
            source = self._text[side.words[0].start : last.start + len(last.source)]
            describe = describe if self._chip("describe", describe, source) else ""
        kept = tuple(phrase for phrase in required if self._chip("require", f'"{phrase}"', side.required[phrase]))
        # A query of quoted phrases alone must still rank: then the phrases describe.
        describe = describe or " ".join(kept)
        words = words_of(describe)
        if len(words) > MOST_WORDS:
            self._note(f"{MOST_WORDS} words")
        return Alternative(describe, words[:MOST_WORDS], kept)

    def _exclusions(self) -> tuple[str, ...]:
        distinct = dict(self._excluded)
        if len(distinct) > MOST_TERMS:
            self._note(f"{MOST_TERMS} minus terms")
        kept = list(distinct.items())[:MOST_TERMS]
        return tuple(text for text, source in kept if self._chip("exclude", f"-{text}", source))

    def _sayings(self) -> tuple[str, ...]:
        if len(self._said) > MOST_TERMS:
            self._note(f"{MOST_TERMS} spoken phrases")
        kept = list(self._said.items())[:MOST_TERMS]
        return tuple(text for text, source in kept if self._chip("said", f"says “{text}”", source))

    def _kept_filters(self) -> Iterable[filtering.Part]:
        parts = [(mark, filtering.read(mark.key, mark.text)) for mark in self._filters]
        return [part for mark, part in parts if self._chip("filter", part.text, mark.source)]

    def _widenings(self, alternatives: tuple[Alternative, ...], synonyms: Synonyms) -> tuple[Widening, ...]:
        asked = tuple(dict.fromkeys(word for side in alternatives for word in side.words))
        found = []
        for word in asked[:MOST_WIDENED]:
            others = tuple(other for other in dict.fromkeys(synonyms(word)) if other not in asked)[:MOST_SYNONYMS]
            if others and self._chip("synonym", f"{word}: {', '.join(others)}", self._as_typed(word)):
                found.append(Widening(word, others))
        return tuple(found)

    def _as_typed(self, word: str) -> str:
        found = re.search(re.escape(word), self._text, re.IGNORECASE)
        return found[0] if found else word

    def _chip(self, kind: str, text: str, source: str) -> bool:
        """Notes a part and says whether it is switched on."""
        shown = text if len(text) <= 200 else text[:199] + "…"
        self._chips.setdefault(shown, Chip(kind, shown, source[:200]))
        return shown not in self._without

    def _cut(self, describe: str) -> str:
        if len(describe) <= MOST_LETTERS:
            return describe
        self._note(f"{MOST_LETTERS} letters of a description")
        return describe[:MOST_LETTERS]

    def _note(self, what: str) -> None:
        if what not in self._left_out:
            self._left_out.append(what)
