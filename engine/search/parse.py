"""Reads a query: plain words describe, `|` is or, "quoted" must occur, `-word` is unwanted, `key:value` filters.

Each part that was recognised becomes a chip; the ids of chips that are switched off come back in `without`, and their
parts are left out. Whatever is not this language is a plain word: SQL, FTS5 and other people's operators are literal. A
filter that cannot be read is left out, and a chip says which and why: the rest of the query is still worth an answer.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from engine.chips import Chip, ChipKind, Unread
from engine.errors import QueryError
from engine.search import filtering
from engine.search.examples import LIKE, UNLIKE, WORDS, Example, chip_of, read_example, read_weight
from engine.search.filtering import FILTERS, near_key
from engine.search.filters.record import FilterPart
from engine.search.languages import Translated
from engine.search.limits import Unreadable
from engine.search.marks import Mark, MarkKind, marks, opens_quote
from engine.search.query import Alternative, Query, Widening
from engine.search.variety import VARIETY, read_variety
from engine.text_forms import composed, small
from engine.wording import Said, Saying, joined, said

Synonyms = Callable[[str], tuple[str, ...]]
"""Gives the words that stand in for a word, best first."""
Doubt = Callable[[str], str | None]
"""Says of a word in lower case which one may be meant, "" for none; None where it is known."""
Translate = Callable[[Sequence[str]], tuple[Translated, ...]]
"""Reads the words of a description, in lower case, that are of another language than English."""

MOST_TYPED = 20_000
"""Letters of a query that are read at all: a megabyte pasted by accident is no query."""
MOST_LETTERS = 2000
"""Of an alternative's description; the text tower reads some hundred letters."""
MOST_WORDS = 24
"""Distinct words a keyword search looks for in one alternative."""
MOST_ALTERNATIVES = 16
MOST_TERMS = 32
"""Quoted phrases in one alternative, and minus terms in a query."""
MOST_EXAMPLES = 64
"""Sounds that others shall be like or unlike."""
MOST_FILTERS = 64
"""Different filters in a query; SQLite refuses conditions that are nested too deep."""
MOST_SYNONYMS = 24
"""Of one word: the user may have added some."""
MOST_UNREAD = 16
"""Parts that could not be read and are named."""
MOST_WIDENED = 8
"""Words that are widened: a long description needs no more."""

EXACTLY = "="
"""Before a quoted phrase: as it stands, in no other form and in no compound."""
SAY = "say"
"""The key of what is spoken: no condition on the catalogue, yet typed as one."""

_KEY_LIKE = re.compile(r"([A-Za-z]{2,12}):(?![/\\])\S+")
"""A word that looks like a filter: no address and no drive letter."""
_TYPED_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f\u3099\u309a])*")
"""A word where it stands, with marks that were typed apart from their letters."""
_FUNCTION_WORDS = re.compile(
    "a|an|and|as|at|be|by|for|from|in|into|is|it|its|of|off|on|onto|or|out|over|sounds?|that|the|then|this|to|up|while|with"
)


def parse(
    text: str,
    *,
    synonyms: Synonyms,
    without: frozenset[str] = frozenset(),
    filters: str = "",
    doubt: Doubt = lambda word: None,
    translate: Translate = lambda words: (),
) -> Query:
    """Reads a query.

    Args:
        text: what was typed, of any length and any characters.
        synonyms: looks up what widens a keyword.
        without: ids of chips that are switched off.
        filters: further filters, in the same grammar, that were not typed but chosen; nothing but filters counts.
        doubt: tells which word may be meant by an unknown one, which is searched as typed.
        translate: gives the English for words of other languages; names are searched for both.
    """
    draft = _Draft(text, without, translate)
    for mark in marks(text[:MOST_TYPED], FILTERS.keys_typed):
        draft.add(mark)
    for mark in marks(filters, FILTERS.keys_typed):
        if mark.kind in (MarkKind.FILTER, MarkKind.MINUS_FILTER):
            draft.add(mark, is_chosen=True)
    draft.doubt_words(doubt)
    return draft.finish(synonyms)


def asked(text: str, without: frozenset[str], *, filters: str = "") -> tuple[str, str]:
    """Words and filters without the parts that are switched off: what is kept of a search, and found again by it."""
    if not without:
        return text, filters
    off = [chip for chip in parse(text, synonyms=lambda word: (), filters=filters).chips if chip.id in without]
    typed = cut(text, [span for chip in off for span in chip.spans])
    return typed, cut(filters, [span for chip in off for span in chip.chosen_spans])


def cut(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text without some stretches of it, and without the gaps they leave."""
    for start, end in sorted(set(spans), reverse=True):  # two chips may come from one stretch
        before, after = text[:start].rstrip(), text[end:].lstrip()
        text = f"{before} {after}" if before and after else before + after
    return text


def is_function_word(word: str) -> bool:
    """Whether a word, in lower case, is one that no sound is found by: "the", "with"."""
    return _FUNCTION_WORDS.fullmatch(word) is not None


def words_of(text: str) -> tuple[str, ...]:
    """Gives a text's distinct words in lower case, in order; function words only where nothing else is there."""
    found = tuple(dict.fromkeys(re.findall(r"[^\W_]+", small(text))))
    return tuple(word for word in found if not is_function_word(word)) or found


@dataclass
class _Side:
    """An alternative while it is being read."""

    words: list["_Stretch"] = field(default_factory=list)
    required: dict[str, list["_Stretch"]] = field(default_factory=dict)
    """Phrase to the stretches it came from."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A mark and where it stands."""

    mark: Mark
    is_chosen: bool
    """Among the filters that were chosen; else in the words."""

    @property
    def span(self) -> tuple[int, int]:
        return self.mark.start, self.mark.start + len(self.mark.source)


class _Draft:
    """A query while it is being read."""

    def __init__(self, text: str, without: frozenset[str], translate: Translate) -> None:
        self._text = text
        self._translate = translate
        self._without = without
        self._sides = [_Side()]
        self._excluded: dict[str, list[_Stretch]] = {}
        self._filters: dict[FilterPart, list[_Stretch]] = {}
        self._said: dict[str, list[_Stretch]] = {}
        self._examples: dict[str, tuple[Example, list[_Stretch]]] = {}
        """By the id of their chips."""
        self._words_weight = 1.0
        self._variety: float | None = None
        self._chips: dict[str, Chip] = {}
        self._unread: dict[str, Chip] = {}
        self._left_out: list[Said] = [said(Saying.LETTERS, MOST_TYPED)] if len(text) > MOST_TYPED else []

    def add(self, mark: Mark, *, is_chosen: bool = False) -> None:
        side, stretch = self._sides[-1], _Stretch(mark, is_chosen)
        if mark.kind is MarkKind.OR:
            self._sides.append(_Side())
        elif mark.kind is MarkKind.WORD:
            side.words.append(stretch)
            self._doubt(stretch)
        elif mark.kind is MarkKind.QUOTED and words_of(mark.text):
            side.required.setdefault(mark.text, []).append(stretch)
        elif mark.kind is MarkKind.MINUS and words_of(mark.text):
            self._excluded.setdefault(mark.text, []).append(stretch)
            self._doubt(stretch)
        elif mark.kind in (MarkKind.FILTER, MarkKind.MINUS_FILTER):
            self._add_filter(stretch)

    def doubt_words(self, doubt: Doubt) -> None:
        """Notes words of the descriptions that are not known."""
        for stretch in [stretch for side in self._sides for stretch in side.words]:
            source, start = stretch.mark.source, stretch.mark.start
            for found in [] if _KEY_LIKE.fullmatch(source) else _TYPED_WORD.finditer(source):
                word = small(found[0])
                meant = None if is_function_word(word) else doubt(word)
                if meant is not None and len(self._unread) < MOST_UNREAD:
                    span = (start + found.start(), start + found.end())
                    unknown = Unread.UNKNOWN_WORD
                    _note(
                        self._unread,
                        Chip(ChipKind.UNREAD, meant, found[0], source=found[0], spans=(span,), why=unknown),
                    )

    def finish(self, synonyms: Synonyms) -> Query:
        alternatives = self._alternatives()
        excluded = self._exclusions()
        filters = filtering.combine(self._kept_filters())
        spoken = self._sayings()
        examples = self._kept_examples()
        widenings = self._widenings(alternatives, synonyms)
        note = said(Saying.TOO_LONG, joined(Saying.AND, self._left_out)) if self._left_out else None
        chips = (*self._unread.values(), *self._chips.values())
        if examples:
            weighed = {ChipKind.DESCRIBE: self._words_weight}
            chips = tuple(replace(chip, weight=weighed.get(chip.kind, chip.weight)) for chip in chips)
        weight, variety = self._words_weight, self._variety
        return Query(alternatives, excluded, filters, widenings, chips, spoken, examples, weight, variety, note)

    def _add_filter(self, stretch: _Stretch) -> None:
        mark = stretch.mark
        unreadable = Unread.VALUE if mark.text else Unread.NO_VALUE
        if mark.kind is MarkKind.MINUS_FILTER:
            self._leave_out(stretch, Unread.MINUS)
        elif opens_quote(mark.text):
            self._leave_out(stretch, Unread.OPEN_QUOTE)
        elif mark.key == SAY and words_of(mark.text):
            self._said.setdefault(composed(mark.text), []).append(stretch)
        elif mark.key == SAY:
            self._leave_out(stretch, unreadable)
        elif mark.key in (LIKE, UNLIKE, WORDS, VARIETY):
            try:
                self._weigh(stretch)
            except Unreadable:
                self._leave_out(stretch, unreadable)
        else:
            try:
                self._filters.setdefault(filtering.read(mark.key, mark.text), []).append(stretch)
            except QueryError:
                self._leave_out(stretch, unreadable)

    def _weigh(self, stretch: _Stretch) -> None:
        """Takes an example, the weight of the words, or the variety; of two that ask the same the later counts."""
        mark = stretch.mark
        if mark.key == WORDS:
            self._words_weight = read_weight(mark.text)
        elif mark.key == VARIETY:
            self._variety = read_variety(mark.text)
        else:
            example = read_example(mark.key, mark.text)
            id = chip_of(example).id
            found = self._examples[id][1] if id in self._examples else []
            self._examples[id] = example, [*found, stretch]

    def _leave_out(self, stretch: _Stretch, why: Unread) -> None:
        self._note_unread(stretch, why, stretch.mark.key, is_left_out=True)

    def _doubt(self, stretch: _Stretch) -> None:
        """Notes a word that looks like something else."""
        if len(self._unread) >= MOST_UNREAD:
            return
        like = _KEY_LIKE.fullmatch(stretch.mark.text)
        if opens_quote(stretch.mark.text):
            self._note_unread(stretch, Unread.OPEN_QUOTE, "", is_left_out=False)
        elif like is not None:
            self._note_unread(stretch, Unread.UNKNOWN_KEY, near_key(like[1]), is_left_out=False)

    def _note_unread(self, stretch: _Stretch, why: Unread, key: str, *, is_left_out: bool) -> None:
        if len(self._unread) < MOST_UNREAD:
            source = stretch.mark.source
            chip = Chip(ChipKind.UNREAD, key, source, source=source, why=why, is_left_out=is_left_out)
            _note(self._unread, _standing(chip, [stretch]))

    def _alternatives(self) -> tuple[Alternative, ...]:
        found: dict[tuple[str, tuple[str, ...]], Alternative] = {}
        for side in self._sides:
            describe = self._cut(" ".join(word.mark.text for word in side.words))
            required = tuple(side.required)
            if len(required) > MOST_TERMS:
                self._note(said(Saying.QUOTED_PHRASES, MOST_TERMS))
            required = required[:MOST_TERMS]
            if not describe and not required:
                continue
            if len(found) == MOST_ALTERNATIVES and (describe, required) not in found:
                self._note(said(Saying.ALTERNATIVES, MOST_ALTERNATIVES))
                break
            found[describe, required] = self._alternative(side, describe, required)
        kept = [side for side in found.values() if side.describe or side.required]
        return tuple(kept) or (Alternative("", (), ()),)

    def _alternative(self, side: _Side, describe: str, required: tuple[str, ...]) -> Alternative:
        if describe:
            source = self._text[side.words[0].span[0] : side.words[-1].span[1]]
            chip = Chip(ChipKind.DESCRIBE, value=describe, source=source)
            describe = describe if self._takes(chip, side.words) else ""
        kept = tuple(
            phrase for phrase in required if self._takes(Chip(ChipKind.REQUIRE, value=phrase), side.required[phrase])
        )
        describe, originals = self._in_english(describe)
        # A query of quoted phrases alone must still rank: then the phrases describe.
        describe = describe or " ".join(phrase.removeprefix(EXACTLY) for phrase in kept)
        words = words_of(describe)
        if len(words) > MOST_WORDS:
            self._note(said(Saying.WORDS, MOST_WORDS))
        return Alternative(describe, words[:MOST_WORDS], kept, originals)

    def _in_english(self, describe: str) -> tuple[str, tuple[Widening, ...]]:
        """A description with the words of other languages read, and what was typed for each of the English ones."""
        words = re.findall(r"[^\W_]+", small(describe))
        read = self._translate(words)
        lesser = [one for one in read if all(map(is_function_word, one.english))]  # they go with the others
        telling = [one for one in read if one not in lesser and self._takes_translation(one)]
        if not telling:
            return describe, ()
        read = (*lesser, *telling)
        typed: dict[str, dict[str, None]] = {}
        for one in read:
            for word in one.english:
                typed.setdefault(word, {}).update(dict.fromkeys((" ".join(one.words),)))
        starts = {one.words: one.english for one in read}
        english: list[str] = []
        at = 0
        while at < len(words):
            count = next((count for count in (3, 2, 1) if tuple(words[at : at + count]) in starts), 0)
            english += starts[tuple(words[at : at + count])] if count else [words[at]]
            at += count or 1
        return " ".join(english), tuple(Widening(word, tuple(found)) for word, found in typed.items())

    def _takes_translation(self, read: Translated) -> bool:
        words = " ".join(read.words)
        source = self._as_typed(words)
        shown = said(Saying.TRANSLATED, source, " ".join(read.english))
        return self._takes(Chip(ChipKind.TRANSLATION, read.language, words, words=shown, source=source))

    def _exclusions(self) -> tuple[str, ...]:
        if len(self._excluded) > MOST_TERMS:
            self._note(said(Saying.MINUS_TERMS, MOST_TERMS))
        kept = list(self._excluded.items())[:MOST_TERMS]
        return tuple(text for text, found in kept if self._takes(Chip(ChipKind.EXCLUDE, value=text), found))

    def _sayings(self) -> tuple[str, ...]:
        if len(self._said) > MOST_TERMS:
            self._note(said(Saying.SPOKEN_PHRASES, MOST_TERMS))
        kept = list(self._said.items())[:MOST_TERMS]
        return tuple(
            text
            for text, found in kept
            if self._takes(Chip(ChipKind.SAID, SAY, text, words=said(Saying.SPOKEN, text)), found)
        )

    def _kept_examples(self) -> tuple[Example, ...]:
        if len(self._examples) > MOST_EXAMPLES:
            self._note(said(Saying.EXAMPLES, MOST_EXAMPLES))
        kept = list(self._examples.values())[:MOST_EXAMPLES]
        return tuple(example for example, found in kept if self._takes(chip_of(example), found))

    def _kept_filters(self) -> Iterable[FilterPart]:
        if len(self._filters) > MOST_FILTERS:
            self._note(said(Saying.FILTERS, MOST_FILTERS))
        kept = list(self._filters.items())[:MOST_FILTERS]
        return [
            part
            for part, found in kept
            if self._takes(Chip(ChipKind.FILTER, part.key, part.value, part.bounds, part.words), found)
        ]

    def _widenings(self, alternatives: tuple[Alternative, ...], synonyms: Synonyms) -> tuple[Widening, ...]:
        asked = tuple(dict.fromkeys(word for side in alternatives for word in side.words))
        found = []
        typed = {one.word: one.synonyms for side in alternatives for one in side.originals}
        for word in asked[:MOST_WIDENED]:
            found_by = (word, *typed.get(word, ()))  # of a translation, what was typed may have synonyms too
            all_others = dict.fromkeys(other for name in found_by for other in synonyms(name))
            others = tuple(other for other in all_others if other not in asked)[:MOST_SYNONYMS]
            source = self._as_typed(word)
            kept = tuple(other for other in others if self._takes(Chip(ChipKind.SYNONYM, word, other, source=source)))
            if kept:
                found.append(Widening(word, kept))
        return tuple(found)

    def _as_typed(self, word: str) -> str:
        found = re.search(re.escape(word), composed(self._text), re.IGNORECASE)
        return found[0] if found else word

    def _takes(self, chip: Chip, found: Sequence[_Stretch] = ()) -> bool:
        """Notes a part and says whether it is switched on."""
        _note(self._chips, _standing(chip, found))
        return chip.id not in self._without

    def _cut(self, describe: str) -> str:
        if len(describe) > MOST_LETTERS:
            self._note(said(Saying.LETTERS_DESCRIBED, MOST_LETTERS))
        return describe[:MOST_LETTERS]

    def _note(self, what: Said) -> None:
        if what not in self._left_out:
            self._left_out.append(what)


def _standing(chip: Chip, found: Sequence[_Stretch]) -> Chip:
    """A chip with the stretches that it came from."""
    if not found:
        return chip
    typed = tuple(stretch.span for stretch in found if not stretch.is_chosen)
    chosen = tuple(stretch.span for stretch in found if stretch.is_chosen)
    return replace(chip, source=chip.source or found[0].mark.source, spans=typed, chosen_spans=chosen)


def _note(chips: dict[str, Chip], chip: Chip) -> None:
    """Adds a chip, or only its stretches to an equal one: two that ask the same are one."""
    known = chips.setdefault(chip.id, chip)
    if known is not chip:
        spans, chosen = (*known.spans, *chip.spans), (*known.chosen_spans, *chip.chosen_spans)
        chips[chip.id] = replace(known, spans=spans, chosen_spans=chosen)
