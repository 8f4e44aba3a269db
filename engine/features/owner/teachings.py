"""What can be learnt from: choices for search words, and sounds under a tag or in a collection.

A name given by the owner (a tag, a collection, or words no dictionary has) is a *private word*, which takes five sounds
to learn. Words that describe are learnt from the first choice on.
"""

import re
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from engine.base.text_forms import folded
from engine.search.english import english
from engine.search.keywords import inflections
from engine.store.catalogue import Catalogue
from engine.store.choices import ChoiceKind, ChosenSound, RecordedChoice

LEAST_NAMED = 5
"""Fewest sounds that teach a private word."""
MOST_NAMED = 2_000
"""Most sounds under one name: a tag on more describes how they are kept, not how they sound."""


class TeachingSource(StrEnum):
    """Where a teaching comes from."""

    CHOICES = "choices"
    TAG = "tag"
    COLLECTION = "collection"


class LearningSource(Struct, frozen=True):
    """The sounds to learn one text from."""

    text: str
    """Search words, folded; a tag or a collection as spelled."""
    source: TeachingSource
    sounds: tuple[ChosenSound, ...]
    """Each once, with the latest chosen stretch; only those in the library."""
    kinds: tuple[tuple[ChoiceKind, int], ...] = ()
    """Choices per kind; empty for tags and collections."""
    away: int = 0
    """Choices whose sounds are not in the library now."""
    is_left_out: bool = False
    """The owner excluded this name from learning."""

    @property
    def folded(self) -> str:
        """For comparison."""
        return folded(" ".join(self.text.split()))

    @property
    def is_name(self) -> bool:
        """Whether it may be a private word, regardless of the number of sounds."""
        return self.source is not TeachingSource.CHOICES or not all(map(is_known, tokens(self.text)))


def teachings(catalogue: Catalogue) -> list[LearningSource]:
    """Returns all teachings: choices by their words, latest first; then tags, then collections."""
    by_text: dict[str, list[RecordedChoice]] = {}
    for choice in catalogue.choices.all():
        by_text.setdefault(choice.text, []).append(choice)
    newest_first = sorted(by_text.items(), key=lambda item: (-max(one.chosen_s for one in item[1]), item[0]))
    found = [_chosen(text, noted) for text, noted in newest_first]
    left_out = catalogue.choices.not_learnt()
    for named in catalogue.choices.named(LEAST_NAMED, MOST_NAMED):
        source = TeachingSource.TAG if named.is_tag else TeachingSource.COLLECTION
        sounds = tuple(ChosenSound(sound) for sound in named.sounds)
        if tokens(named.name):
            found.append(LearningSource(named.name, source, sounds, is_left_out=folded(named.name) in left_out))
    return found


def _chosen(text: str, noted: Iterable[RecordedChoice]) -> LearningSource:
    kinds: dict[ChoiceKind, int] = {}
    sounds: dict[int, ChosenSound] = {}
    away = 0
    for one in noted:
        if one.chosen is None:
            away += 1
            continue
        kinds[one.kind] = kinds.get(one.kind, 0) + 1
        sounds[int(one.chosen.sound)] = one.chosen
    return LearningSource(text, TeachingSource.CHOICES, tuple(sounds.values()), tuple(kinds.items()), away)


def tokens(text: str) -> tuple[str, ...]:
    """Returns the words of a text, folded, in order."""
    return tuple(re.findall(r"[^\W_]+", folded(text)))


def is_known(word: str) -> bool:
    """Whether a dictionary has a word in any of its plain forms; names do not count."""
    return any(english().has(form) for form in inflections(word))


def are_one(word: str, other: str) -> bool:
    """Whether two words share a plain form: door, doors."""
    return word == other or word in inflections(other) or other in inflections(word)
