"""What there is to learn from: choices for the words of searches, and sounds under a tag or in a collection.

A name the owner gave (a tag, a collection, or words no dictionary has) is a *private word*: five sounds teach it. Words
that describe are learnt from the first choice on.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.search.english import english
from engine.search.keywords import inflections
from engine.store.catalogue import Catalogue
from engine.store.choices import ChoiceKind, ChosenSound, NotedChoice
from engine.text_forms import folded

LEAST_NAMED = 5
"""Sounds that teach a private word."""
MOST_NAMED = 2_000
"""Sounds under one name: a tag on more says how they are kept, and not how they sound."""


class TeachingSource(StrEnum):
    """Where it comes from."""

    CHOICES = "choices"
    TAG = "tag"
    COLLECTION = "collection"


@dataclass(frozen=True, slots=True)
class Teaching:
    """What is learnt from under one text."""

    text: str
    """Words of searches, folded; a tag or a collection as it is spelled."""
    source: TeachingSource
    sounds: tuple[ChosenSound, ...]
    """Each once, the stretch that was chosen last; those in the library."""
    kinds: tuple[tuple[ChoiceKind, int], ...] = ()
    """How often each kind of choice was made; of tags and collections none."""
    away: int = 0
    """Choices whose sounds are not in the library now."""
    is_left_out: bool = False
    """The owner wants nothing learnt from this name."""

    @property
    def folded(self) -> str:
        """The text as it is compared."""
        return folded(" ".join(self.text.split()))

    @property
    def is_name(self) -> bool:
        """Whether it may be a private word, whatever the number of sounds."""
        return self.source is not TeachingSource.CHOICES or not all(map(is_known, tokens(self.text)))


def teachings(catalogue: Catalogue) -> list[Teaching]:
    """All there is to learn from: choices by their words, those chosen last first; then tags, then collections."""
    by_text: dict[str, list[NotedChoice]] = {}
    for choice in catalogue.choices.all():
        by_text.setdefault(choice.text, []).append(choice)
    newest_first = sorted(by_text.items(), key=lambda item: (-max(one.chosen_s for one in item[1]), item[0]))
    found = [_chosen(text, noted) for text, noted in newest_first]
    left_out = catalogue.choices.not_learnt()
    for named in catalogue.choices.named(LEAST_NAMED, MOST_NAMED):
        source = TeachingSource.TAG if named.is_tag else TeachingSource.COLLECTION
        sounds = tuple(ChosenSound(sound) for sound in named.sounds)
        if tokens(named.name):
            found.append(Teaching(named.name, source, sounds, is_left_out=folded(named.name) in left_out))
    return found


def _chosen(text: str, noted: Iterable[NotedChoice]) -> Teaching:
    kinds: dict[ChoiceKind, int] = {}
    sounds: dict[int, ChosenSound] = {}
    away = 0
    for one in noted:
        if one.chosen is None:
            away += 1
            continue
        kinds[one.kind] = kinds.get(one.kind, 0) + 1
        sounds[int(one.chosen.sound)] = one.chosen
    return Teaching(text, TeachingSource.CHOICES, tuple(sounds.values()), tuple(kinds.items()), away)


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, folded, in order."""
    return tuple(re.findall(r"[^\W_]+", folded(text)))


def is_known(word: str) -> bool:
    """Whether a dictionary has a word, in any of its plain forms; a mere name is none."""
    return any(english().has(form) for form in inflections(word))


def are_one(word: str, other: str) -> bool:
    """Whether two words are the same in some plain form: door, doors."""
    return word == other or word in inflections(other) or other in inflections(word)
