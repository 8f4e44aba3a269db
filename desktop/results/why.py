"""Explains in words why a hit matches: the tooltip of its match. Scores only on request."""

from desktop.base import messages
from desktop.base.translation import number, translate
from desktop.results.columns import Column
from engine.base.chips import ChipKind
from engine.base.types import Confidence, Hit
from engine.library.answers import HEARD_FROM, MEANT_FROM, Ranking
from engine.models.calibration import Calibration, probability

PARTS = frozenset(column for column in Column if column.name.startswith("LIKE_"))
"""Columns of the parts of a score."""
_ALIKE_FROM = 0.6
"""Minimum cosine for naming an example as a reason."""
_MOST_NAMED = 3
_KIN_FROM = 0.4
"""Minimum likeness to the best answers for naming it as a reason."""


def why(hit: Hit, ranking: Ranking, *, has_numbers: bool = False) -> str:
    """Tooltip of a match: its quality, reasons such as "sound: dog bark · name: dog", and its moment.

    Args:
        hit: of this ranking.
        ranking: the answer with its query.
        has_numbers: include the scores.
    """
    lines = [*([quality(hit.confidence)] if hit.confidence else []), " · ".join(reasons(hit, ranking))]
    moment = hit.moments[0] if hit.moments else None
    length_s = hit.sound.info.duration_s if hit.sound.info else 0.0
    if moment is not None and hit.why.sound is not None and (moment.start_s > 0.0 or moment.end_s < length_s):
        lines.append(
            translate(
                "ScoreParts", "Best from %1 to %2", messages.position(moment.start_s), messages.position(moment.end_s)
            )
        )
    if has_numbers:
        lines.append(_numbers(hit))
    return "\n".join(lines)


def part(hit: Hit, column: Column, ranking: Ranking) -> str:
    """One part of a hit's score: "83%"; empty if it did not count or is uncalibrated."""
    parts, scored = hit.why, ranking.scored
    if scored is None:
        return ""
    sound, curves = parts.sound, scored.calibration
    if sound is not None and _asked(hit, ranking):
        sound = _heard(sound, curves) if curves.fitted.sound else None
    elif sound is not None:
        sound = max(0.0, min(1.0, sound))
    value = {
        Column.LIKE_SOUND: sound,
        Column.LIKE_NAME: None if parts.name is None or not curves.fitted.name else _meant(parts.name, curves),
        Column.LIKE_WORDS: parts.keyword,
        Column.LIKE_BRIGHTNESS: parts.brightness,
        Column.LIKE_LOUDNESS: parts.loudness,
        Column.LIKE_LENGTH: parts.length,
        Column.LIKE_TEMPO: parts.tempo,
    }[column]
    return "" if value is None else messages.percent(value)


def quality(value: Confidence) -> str:
    """Quality of a match in words."""
    match value:
        case Confidence.STRONG:
            return translate("ScoreParts", "Strong match")
        case Confidence.FAIR:
            return translate("ScoreParts", "Fair match")
        case _:
            return translate("ScoreParts", "Weak match")


def first_weak(ranking: Ranking) -> int:
    """Row where weak matches begin; 0 if none or all are weak."""
    if ranking.scored is None or not ranking.has_marks:
        return 0
    good = int((ranking.scored.scores >= ranking.scored.calibration.fair).sum())
    return good if good < len(ranking) else 0


def reasons(hit: Hit, ranking: Ranking) -> tuple[str, ...]:
    """Reasons for a hit, sound first; never empty."""
    found = []
    asked = _asked(hit, ranking)
    parts = hit.why
    curve = None if ranking.scored is None else ranking.scored.calibration
    hears = curve is not None and curve.fitted.sound
    reads = curve is not None and curve.fitted.name
    if parts.sound is not None and not asked and not parts.examples:
        found.append(translate("ScoreParts", "similar sound"))
    elif asked and parts.sound is not None and curve is not None and hears and _heard(parts.sound, curve) >= HEARD_FROM:
        found.append(translate("ScoreParts", "sound: %1", asked))
    if parts.said:
        text = " ".join(word.text for word in parts.said)
        found.append(translate("ScoreParts", "says “%1”", text))
    if parts.words:
        found.append(translate("ScoreParts", "name: %1", ", ".join(parts.words)))
    elif parts.name is not None and curve is not None and reads and _meant(parts.name, curve) >= MEANT_FROM:
        found.append(translate("ScoreParts", "name: means something like it"))
    alike = [one.path.name for one in parts.examples if one.weight > 0 and one.cosine >= _ALIKE_FROM]
    if alike:
        found.append(translate("ScoreParts", "like %1", ", ".join(alike[:_MOST_NAMED])))
    if parts.chosen is not None and parts.chosen >= _ALIKE_FROM:
        found.append(translate("ScoreParts", "like your choices"))
    if parts.kin is not None and parts.kin >= _KIN_FROM:
        found.append(translate("ScoreParts", "sounds like the best matches"))
    if found or curve is None or hears:
        return tuple(found) or (translate("ScoreParts", "only slightly similar"),)
    return (translate("ScoreParts", "the model's scores are not calibrated"),)


def _asked(hit: Hit, ranking: Ranking) -> str:
    """The words a hit matches, of several alternatives its own; empty without a description."""
    scored, row = ranking.scored, ranking.row_of(hit.sound.id)
    if scored is None or scored.compared is not None:
        return ""
    described = [chip.text for chip in ranking.chips if chip.kind is ChipKind.DESCRIBE]
    own = None if row is None else scored.words[int(scored.sides[row])]
    if own is not None and len(described) != 1:
        return " ".join(own.words)
    # Beside examples, a disabled description still has a chip, though the search ignored it.
    return "" if own is None and hit.why.examples else ", ".join(described)


def _heard(cosine: float, curve: Calibration) -> float:
    return float(probability(cosine, curve.sound_midpoint, curve.sound_slope))


def _meant(cosine: float, curve: Calibration) -> float:
    return float(probability(cosine, curve.meaning_midpoint, curve.meaning_slope))


def _numbers(hit: Hit) -> str:
    named = (
        (translate("ScoreParts", "score"), hit.score),
        (translate("ScoreParts", "sound"), hit.why.sound),
        (translate("ScoreParts", "name"), hit.why.name),
        (translate("ScoreParts", "keywords"), hit.why.keyword),
        (translate("ScoreParts", "like the best"), hit.why.kin),
    )
    return " · ".join(f"{name} {number(value, 3)}" for name, value in named if value is not None)
