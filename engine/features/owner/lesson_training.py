"""Learns one lesson per text from chosen sounds, in closed form, from stored vectors. Library's thread.

Analyses no sound again. Only texts that are new for this pack go through the text tower.
"""

import time
from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from engine.base.errors import OwnerError
from engine.base.types import Vectors
from engine.features.owner.lessons import Lesson, lesson_of
from engine.features.owner.messages import OwnerAdvice, OwnerFault
from engine.features.owner.model_file import MOST_LESSONS, OwnerModel
from engine.features.owner.teachings import LEAST_NAMED, LearningSource
from engine.search.session import Session
from engine.store.catalogue import Catalogue
from engine.store.choices import ChosenSound


class LearnableText(Struct, frozen=True, eq=False):
    """A text with the directions of its sounds."""

    text: str
    is_word: bool
    chosen: tuple[ChosenSound, ...]
    """Those with vectors."""
    sounds: Vectors
    """float32 [N, D], unit, one row per sound."""


def learn(
    catalogue: Catalogue, session: Session, given: Sequence[LearningSource], former: OwnerModel | None
) -> OwnerModel:
    """Learns from all teachings that the owner did not leave out.

    Args:
        session: with the library's pack.
        former: the previous model of this pack, which has the vectors of its texts.

    Raises:
        OwnerError: there is nothing to learn from.
        PackError: the text tower is damaged.
    """
    material = taught_texts(catalogue, session, given)
    if not material:
        raise OwnerError(OwnerFault.NOTHING_CHOSEN, advice=OwnerAdvice.CHOOSE_FIRST)
    known = {} if former is None else {one.text: one.asked for one in former.lessons}
    lessons = tuple(lesson_for(one, known.get(one.text), session) for one in material)
    info = session.pack
    return OwnerModel(info.pack_id, info.name, info.dim, time.time(), lessons)


def lesson_for(taught: LearnableText, asked: Vectors | None, session: Session) -> Lesson:
    """Learns one text; `asked` is its vector if known."""
    vector = session.text.encode([taught.text]).joint[0] if asked is None else asked
    return lesson_of(taught.text, vector, taught.sounds, is_word=taught.is_word)


def taught_texts(catalogue: Catalogue, session: Session, given: Iterable[LearningSource]) -> list[LearnableText]:
    """Returns the texts to learn, private words first, at most MOST_LESSONS, without those left out.

    A tag, a collection and a search with the same words are one text.
    """
    by_text: dict[str, list[LearningSource]] = {}
    for one in given:
        if not one.is_left_out:
            by_text.setdefault(one.folded, []).append(one)
    chosen = {
        text: tuple({int(one.sound): one for teaching in own for one in teaching.sounds}.values())
        for text, own in by_text.items()
    }
    vectors = _directions(catalogue, session, [one for own in chosen.values() for one in own])
    found = []
    for text, own in by_text.items():
        there = tuple(one for one in chosen[text] if one in vectors)
        if there:
            is_word = any(one.is_name for one in own) and len(there) >= LEAST_NAMED
            found.append(LearnableText(text, is_word, there, np.stack([vectors[one] for one in there])))
    return sorted(found, key=lambda one: not one.is_word)[:MOST_LESSONS]


def _directions(catalogue: Catalogue, session: Session, chosen: Sequence[ChosenSound]) -> dict[ChosenSound, Vectors]:
    """float32 [D]: the mean direction of each sound's windows, or of those in its stretch; omits sounds without any."""
    ids = np.unique(np.array([one.sound for one in chosen], np.int64))
    segments = catalogue.segments.of(ids)
    segments = segments[np.isin(segments, session.sounds.ids)]
    if not len(segments):
        return {}
    rows = catalogue.segments.rows(segments)
    vectors = session.sounds.vectors_of(segments)
    order = np.argsort(rows.sound_id, kind="stable")
    owners = rows.sound_id[order]
    found = {}
    for one in dict.fromkeys(chosen):
        own = order[np.searchsorted(owners, one.sound, "left") : np.searchsorted(owners, one.sound, "right")]
        if one.start_s is not None and one.end_s is not None:
            touching = own[(rows.start_s[own] < one.end_s) & (rows.end_s[own] > one.start_s)]
            own = touching if len(touching) else own
        if len(own):
            mean = vectors[own].mean(axis=0, dtype=np.float64)
            found[one] = np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-12), np.float32)
    return found
