"""Parses a query: plain words describe, `|` is or, "quoted" must occur, `-word` is unwanted, `key:value` filters.

Each recognised part becomes a chip; `without` holds the ids of chips that are switched off, whose parts are left out.
Anything else is a plain word: operators of SQL, FTS5 and others are literal. An unreadable filter is left out, and a
chip says which and why, because the rest of the query still deserves an answer.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from engine.base.chips import Chip, ChipKind, UnreadReason
from engine.base.errors import QueryError
from engine.base.messages import Message, joined, said
from engine.base.query_messages import QueryMessage
from engine.base.text_forms import composed, small
from engine.search import filter_registry
from engine.search.examples import LIKE, UNLIKE, WORDS, Example, chip_of, read_example, read_weight
from engine.search.filter_registry import FILTERS, near_key
from engine.search.filters.filter import FilterPart
from engine.search.languages import Translation
from engine.search.query import Alternative, Expansion, Query
from engine.search.tokens import Token, TokenKind, marks, opens_quote
from engine.search.value_parsers import InvalidValue
from engine.search.variety import VARIETY, read_variety

Synonyms = Callable[[str], tuple[str, ...]]
"""Returns the synonyms of a word, best first."""
Doubt = Callable[[str], str | None]
"""Suggests a replacement for a lower-case word, "" for none; returns None for a known word."""
Translate = Callable[[Sequence[str]], tuple[Translation, ...]]
"""Translates the non-English words of a description, in lower case."""

MOST_TYPED = 20_000
"""Letters of a query to parse: a megabyte pasted by accident is not a query."""
MOST_LETTERS = 2000
"""Letters of an alternative's description; the text tower reads some hundred."""
MOST_WORDS = 24
"""Distinct words of one alternative for the keyword search."""
MOST_ALTERNATIVES = 16
MOST_TERMS = 32
"""Quoted phrases per alternative, and minus terms per query."""
MOST_EXAMPLES = 64
"""Examples per query."""
MOST_FILTERS = 64
"""Different filters per query; SQLite refuses deeply nested conditions."""
MOST_SYNONYMS = 24
"""Synonyms per word, including the user's."""
MOST_UNREAD = 16
"""Unreadable parts that chips name."""
MOST_WIDENED = 8
"""Words with synonyms: a long description needs no more."""

EXACTLY = "="
"""Prefix of a quoted phrase for an exact match: no other forms, no compounds."""
SAY = "say"
"""Key of spoken words: typed like a filter, but not a condition on the catalogue."""

SAID = "said"
"""Key of words in transcripts; its value `no` asks for sounds without speech, and "no" in quotes for the word."""

_KEY_LIKE = re.compile(r"([A-Za-z]{2,12}):(?![/\\])\S+")
"""A word that looks like a filter, not like a URL or a drive letter."""
_TYPED_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f\u3099\u309a])*")
"""A word in the text, with combining marks."""
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
    """Parses a query.

    Args:
        text: the typed text, of any length and any characters.
        synonyms: returns the synonyms of a keyword.
        without: ids of chips that are switched off.
        filters: further filters, chosen instead of typed, in the same grammar; anything else in it is ignored.
        doubt: suggests a replacement for an unknown word, which is searched as typed.
        translate: returns the English for words of other languages; names are searched for both.
    """
    draft = _Draft(text, without, translate)
    for mark in marks(text[:MOST_TYPED], FILTERS.keys_typed):
        draft.add(mark)
    for mark in marks(filters, FILTERS.keys_typed):
        if mark.kind in (TokenKind.FILTER, TokenKind.MINUS_FILTER):
            draft.add(mark, is_chosen=True)
    draft.doubt_words(doubt)
    return draft.finish(synonyms)


def asked(text: str, without: frozenset[str], *, filters: str = "") -> tuple[str, str]:
    """A search's words and filters without the parts switched off: the form in which searches are remembered."""
    if not without:
        return text, filters
    off = [chip for chip in parse(text, synonyms=lambda word: (), filters=filters).chips if chip.id in without]
    typed = cut(text, [span for chip in off for span in chip.spans])
    return typed, cut(filters, [span for chip in off for span in chip.chosen_spans])


def cut(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Removes stretches of a text, and the gaps they leave."""
    for start, end in sorted(set(spans), reverse=True):  # two chips may share a stretch
        before, after = text[:start].rstrip(), text[end:].lstrip()
        text = f"{before} {after}" if before and after else before + after
    return text


def is_function_word(word: str) -> bool:
    """Whether a lower-case word is useless for finding sounds: "the", "with"."""
    return _FUNCTION_WORDS.fullmatch(word) is not None


def words_of(text: str) -> tuple[str, ...]:
    """A text's distinct words in lower case, in order; function words only if there are no others."""
    found = tuple(dict.fromkeys(re.findall(r"[^\W_]+", small(text))))
    return tuple(word for word in found if not is_function_word(word)) or found


class _Side(Struct):
    """An alternative during parsing."""

    words: list["_Stretch"] = field(default_factory=list)
    required: dict[str, list["_Stretch"]] = field(default_factory=dict)
    """The stretches of each phrase."""


class _Stretch(Struct, frozen=True):
    """A token and its place."""

    mark: Token
    is_chosen: bool
    """In the chosen filters, not in the typed text."""

    @property
    def span(self) -> tuple[int, int]:
        return self.mark.start, self.mark.start + len(self.mark.source)


class _Draft:
    """A query during parsing."""

    def __init__(self, text: str, without: frozenset[str], translate: Translate) -> None:
        self._text = text
        self._translate = translate
        self._without = without
        self._sides = [_Side()]
        self._excluded: dict[str, list[_Stretch]] = {}
        self._filters: dict[FilterPart, list[_Stretch]] = {}
        self._said: dict[str, list[_Stretch]] = {}
        self._transcribed: dict[str, list[_Stretch]] = {}
        self._speechless: list[_Stretch] = []
        self._examples: dict[str, tuple[Example, list[_Stretch]]] = {}
        """By chip id."""
        self._words_weight = 1.0
        self._variety: float | None = None
        self._chips: dict[str, Chip] = {}
        self._unread: dict[str, Chip] = {}
        self._left_out: list[Message] = [said(QueryMessage.LETTERS, MOST_TYPED)] if len(text) > MOST_TYPED else []

    def add(self, mark: Token, *, is_chosen: bool = False) -> None:
        side, stretch = self._sides[-1], _Stretch(mark, is_chosen)
        if mark.kind is TokenKind.OR:
            self._sides.append(_Side())
        elif mark.kind is TokenKind.WORD:
            side.words.append(stretch)
            self._doubt(stretch)
        elif mark.kind is TokenKind.QUOTED and words_of(mark.text):
            side.required.setdefault(mark.text, []).append(stretch)
        elif mark.kind is TokenKind.MINUS and words_of(mark.text):
            self._excluded.setdefault(mark.text, []).append(stretch)
            self._doubt(stretch)
        elif mark.kind in (TokenKind.FILTER, TokenKind.MINUS_FILTER):
            self._add_filter(stretch)

    def doubt_words(self, doubt: Doubt) -> None:
        """Adds chips for the unknown words of the descriptions."""
        for stretch in [stretch for side in self._sides for stretch in side.words]:
            source, start = stretch.mark.source, stretch.mark.start
            for found in [] if _KEY_LIKE.fullmatch(source) else _TYPED_WORD.finditer(source):
                word = small(found[0])
                meant = None if is_function_word(word) else doubt(word)
                if meant is not None and len(self._unread) < MOST_UNREAD:
                    span = (start + found.start(), start + found.end())
                    unknown = UnreadReason.UNKNOWN_WORD
                    _note(
                        self._unread,
                        Chip(ChipKind.UNREAD, meant, found[0], source=found[0], spans=(span,), why=unknown),
                    )

    def finish(self, synonyms: Synonyms) -> Query:
        alternatives = self._alternatives()
        excluded = self._exclusions()
        filters = filter_registry.combine(self._kept_filters())
        spoken, transcribed, is_speechless = self._sayings(), self._transcriptions(), self._is_speechless()
        examples = self._kept_examples()
        widenings = self._widenings(alternatives, synonyms)
        note = said(QueryMessage.TOO_LONG, joined(QueryMessage.AND, self._left_out)) if self._left_out else None
        chips = (*self._unread.values(), *self._chips.values())
        if examples:
            weighed = {ChipKind.DESCRIBE: self._words_weight}
            chips = tuple(replace(chip, weight=weighed.get(chip.kind, chip.weight)) for chip in chips)
        weight, variety = self._words_weight, self._variety
        return Query(
            alternatives,
            excluded,
            filters,
            widenings,
            chips,
            spoken,
            transcribed,
            is_speechless,
            examples,
            weight,
            variety,
            note,
        )

    def _add_filter(self, stretch: _Stretch) -> None:
        mark = stretch.mark
        unreadable = UnreadReason.VALUE if mark.text else UnreadReason.NO_VALUE
        if mark.kind is TokenKind.MINUS_FILTER:
            self._leave_out(stretch, UnreadReason.MINUS)
        elif opens_quote(mark.text):
            self._leave_out(stretch, UnreadReason.OPEN_QUOTE)
        elif mark.key == SAY and words_of(mark.text):
            self._said.setdefault(composed(mark.text), []).append(stretch)
        elif mark.key == SAID and mark.source.casefold() == f"{SAID}:no":
            self._speechless.append(stretch)
        elif mark.key == SAID and words_of(mark.text):
            self._transcribed.setdefault(composed(mark.text), []).append(stretch)
        elif mark.key in (SAY, SAID):
            self._leave_out(stretch, unreadable)
        elif mark.key in (LIKE, UNLIKE, WORDS, VARIETY):
            try:
                self._weigh(stretch)
            except InvalidValue:
                self._leave_out(stretch, unreadable)
        else:
            try:
                self._filters.setdefault(filter_registry.read(mark.key, mark.text), []).append(stretch)
            except QueryError:
                self._leave_out(stretch, unreadable)

    def _weigh(self, stretch: _Stretch) -> None:
        """Adds an example, the weight of the words, or the variety; a later one replaces an equal one."""
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

    def _leave_out(self, stretch: _Stretch, why: UnreadReason) -> None:
        self._note_unread(stretch, why, stretch.mark.key, is_left_out=True)

    def _doubt(self, stretch: _Stretch) -> None:
        """Adds a chip for a word that looks like something else."""
        if len(self._unread) >= MOST_UNREAD:
            return
        like = _KEY_LIKE.fullmatch(stretch.mark.text)
        if opens_quote(stretch.mark.text):
            self._note_unread(stretch, UnreadReason.OPEN_QUOTE, "", is_left_out=False)
        elif like is not None:
            self._note_unread(stretch, UnreadReason.UNKNOWN_KEY, near_key(like[1]), is_left_out=False)

    def _note_unread(self, stretch: _Stretch, why: UnreadReason, key: str, *, is_left_out: bool) -> None:
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
                self._note(said(QueryMessage.QUOTED_PHRASES, MOST_TERMS))
            required = required[:MOST_TERMS]
            if not describe and not required:
                continue
            if len(found) == MOST_ALTERNATIVES and (describe, required) not in found:
                self._note(said(QueryMessage.ALTERNATIVES, MOST_ALTERNATIVES))
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
        # A query of nothing but quoted phrases must still rank, so the phrases describe.
        describe = describe or " ".join(phrase.removeprefix(EXACTLY) for phrase in kept)
        words = words_of(describe)
        if len(words) > MOST_WORDS:
            self._note(said(QueryMessage.WORDS, MOST_WORDS))
        return Alternative(describe, words[:MOST_WORDS], kept, originals)

    def _in_english(self, describe: str) -> tuple[str, tuple[Expansion, ...]]:
        """Translates a description, and returns the typed words for each English one."""
        words = re.findall(r"[^\W_]+", small(describe))
        read = self._translate(words)
        lesser = [one for one in read if all(map(is_function_word, one.english))]  # translated along with the others
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
        return " ".join(english), tuple(Expansion(word, tuple(found)) for word, found in typed.items())

    def _takes_translation(self, read: Translation) -> bool:
        words = " ".join(read.words)
        source = self._as_typed(words)
        shown = said(QueryMessage.TRANSLATED, source, " ".join(read.english))
        return self._takes(Chip(ChipKind.TRANSLATION, read.language, words, words=shown, source=source))

    def _exclusions(self) -> tuple[str, ...]:
        if len(self._excluded) > MOST_TERMS:
            self._note(said(QueryMessage.MINUS_TERMS, MOST_TERMS))
        kept = list(self._excluded.items())[:MOST_TERMS]
        return tuple(text for text, found in kept if self._takes(Chip(ChipKind.EXCLUDE, value=text), found))

    def _sayings(self) -> tuple[str, ...]:
        if len(self._said) > MOST_TERMS:
            self._note(said(QueryMessage.SPOKEN_PHRASES, MOST_TERMS))
        kept = list(self._said.items())[:MOST_TERMS]
        return tuple(
            text
            for text, found in kept
            if self._takes(Chip(ChipKind.SAID, SAY, text, words=said(QueryMessage.SPOKEN, text)), found)
        )

    def _transcriptions(self) -> tuple[str, ...]:
        if len(self._transcribed) > MOST_TERMS:
            self._note(said(QueryMessage.SPOKEN_PHRASES, MOST_TERMS))
        kept = list(self._transcribed.items())[:MOST_TERMS]
        return tuple(
            text
            for text, found in kept
            if self._takes(Chip(ChipKind.SAID, SAID, text, words=said(QueryMessage.TRANSCRIBED, text)), found)
        )

    def _is_speechless(self) -> bool:
        chip = Chip(ChipKind.SAID, SAID, words=said(QueryMessage.SPEECHLESS))
        return bool(self._speechless) and self._takes(chip, self._speechless)

    def _kept_examples(self) -> tuple[Example, ...]:
        if len(self._examples) > MOST_EXAMPLES:
            self._note(said(QueryMessage.EXAMPLES, MOST_EXAMPLES))
        kept = list(self._examples.values())[:MOST_EXAMPLES]
        return tuple(example for example, found in kept if self._takes(chip_of(example), found))

    def _kept_filters(self) -> Iterable[FilterPart]:
        if len(self._filters) > MOST_FILTERS:
            self._note(said(QueryMessage.FILTERS, MOST_FILTERS))
        kept = list(self._filters.items())[:MOST_FILTERS]
        return [
            part
            for part, found in kept
            if self._takes(Chip(ChipKind.FILTER, part.key, part.value, part.bounds, part.words), found)
        ]

    def _widenings(self, alternatives: tuple[Alternative, ...], synonyms: Synonyms) -> tuple[Expansion, ...]:
        asked = tuple(dict.fromkeys(word for side in alternatives for word in side.words))
        found = []
        typed = {one.word: one.synonyms for side in alternatives for one in side.originals}
        for word in asked[:MOST_WIDENED]:
            found_by = (word, *typed.get(word, ()))  # for a translation, the typed word may have synonyms too
            all_others = dict.fromkeys(other for name in found_by for other in synonyms(name))
            others = tuple(other for other in all_others if other not in asked)[:MOST_SYNONYMS]
            source = self._as_typed(word)
            kept = tuple(other for other in others if self._takes(Chip(ChipKind.SYNONYM, word, other, source=source)))
            if kept:
                found.append(Expansion(word, kept))
        return tuple(found)

    def _as_typed(self, word: str) -> str:
        found = re.search(re.escape(word), composed(self._text), re.IGNORECASE)
        return found[0] if found else word

    def _takes(self, chip: Chip, found: Sequence[_Stretch] = ()) -> bool:
        """Adds a part's chip and returns whether it is switched on."""
        _note(self._chips, _standing(chip, found))
        return chip.id not in self._without

    def _cut(self, describe: str) -> str:
        if len(describe) > MOST_LETTERS:
            self._note(said(QueryMessage.LETTERS_DESCRIBED, MOST_LETTERS))
        return describe[:MOST_LETTERS]

    def _note(self, what: Message) -> None:
        if what not in self._left_out:
            self._left_out.append(what)


def _standing(chip: Chip, found: Sequence[_Stretch]) -> Chip:
    """A chip with the stretches it comes from."""
    if not found:
        return chip
    typed = tuple(stretch.span for stretch in found if not stretch.is_chosen)
    chosen = tuple(stretch.span for stretch in found if stretch.is_chosen)
    return replace(chip, source=chip.source or found[0].mark.source, spans=typed, chosen_spans=chosen)


def _note(chips: dict[str, Chip], chip: Chip) -> None:
    """Adds a chip, or only its stretches if an equal chip exists."""
    known = chips.setdefault(chip.id, chip)
    if known is not chip:
        spans, chosen = (*known.spans, *chip.spans), (*known.chosen_spans, *chip.chosen_spans)
        chips[chip.id] = replace(known, spans=spans, chosen_spans=chosen)
