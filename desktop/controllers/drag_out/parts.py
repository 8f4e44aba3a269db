"""Which sounds are selected, and which part of each is meant."""

from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.results.rows_view import MOST_HELD
from engine.base.types import Hit


def selected_hits(results: ports.ResultsView) -> list[tuple[Hit, int]]:
    """Returns the selected sounds within reach, each with its row. GUI thread only."""
    model = results.rows
    found: list[tuple[Hit, int]] = []
    for first, last in results.selected_rows():
        for row in range(first, min(last, first + MOST_HELD - len(found) - 1) + 1):
            hit = model.hit(row)
            if hit is not None and not hit.sound.is_away:
                found.append((hit, row))
    return found


def part_of(
    hit: Hit, row: int, results: ports.ResultsView, deck: ports.Deck, drag: DragOut, *, is_whole: bool = False
) -> tuple[float | None, float | None]:
    """Returns the stretch that is selected in the waveform, a moment's row, or the best moment; Nones for all of it."""
    selected = deck.waveform.selection
    if selected is not None and deck.hit is not None and deck.hit.sound.id == hit.sound.id:
        return selected
    if is_whole:
        return None, None
    moment = drag.moment_of_row(row)
    if moment is None and results.rows.has_scores and hit.moments:
        moment = hit.moments[0]
    return (None, None) if moment is None else (moment.start_s, moment.end_s)
