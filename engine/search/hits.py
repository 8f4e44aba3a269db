"""Builds hits from rows of a ranking: the sound, its moments, reasons and takes.

Needs only the catalogue, no index or model, so a window's reader thread can do it while the search thread answers the
next query.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from engine.base.errors import SoundGone
from engine.base.types import (
    NO_EVENTS,
    Confidence,
    ExampleSimilarity,
    Hit,
    Ids,
    Moment,
    ScoreParts,
    Sound,
    SoundEvents,
    SoundId,
    SpokenWord,
)
from engine.models.calibration import Calibration, confidence, probability
from engine.search.aspects import Aspect, closeness, numbers_of
from engine.search.moments import fitted, moments
from engine.search.ranking import Ranking, RowScores
from engine.search.score_rule import Scores
from engine.store.catalogue import Catalogue

HEARD_FROM, MEANT_FROM = 0.35, 0.5
"""Minimum probability for naming the sound, or the meaning of its name, as a reason."""
_NO_REASON = ScoreParts()


def hits_of(ranking: Ranking, rows: Sequence[int], catalogue: Catalogue) -> list[Hit]:
    """The hits of some rows, in that order; `rank` is the row + 1.

    Omits sounds that have left the library.
    """
    ids = ranking.ids[np.asarray(rows, np.int64)] if len(rows) else ranking.ids[:0]
    sounds = _there(ids, catalogue)
    events: Mapping[int, SoundEvents] = {}
    if ranking.scored is not None and not ranking.scored.windows.are_places:
        events = catalogue.sounds.events_of(ids)
    return [
        _hit(ranking, int(row), sounds[id], events.get(id, NO_EVENTS))
        for row, id in zip(rows, ids.tolist(), strict=True)
        if id in sounds
    ]


def listed_hit(sound: Sound, rank: int) -> Hit:
    """The hit of a listed sound: full score, no confidence, and the whole sound as its moment."""
    return Hit(
        sound=sound,
        rank=rank,
        score=1.0,
        confidence=None,
        moments=(Moment(0.0, sound.info.duration_s, 0.0),) if sound.info else (),
        why=_NO_REASON,
    )


def _there(ids: Ids, catalogue: Catalogue) -> dict[int, Sound]:
    try:
        return {int(sound.id): sound for sound in catalogue.sounds.many(ids)}
    except SoundGone:
        known = catalogue.files.paths(ids)
        return {int(sound.id): sound for sound in catalogue.sounds.many([SoundId(id) for id in known])}


def _hit(ranking: Ranking, row: int, sound: Sound, events: SoundEvents) -> Hit:
    scored = ranking.scored
    if scored is None:
        return listed_hit(sound, row + 1)
    score = float(scored.scores[row])
    takes = ranking.takes
    return Hit(
        sound=sound,
        rank=row + 1,
        score=score,
        confidence=_mark(scored, row),
        moments=_moments(scored, row, sound, events),
        why=_why(ranking.tier, scored, row, sound),
        stacked=() if takes is None else tuple(SoundId(int(takes.ranking.ids[take])) for take in takes.of(row)),
    )


def _mark(scored: RowScores, row: int) -> Confidence | None:
    """Confidence of a row; with words in the query, likeness to an example alone makes it fair at most.

    None if the pack's sound curve was not fitted, and where only what is said makes the score more than weak.
    """
    if not scored.is_wanted:
        return Confidence.WEAK if scored.calibration.fitted.sound else None
    if scored.is_unjudged:
        return None
    mark, alone = confidence(float(scored.marked[row]), scored.calibration), scored.parts.alone
    if mark is Confidence.WEAK and scored.scores[row] >= scored.calibration.fair:
        return None
    is_held_back = mark is Confidence.STRONG and alone is not None and not alone[row] >= scored.calibration.fair
    return Confidence.FAIR if is_held_back else mark


def _moments(scored: RowScores, row: int, sound: Sound, events: SoundEvents) -> tuple[Moment, ...]:
    """The best moments, fitted to events: where the words are said; the whole sound if only its name answers."""
    windows = scored.windows
    own = slice(int(windows.bounds[row]), int(windows.bounds[row + 1]))
    heard = windows.starts_s[own], windows.ends_s[own], windows.cosines[own]
    found = moments(*heard)
    quote = scored.quotes.get(int(sound.id), ())
    if quote and not windows.are_places:
        return _said_first(quote, found, scored.calibration)
    if found and sound.info is not None and is_by_name_alone(scored, row):
        return (Moment(0.0, sound.info.duration_s, found[0].similarity),)
    return fitted(found, events, *heard, is_single=scored.is_single)


def _said_first(quote: Sequence[SpokenWord], heard: tuple[Moment, ...], curve: Calibration) -> tuple[Moment, ...]:
    """Where the words are said, and then where they are heard elsewhere."""
    start_s, end_s = quote[0].start_s, quote[-1].end_s
    there = max((one.similarity for one in heard if one.start_s < end_s and start_s < one.end_s), default=0.0)
    others = (one for one in heard if one.end_s <= start_s or end_s <= one.start_s)
    good = (
        one
        for one in others
        if probability(one.similarity, curve.sound_midpoint, curve.sound_slope) >= HEARD_FROM and curve.fitted.sound
    )
    return (Moment(start_s, end_s, there), *good)


def is_by_name_alone(scored: RowScores, row: int) -> bool:
    """Whether name, folder or metadata answer a row's words, but none of its windows does.

    Always False if the sound curve was not fitted, because then it cannot be known.
    """
    parts, curve = scored.parts, scored.calibration
    if not curve.fitted.sound or parts.examples is not None or parts.name is None or parts.keyword is None:
        return False
    heard = probability(np.nan_to_num(parts.sound[row], nan=-1.0), curve.sound_midpoint, curve.sound_slope)
    meant = probability(np.nan_to_num(parts.name[row], nan=-1.0), curve.meaning_midpoint, curve.meaning_slope)
    is_meant = curve.fitted.name and bool(meant >= MEANT_FROM)
    return bool(heard < HEARD_FROM and (parts.keyword[row] > 0.0 or is_meant))


def _why(tier: str, scored: RowScores, row: int, sound: Sound) -> ScoreParts:
    parts, words = scored.parts, scored.words[int(scored.sides[row])]
    has_words = words is not None and bool(words.words)
    near: Mapping[Aspect, Scores] = {}
    if scored.compared is not None:
        near = closeness(scored.compared, numbers_of(sound.info, sound.measures))
    return ScoreParts(
        sound=_number(parts.sound, row),
        name=_number(parts.name, row),
        keyword=_number(parts.keyword, row) if has_words else None,
        words=tuple(word for word, is_held in zip(words.words, words.held[row], strict=True) if is_held)
        if words is not None
        else (),
        kin=_number(parts.kin, row),
        tier=tier,
        brightness=_number(near.get(Aspect.BRIGHTNESS), 0),
        loudness=_number(near.get(Aspect.LOUDNESS), 0),
        length=_number(near.get(Aspect.LENGTH), 0),
        tempo=_number(near.get(Aspect.TEMPO), 0),
        examples=_examples(scored, row),
        chosen=_chosen(scored, row),
        said=scored.quotes.get(int(sound.id), ()),
    )


def _examples(scored: RowScores, row: int) -> tuple[ExampleSimilarity, ...]:
    cosines = scored.parts.examples
    if cosines is None or np.isnan(cosines[row]).any():
        return ()
    return tuple(
        ExampleSimilarity(one.path, one.start_s, one.end_s, one.weight, float(cosine))
        for one, cosine in zip(scored.examples, cosines[row], strict=True)
        if one.path is not None
    )


def _chosen(scored: RowScores, row: int) -> float | None:
    """The cosine with the user's choices for such words."""
    cosines = scored.parts.examples
    own = [place for place, one in enumerate(scored.examples) if one.path is None]
    return None if cosines is None or not own else _number(cosines[:, own[0]], row)


def _number(values: Scores | None, row: int) -> float | None:
    return None if values is None or np.isnan(values[row]) else float(values[row])
