"""Completes a query with words from names in the library, filters and their values, and earlier searches.

Library's thread only. Each key press calls it, so nothing here reads more than a few rows; the library's contents are
counted once and kept (`engine.store.vocabulary`).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import numpy as np
from msgspec import Struct

from engine.audio.custom_fields import PREFIX
from engine.audio.ucs import UcsCategory, categories
from engine.base.text_forms import composed, folded, plain
from engine.library.user_data import UserData
from engine.search.filter_registry import FILTERS
from engine.search.filters.filter import Style
from engine.search.query_parser import is_function_word
from engine.store import vocabulary
from engine.store.background_reader import BackgroundReader
from engine.store.catalogue import Catalogue
from engine.store.filters import TAGGED, Filters, Is
from engine.store.vocabulary import CachedCount, Value, Words

MOST = 12
_MOST_WORDS, _MOST_OTHERS, _MOST_VALUES = 6, 3, 40
_MOST_FUNCTION_WORDS = 6
"""Such as in, into, is, it, its, which share a first letter; they lead nowhere and are left out."""
_FEWEST_LETTERS = 2
"""Letters typed before tags and collections are offered."""
_NO_WORDS = Words([], np.empty(0, np.int64))
_ABOUT_TAGS = Filters.of([Is(TAGGED, True)])


class Completion(Struct, frozen=True):
    """One completion: `text` replaces the query from `start` to `end`."""

    text: str
    kind: str
    """word, idea (a listed word that no name has), tag, collection, category, filter, value, history or saved."""
    start: int
    end: int
    count: int | None = None
    """Sounds that have it; None where a number means nothing."""


class _Term(Struct, frozen=True):
    """The part of a query at the cursor."""

    start: int
    end: int
    lead: str
    """What precedes the value: a minus, a key with its colon, both or nothing; without a quotation mark."""
    value: str
    """From there to the cursor."""
    is_quoted: bool

    @property
    def key(self) -> str:
        """The filter's key in lower case; empty for a word."""
        return self.lead.lstrip("-").rstrip(":").lower()


class Completer:
    """Completes queries to one library."""

    def __init__(
        self, catalogue: Catalogue, words: CachedCount[Words] | None = None, beside: BackgroundReader | None = None
    ) -> None:
        """Args:
        catalogue: the library's catalogue.
        words: its words, if the caller counts them too.
        beside: runs counts that nobody waits for.
        """
        self._keeping = UserData(catalogue)
        aside = None if beside is None else beside.submit
        self._words = words or CachedCount(vocabulary.words, catalogue, aside=aside)
        self._suffixes = CachedCount(vocabulary.suffixes, catalogue, aside=aside)
        self._cat_ids = CachedCount(vocabulary.cat_ids, catalogue, aside=aside)
        self._ear_cat_ids = CachedCount(vocabulary.ear_cat_ids, catalogue, aside=aside)
        self._folders = CachedCount(vocabulary.folder_names, catalogue, aside=aside)
        self._file_texts = CachedCount(vocabulary.file_texts, catalogue, aside=aside)
        stamp = lambda: catalogue.passing.stamp(_ABOUT_TAGS)  # noqa: E731
        self._tags = CachedCount(lambda own: dict(UserData(own).tags()), catalogue, sequence=stamp, aside=aside)
        self._is_waiting = True

    def warm_up(self) -> None:
        """Starts counting what a key press needs."""
        for counted in self._counts:
            counted.soon()

    @property
    def is_counting(self) -> bool:
        return any(one.is_coming for one in self._counts)

    @property
    def _counts(self) -> tuple[CachedCount[Any], ...]:
        return (
            self._cat_ids,
            self._ear_cat_ids,
            self._suffixes,
            self._folders,
            self._file_texts,
            self._tags,
            self._words,
        )

    def complete(self, text: str, cursor: int | None = None, *, is_waiting: bool = True) -> tuple[Completion, ...]:
        """Returns at most MOST completions at the cursor (None: the end), likeliest first.

        Without `is_waiting`, leaves out those whose counts are not ready.
        """
        self._is_waiting = is_waiting
        at = len(text) if cursor is None else max(0, min(cursor, len(text)))
        term = _term_at(text, at)
        if term.key:
            found = self._values(term)
        elif term.value:
            found = self._of_words(term, text, at)
        else:
            found = self._earlier(text, at)
        return tuple(islice(_distinct(found, text), MOST))

    def _now(self, counted: CachedCount[Value], nothing: Value) -> Value:
        found = counted() if self._is_waiting else counted.soon()
        return nothing if found is None else found

    def _of_words(self, term: _Term, text: str, at: int) -> Iterator[Completion]:
        earlier = list(self._earlier(text, at))
        is_first = term.start == 0
        if not is_first:
            yield from earlier[:2]
        yield from self._names(term)
        if term.is_quoted or term.lead:
            return
        typed = plain(term.value)
        if len(typed) >= _FEWEST_LETTERS:
            yield from islice(self._listed(term, "tag", self._now(self._tags, {}), "tag"), _MOST_OTHERS)
            yield from islice(self._listed(term, "collection", self._collections(), "collection"), _MOST_OTHERS)
        keys = [key for key in FILTERS if key.startswith(typed)]
        titled = [one.key for one in FILTERS.values() if one.title.casefold().startswith(typed) and len(typed) > 1]
        for key in list(dict.fromkeys(keys + titled))[:_MOST_OTHERS]:
            yield Completion(f"{key}:", "filter", term.start, term.end)
        if len(typed) >= _FEWEST_LETTERS:
            yield from islice(self._categories(term), _MOST_OTHERS - 1)
        yield from earlier if is_first else earlier[2:]

    def _names(self, term: _Term) -> Iterator[Completion]:
        """Words that sounds have, then, if those are few, words that could describe one."""
        *before, last = re.split(r"(?<=[\s_-])", term.value)
        start = plain(last)
        if not start:
            return
        known = self._now(self._words, _NO_WORDS)
        likely = known.begin_with(start, _MOST_WORDS + _MOST_FUNCTION_WORDS)
        found = [(word, sounds) for word, sounds in likely if word != start and not is_function_word(word)]
        ideas = [word for word in _ideas(start) if word not in known and word != start]
        for word, sounds in found[:_MOST_WORDS]:
            yield self._put(term, "".join(before) + _continued(last, word), "word", sounds)
        for word in ideas[: max(0, _MOST_OTHERS - len(found))]:
            yield self._put(term, "".join(before) + _continued(last, word), "idea", None)

    def _values(self, term: _Term) -> Iterator[Completion]:
        described = FILTERS[term.key]
        key = described.key
        first = term.value[: term.value.rfind(",") + 1] if described.style is Style.ANY else ""
        typed = plain(term.value[len(first) :])
        if described.source == "categories":
            yield from islice(self._categories(term), _MOST_VALUES)
        elif described.source:
            yield from self._listed(term, key, self._source(described.source), "value", first)
        for value in described.values:
            if value.casefold().startswith(typed):
                yield self._put(term, first + value, "value", None)

    def _source(self, source: str) -> dict[str, int]:
        if source == "tags":
            return self._now(self._tags, {})
        if source == "collections":
            return self._collections()
        if source in ("formats", "folders"):
            return self._now(self._suffixes if source == "formats" else self._folders, {})
        texts = self._now(self._file_texts, {})
        return _custom(texts) if source == "custom" else texts.get(source, {})

    def _listed(self, term: _Term, key: str, names: dict[str, int], kind: str, first: str = "") -> Iterator[Completion]:
        """Names with a word that begins like the value; names that begin like it come first."""
        typed = plain(term.value[len(first) :])
        begin = [name for name in names if _plain_name(name).startswith(typed)]
        inside = [name for name in names if f" {typed}" in _plain_name(name) and name not in begin] if typed else []
        for name in [*begin, *inside][:_MOST_VALUES]:
            yield Completion(f"{key}:{_quoted(first + name)}", kind, term.start, term.end, names[name])

    def _categories(self, term: _Term) -> Iterator[Completion]:
        """Categories whose name or CatID begins like the value, those with sounds first."""
        first = term.value[: term.value.rfind(",") + 1]
        typed = plain(term.value[len(first) :])
        key = FILTERS[term.key].key if term.key else "cat"
        counts = self._now(self._ear_cat_ids if key == "ear" else self._cat_ids, {})
        kind = "value" if term.key else "category"
        found: list[tuple[str, int]] = []
        for name, cat_ids in _category_names().items():
            if any(part.startswith(typed) for part in (name.casefold(), *name.casefold().split(" ")[1:])):
                found.append((name, sum(counts.get(cat_id, 0) for cat_id in cat_ids)))
        if typed and term.key:
            named = {category.cat_id: counts.get(category.cat_id.lower(), 0) for category in categories()}
            found += [(cat_id, count) for cat_id, count in named.items() if cat_id.casefold().startswith(typed)]
        for name, count in sorted(found, key=lambda one: -one[1])[:_MOST_VALUES]:
            yield Completion(f"{key}:{_quoted(first + name)}", kind, term.start, term.end, count)

    def _collections(self) -> dict[str, int]:
        return {one.name: one.count for one in self._keeping.collections()}

    def _earlier(self, text: str, at: int) -> Iterator[Completion]:
        """Earlier searches that begin with the whole text, and saved searches with that name."""
        typed = plain(text[:at].lstrip())
        if text[at:].strip():
            return
        for saved in self._keeping.saved() if typed else ():
            if plain(saved.name).startswith(typed.strip()):
                yield Completion(saved.text, "saved", 0, len(text))
        searches = (one for one in self._keeping.history(1000) if plain(one).startswith(typed))
        for search in islice((one for one in searches if plain(one) != typed.strip()), MOST // 2):
            yield Completion(search, "history", 0, len(text))

    def _put(self, term: _Term, value: str, kind: str, count: int | None) -> Completion:
        shown = f'"{value}"' if term.is_quoted else _quoted(value) if term.key else value
        return Completion(term.lead + shown, kind, term.start, term.end, count)


def _custom(texts: dict[str, dict[str, int]]) -> dict[str, int]:
    """Custom fields, then each with each of its texts."""
    own = {field[len(PREFIX) :]: found for field, found in texts.items() if field.startswith(PREFIX)}
    names = {f"{name}=": sum(found.values()) for name, found in own.items()}
    return names | {f"{name}={text}": sounds for name, found in own.items() for text, sounds in found.items()}


def _term_at(text: str, at: int) -> _Term:
    before = text[:at]
    if before.count('"') % 2:
        mark = before.rindex('"')
        lead = re.search(r"(?:^|(?<=[\s|]))(-?(?:[A-Za-z]+:)?)$", before[:mark])
        if lead is not None and _is_lead(lead[1]):
            closing = text.find('"', at)
            end = at if closing < 0 else closing + 1
            return _Term(lead.start(1), end, lead[1], before[mark + 1 :], True)
    found = re.search(r"(?<![^\s|])[^\s|]*$", before)
    assert found is not None
    rest = re.match(r"[^\s|]*", text[at:])
    assert rest is not None
    lead = re.match(r"-?(?:[A-Za-z]+:)?", found[0])
    assert lead is not None
    head = lead[0] if _is_lead(lead[0]) else "-" if found[0].startswith("-") else ""
    return _Term(found.start(), at + rest.end(), head, found[0][len(head) :], False)


def _is_lead(lead: str) -> bool:
    """Whether it can precede a value. A minus cannot negate a filter, so none is completed after it."""
    return lead in ("", "-") or (lead.endswith(":") and lead[:-1].lower() in FILTERS.keys_typed)


def _distinct(found: Iterable[Completion], text: str) -> Iterator[Completion]:
    """Drops repeated texts and those that change nothing."""
    seen: set[str] = set()
    for completion in found:
        whole = text[: completion.start] + completion.text + text[completion.end :]
        if folded(whole) not in seen and folded(whole) != folded(text):
            seen.add(folded(whole))
            yield completion


def _quoted(value: str) -> str:
    return f'"{value}"' if re.search(r"[\s|]", value) else value


@lru_cache(maxsize=65_536)
def _plain_name(name: str) -> str:
    """A name in `plain` letters, cached because every key press compares all names."""
    return plain(name)


def _continued(typed: str, word: str) -> str:
    """The word, with its first letters as typed."""
    typed = composed(typed)
    return typed + word[len(typed) :] if len(plain(typed)) == len(typed) else word


@cache
def _category_names() -> dict[str, tuple[str, ...]]:
    """Lower-case CatIDs by the names that the filter takes: DOORS, and DOORS WOOD."""
    names: dict[str, list[str]] = {}
    for category in categories():
        names.setdefault(category.category, []).append(category.cat_id.lower())
    for category in categories():
        names.setdefault(f"{category.category} {category.subcategory}", []).append(category.cat_id.lower())
    return {name: tuple(found) for name, found in names.items()}


@cache
def _described() -> list[tuple[str, int]]:
    """Single words of the category list, sorted, each with its number of categories."""
    counts: dict[str, int] = {}
    for category in categories():
        for word in {*category.synonyms, *_own_words(category)}:
            if word.isalpha() and word.isascii():
                counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items())


def _own_words(category: UcsCategory) -> list[str]:
    return re.findall(r"[a-z]{3,}", f"{category.category} {category.subcategory}".lower())


def _ideas(start: str) -> list[str]:
    """Words of the category list with this beginning, most used first."""
    found = [(word, count) for word, count in _described() if word.startswith(start)]
    return [word for word, _ in sorted(found, key=lambda one: -one[1])]
