"""Edits the parts of a query, adding, weighing and removing example sounds as terms. No Qt here.

Examples are terms `like:FILE*2` (engine/search/examples.py) among the chosen filters; so is the weight of the words.
The text is the only state, as for filters.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from desktop.base.filter_terms import Term, terms_of, text_of, with_values
from desktop.work.requests import Reference, Request
from engine.base.chips import Chip, ChipKind
from engine.base.types import FilePath
from engine.library.filters import InvalidValue
from engine.library.queries import LIKE, UNLIKE, WORDS, Example, parse, read_example, term_value

WEIGHTS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
"""Steps of a weight by wheel or key."""
KEYS = frozenset({LIKE, UNLIKE, WORDS})
"""Keys of terms that are parts of the query, not filters."""


class ExampleSound(Struct, frozen=True):
    """A sound, or a stretch of one, to add to the query."""

    path: FilePath
    start_s: float | None = None
    end_s: float | None = None


def stepped(weight: float, steps: int) -> float:
    """The weight some steps above or below, within the limits."""
    nearest = min(range(len(WEIGHTS)), key=lambda at: abs(WEIGHTS[at] - weight))
    return WEIGHTS[min(len(WEIGHTS) - 1, max(0, nearest + steps))]


def with_parts(request: Request, parts: Sequence[ExampleSound], *, is_like: bool) -> Request:
    """Adds positive or negative examples; one that had the opposite sign changes sides.

    A find-similar becomes one of the examples and drops the words it had set aside.
    """
    reference = request.reference
    filters, text = request.filters, request.text
    if reference is not None:
        filters = _with(filters, [ExampleSound(reference.path, reference.start_s, reference.end_s)], LIKE)
        text = ""
    return replace(request, text=text, reference=None, filters=_with(filters, parts, LIKE if is_like else UNLIKE))


def without_parts(filters: str) -> str:
    """The filters without example terms."""
    return text_of(term for term in terms_of(filters) if term.key not in KEYS)


def parts_of(filters: str) -> str:
    """The example terms alone."""
    return text_of(term for term in terms_of(filters) if term.key in KEYS)


def can_be_refined(reference: Reference | None) -> bool:
    """Whether examples may be added: not beside a spoken word or a pattern."""
    return reference is None or not (reference.is_word or reference.is_pattern)


def weighed(text: str, filters: str, chip: Chip, weight: float) -> tuple[str, str]:
    """Words and filters with a new weight for a part.

    Args:
        text: the typed words.
        filters: the chosen filters.
        chip: of the description or of an example.
        weight: above 0.
    """
    if chip.kind is ChipKind.DESCRIBE:
        value = () if weight == 1.0 else (f"{weight:g}",)
        return _without_key(text, WORDS), with_values(filters, WORDS, value)
    found = fresh(chip, text, filters)
    example = read_example(chip.key, chip.value)
    assert isinstance(example.sound, FilePath)
    term = str(Term(chip.key, term_value(example.sound, example.start_s, example.end_s, weight)))
    return _replaced(text, found.spans, term), _replaced(filters, found.chosen_spans, term)


def fresh(chip: Chip, text: str, filters: str) -> Chip:
    """The chip as parsed from the present words and filters; unchanged if they do not have it."""
    chips = parse(text, synonyms=lambda word: (), filters=filters).chips
    return next((one for one in chips if one.id == chip.id), chip)


def _with(filters: str, parts: Iterable[ExampleSound], key: str) -> str:
    terms = list(terms_of(filters))
    for part in parts:
        value = term_value(part.path, part.start_s, part.end_s)
        meant = read_example(key, value)
        terms = [term for term in terms if not _is_one(term, meant)]
        terms.append(Term(key, value))
    return text_of(terms)


def _is_one(term: Term, meant: Example) -> bool:
    """Whether a term is for the same sound and stretch."""
    if term.key not in (LIKE, UNLIKE):
        return False
    try:
        example = read_example(term.key, term.value)
    except InvalidValue:
        return False
    return (example.sound, example.start_s, example.end_s) == (meant.sound, meant.start_s, meant.end_s)


def _without_key(text: str, key: str) -> str:
    chosen = {str(term) for term in terms_of(text) if term.key == key}
    return " ".join(word for word in text.split() if word not in chosen) if chosen else text


def _replaced(text: str, spans: Sequence[tuple[int, int]], term: str) -> str:
    """Replaces the first span by a term and removes the others."""
    for at, (start, end) in reversed(list(enumerate(sorted(set(spans))))):
        text = f"{text[:start]}{term if at == 0 else ''}{text[end:]}"
    return " ".join(text.split()) if len(set(spans)) > 1 else text
