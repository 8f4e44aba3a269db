"""Texts of cells for screen readers and tooltips: everything the painting shows, in words."""

from desktop.base import messages
from desktop.base.translation import translate
from desktop.results.cells import second_line
from desktop.results.columns import Column, cell_text
from desktop.results.why import quality, why
from engine.base.types import Hit
from engine.library.answers import Ranking


def spoken(hit: Hit, column: Column, title: str, said: str, *, has_scores: bool) -> str:
    """A cell's text for screen readers; `said` is its visible text. The name cell describes the whole row."""
    found = _spoken(hit, column, said, has_scores=has_scores)
    return found or translate("SpeechStretches", "%1: nothing", title)


def _spoken(hit: Hit, column: Column, said: str, *, has_scores: bool) -> str:
    match column:
        case Column.NAME:
            match_word = quality(hit.confidence) if has_scores and hit.confidence else ""
            return ", ".join(
                filter(None, (said, match_word, cell_text(hit, Column.LENGTH), second_line(hit), *_marks(hit)))
            )
        case Column.MATCH:
            return quality(hit.confidence) if has_scores and hit.confidence else ""
        case Column.TECHNICAL:
            return messages.format_line(hit.sound.info) if hit.sound.info else ""
        case Column.RATING:
            return _rating(hit.sound.marks.rating)
        case Column.WAVEFORM:
            return _best(hit) if has_scores else ""
    return said


def tip(hit: Hit, column: Column, ranking: Ranking, *, has_numbers: bool) -> str | None:
    """A cell's tooltip; None if it would only repeat the cell."""
    if column is Column.MATCH and ranking.has_marks:
        return messages.plain(why(hit, ranking, has_numbers=has_numbers))
    if column is Column.NAME:
        lines = (hit.sound.path.text, second_line(hit), ", ".join(_marks(hit)))
        return messages.plain("\n".join(filter(None, lines)))
    if column is Column.FOLDER:
        return messages.plain(hit.sound.path.text)
    if column in (Column.FORMAT, Column.TECHNICAL) and hit.sound.info:
        return messages.format_line(hit.sound.info)
    return None


def _marks(hit: Hit) -> list[str]:
    """The row's marks in words."""
    marks = hit.sound.marks
    found = []
    if hit.stacked:
        found.append(messages.takes(len(hit.stacked) + 1))
    if marks.colour is not None:
        found.append(messages.colour(marks.colour))
    if marks.is_favourite:
        found.append(translate("SpeechStretches", "favourite"))
    if marks.rating:
        found.append(_rating(marks.rating))
    if marks.plays:
        found.append(translate("SpeechStretches", "played %n time(s)", n=marks.plays))
    return found


def _rating(rating: int) -> str:
    return translate("SpeechStretches", "%n star(s)", n=rating) if rating else ""


def _best(hit: Hit) -> str:
    if not hit.moments:
        return ""
    moment = hit.moments[0]
    start, end = messages.position(moment.start_s), messages.position(moment.end_s)
    return translate("SpeechStretches", "best from %1 to %2", start, end)
