"""The results table: what its rows say, and what keys and clicks on it mean."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.base.theme import load_theme
from desktop.results.columns import CUSTOM, Column, from_text
from desktop.results.model import ResultsModel
from desktop.results.view import ResultsView
from desktop.results.why import PARTS
from engine.base.chips import Chip, ChipKind
from engine.base.quality import Flaw
from engine.base.types import Colour, Confidence, Hit, Marks, Measures, ScoreParts, SoundMetadata
from engine.search.sorting import SortKey
from tests.helpers.hits import listing_of, make_hit, ranking_of


def show(view: ResultsView, count: int, *, is_refresh: bool = False) -> tuple[Hit, ...]:
    hits = tuple(make_hit(number) for number in range(1, count + 1))
    show_hits(view, hits, is_refresh=is_refresh)
    return hits


def show_hits(view: ResultsView, hits: Sequence[Hit], *, is_refresh: bool = False) -> None:
    ranked = tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1))
    view.show_ranking(ranking_of([hit.sound.id for hit in hits]), ranked, is_refresh=is_refresh)


def press(view: ResultsView, key: Qt.Key, *, is_repeat: bool) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", is_repeat)
    QApplication.sendEvent(view, event)


def place(view: ResultsView, row: int, column: Column = Column.NAME) -> QPoint:
    return view.visualRect(view.model().index(row, column)).center()


def click(view: ResultsView, row: int, column: Column = Column.NAME, **how: Qt.KeyboardModifier) -> None:
    modifier = how.get("modifier", Qt.KeyboardModifier.NoModifier)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place(view, row, column))


def model_of(view: ResultsView) -> ResultsModel:
    model = view.model()
    assert isinstance(model, ResultsModel)
    return model


def test_the_model_keeps_qts_rules(qtbot: QtBot) -> None:
    model = ResultsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(ranking_of([1, 2, 3]), tuple(make_hit(number, more_moments_s=((5, 6),)) for number in (1, 2, 3)))
    model.open(1, [])
    model.close(1)
    model.open(0, [make_hit(9)])
    model.show(ranking_of([4, 5]))
    model.show(listing_of([]))
    assert tester.model() is model


def test_a_row_says_what_is_known_of_its_sound(results: ResultsView) -> None:
    hit = make_hit(
        1,
        "/sounds/Foley/Doors/slam.wav",
        confidence=Confidence.FAIR,
        description="a slam",
        marks=Marks(3, Colour.RED, tags=("door", "wood"), note="too\ndry", plays=2, uses=1),
        measures=Measures(-20.0, -1.0, 0.0, 1500.0, None, 120.0, 0.9, "A minor", 0.9, -0.4),
    )
    fields = {"info.ikey": "door, wood", "ixml.SCENE": "12A", "ixml.TAKE": "3", "ixml.TAPE": "T1"}
    fields |= {"ixml.TRACK_LIST.TRACK.NAME": "Boom", "ixml.TRACK_LIST.TRACK[2].NAME": "Lav"}
    fields |= {"bext.Originator": "F8", "bext.TimeReference": "72000"}
    told = SoundMetadata("a slam", (), "Slam", "A. Person", "Doors One", category="doors wood", fields=fields)
    hit = replace(hit, sound=replace(hit.sound, metadata=told, flaws=Flaw.CLIPPED | Flaw.CUT))
    model = model_of(results)
    model.set_roots(("/sounds", "/sounds/Foley"))
    show_hits(results, [hit])
    said = {column: model.index(0, column).data() for column in Column if column not in PARTS and column not in CUSTOM}
    assert said == {
        Column.WAVEFORM: "",
        Column.NAME: "slam.wav",
        Column.MATCH: "Fair",
        Column.LENGTH: "3.0 s",
        Column.CATEGORY: "doors wood",
        Column.LOUDNESS: "-20.0 LUFS",
        Column.PEAK: "-1.0 dBFS",
        Column.TRUE_PEAK: "-0.4 dBTP",
        Column.FLAWS: "Clipped, Cut off at the end",
        Column.TECHNICAL: "48k 2ch WAV",
        Column.RATING: "★★★",
        Column.COLOUR: "Red",
        Column.TAGS: "door, wood",
        Column.NOTE: "too dry",
        Column.TITLE: "Slam",
        Column.DESCRIPTION: "a slam",
        Column.KEYWORDS: "door, wood",
        Column.LIBRARY: "Doors One",
        Column.DESIGNER: "A. Person",
        Column.FORMAT: "WAV",
        Column.RATE: "48 kHz",
        Column.DEPTH: "24 bit",
        Column.CHANNELS: "stereo",
        Column.BRIGHTNESS: "1.5 kHz",
        Column.TEMPO: "120 BPM",
        Column.KEY: "A minor",
        Column.HEARD: "2",
        Column.USES: "1",
        Column.DATE: "1970-01-01",
        Column.FOLDER: "Foley/Doors",
        Column.SCENE: "12A",
        Column.TAKE: "3",
        Column.TAPE: "T1",
        Column.TRACKS: "Boom; Lav",
        Column.TIMECODE: "00:00:01.500",
        Column.ORIGINATOR: "F8",
    }


def test_a_row_says_aloud_what_its_picture_shows(results: ResultsView) -> None:
    marks = Marks(3, Colour.RED, is_favourite=True, plays=2)
    hit = make_hit(1, confidence=Confidence.FAIR, description="a slam", marks=marks, stacked=(7, 8))
    show_hits(results, [hit])

    def aloud(column: Column) -> str:
        return str(model_of(results).index(0, column).data(Qt.ItemDataRole.AccessibleTextRole))

    assert (
        aloud(Column.NAME) == "take 1.wav, Fair match, 3.0 s, a slam, 3 takes, Red, favourite, 3 stars, played 2 times"
    )
    assert aloud(Column.MATCH) == "Fair match"
    assert aloud(Column.TECHNICAL) == "WAV · 48 kHz · 24 bit · stereo"
    assert aloud(Column.RATING) == "3 stars"
    assert aloud(Column.WAVEFORM) == "best from 0:01.0 to 0:02.0"


def test_a_tempo_or_key_that_is_guessed_is_not_told(results: ResultsView) -> None:
    unsure = Measures(tempo_bpm=120.0, tempo_confidence=0.4, key="A minor", key_confidence=0.4)
    show_hits(results, [make_hit(1, measures=unsure)])
    assert [model_of(results).index(0, column).data() for column in (Column.TEMPO, Column.KEY)] == ["", ""]


def test_a_listing_claims_no_confidence(results: ResultsView) -> None:
    results.show_ranking(listing_of([1]), (make_hit(1),), is_refresh=False)
    assert results.isColumnHidden(Column.MATCH)
    assert results.model().index(0, Column.MATCH).data() == ""


def test_the_tip_says_in_words_why_a_hit_is_there(results: ResultsView) -> None:
    def tip() -> list[str]:
        return str(model_of(results).index(0, Column.MATCH).data(Qt.ItemDataRole.ToolTipRole)).split("\n")

    asked = replace(ranking_of([1]), chips=(Chip(ChipKind.DESCRIBE, value="dog bark", source="dog bark"),))
    hit = replace(make_hit(1), why=ScoreParts(sound=0.9, name=0.1, keyword=0.5, words=("dog",)))
    results.show_ranking(asked, (hit,), is_refresh=False)
    assert tip() == ["Strong match", "sound: dog bark · name: dog", "Best from 0:01.0 to 0:02.0"]
    model_of(results).shows_scores = True
    assert tip()[-1] == "score 1.000 · sound 0.900 · name 0.100 · keywords 0.500"
    model_of(results).shows_scores = False
    faint = replace(make_hit(1, confidence=Confidence.WEAK), why=ScoreParts(sound=0.0, name=0.0, keyword=0.0))
    results.show_ranking(asked, (faint,), is_refresh=False)
    assert tip()[:2] == ["Weak match", "only slightly similar"]
    nameless = replace(make_hit(1), why=ScoreParts(sound=0.0, keyword=0.0, kin=0.6))
    results.show_ranking(asked, (nameless,), is_refresh=False)
    assert tip()[1] == "sounds like the best matches"


def test_a_find_similar_says_that_it_sounds_alike(results: ResultsView) -> None:
    show_hits(results, [replace(make_hit(1), why=ScoreParts(sound=0.9))])
    assert "similar sound" in results.model().index(0, Column.MATCH).data(Qt.ItemDataRole.ToolTipRole)


def test_the_parts_of_a_score_are_columns_that_one_can_choose(results: ResultsView) -> None:
    def row() -> dict[str, str]:
        model = model_of(results)
        said = {column.name: str(model.index(0, column).data()) for column in Column if column in PARTS}
        return {name: text for name, text in said.items() if text}

    # The curve of tests.helpers.hits has its middle at a cosine of 0.3, where the chance is one half.
    asked = replace(ranking_of([1]), chips=(Chip(ChipKind.DESCRIBE, value="dog bark", source="dog bark"),))
    hit = replace(make_hit(1), why=ScoreParts(sound=0.3, name=0.3, keyword=0.5, words=("dog",)))
    results.show_ranking(asked, (hit,), is_refresh=False)
    assert row() == {"LIKE_SOUND": "50%", "LIKE_NAME": "50%", "LIKE_WORDS": "50%"}
    near = replace(make_hit(1), why=ScoreParts(sound=0.9, brightness=0.5, loudness=1.0, length=0.25))
    show_hits(results, [near])
    assert row() == {"LIKE_SOUND": "90%", "LIKE_BRIGHTNESS": "50%", "LIKE_LOUDNESS": "100%", "LIKE_LENGTH": "25%"}
    assert all(results.isColumnHidden(column) for column in PARTS), "until somebody chooses them"
    results.show_ranking(listing_of([1]), (make_hit(1),), is_refresh=False)
    assert row() == {}


def test_a_line_parts_the_good_from_the_weak_in_the_order_of_the_search(results: ResultsView) -> None:
    # The scores are 1, 1/2 and 1/3; fair begins at 0.4 (tests.helpers.hits).
    model = model_of(results)
    levels = (Confidence.STRONG, Confidence.FAIR, Confidence.WEAK)
    show_hits(results, [make_hit(number, confidence=level) for number, level in enumerate(levels, start=1)])
    plain = results.visualRect(model.index(1, Column.LENGTH))
    parted = results.visualRect(model.index(2, Column.LENGTH))
    assert [model.begins_weak(row) for row in range(3)] == [False, False, True]
    picture = results.viewport().grab().toImage()
    colour = load_theme("dark").line_strong
    assert picture.pixelColor(parted.topLeft() + QPoint(2, 0)).name() == colour
    assert picture.pixelColor(plain.topLeft() + QPoint(2, 0)).name() != colour
    results.sort_by(SortKey.NAME)
    results.take_order(model.ranking, SortKey.NAME, False, np.array([2, 1, 0]))
    assert not any(model.begins_weak(row) for row in range(3)), "another order has no such place"


def test_weak_rows_are_dimmed(results: ResultsView) -> None:
    soft = load_theme("dark").text_soft
    show_hits(results, [make_hit(1), make_hit(2, confidence=Confidence.WEAK)])
    results.clearSelection()

    def colours(row: int) -> set[str]:
        rect = results.visualRect(model_of(results).index(row, Column.LENGTH)).adjusted(0, 2, 0, -2)
        image = results.viewport().grab(rect).toImage()
        return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}

    assert soft not in colours(0)
    assert load_theme("dark").text not in colours(1)


def test_a_shortened_text_has_the_whole_of_it_as_its_tip(qtbot: QtBot, results: ResultsView) -> None:
    long = "A heavy door that slams shut at the end of a long corridor of a house that nobody lives in any more"
    hit = make_hit(1)
    told = SoundMetadata(title=long, artist="A")
    show_hits(results, [replace(hit, sound=replace(hit.sound, metadata=told))])
    results.columns.set_places(from_text("name:250 title:160 designer:130"))
    for column, tip in ((Column.TITLE, long), (Column.DESIGNER, "")):
        at = place(results, 0, column)
        QToolTip.hideText()
        ask = QHelpEvent(QEvent.Type.ToolTip, at, results.viewport().mapToGlobal(at))
        QApplication.sendEvent(results.viewport(), ask)
        qtbot.waitUntil(lambda tip=tip: (QToolTip.text() if QToolTip.isVisible() else "") == tip)  # type: ignore[misc]


def test_an_arrow_key_auditions_the_row_it_reaches(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 3)
    results.go_to(0)
    with qtbot.waitSignal(results.rested) as rested:
        QTest.keyClick(results, Qt.Key.Key_Down)
    assert rested.args == [hits[1]]


def test_a_held_arrow_plays_only_the_row_it_comes_to_rest_on(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 6)
    results.go_to(0)
    heard: list[Hit] = []
    results.rested.connect(heard.append)
    press(results, Qt.Key.Key_Down, is_repeat=False)
    for _ in range(3):
        press(results, Qt.Key.Key_Down, is_repeat=True)
    assert heard == [hits[1]]
    QTest.keyRelease(results, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: heard == [hits[1], hits[4]])


@pytest.mark.shows("autoplay-choice-space")
def test_a_held_arrow_is_held_where_x11_tells_of_a_release_before_each_repeat(
    qtbot: QtBot, results: ResultsView
) -> None:
    hits = show(results, 6)
    results.go_to(0)
    heard: list[Hit] = []
    results.rested.connect(heard.append)
    one_repeat = (QEvent.Type.KeyRelease, QEvent.Type.KeyPress)
    told = [(QEvent.Type.KeyPress, 100), *((kind, at_ms) for at_ms in (760, 800, 840) for kind in one_repeat)]
    for kind, at_ms in told:
        event = QKeyEvent(kind, Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier)
        event.setTimestamp(at_ms)
        QApplication.sendEvent(results, event)
    assert heard == [hits[1]]
    QTest.keyRelease(results, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: heard == [hits[1], hits[4]])


def test_shift_and_arrow_select_in_silence(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 3)
    results.go_to(0)
    with qtbot.assertNotEmitted(results.rested):
        QTest.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert len(results.selected_hits()) == 2


def test_space_return_and_up_from_the_top_are_told(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 2)
    results.go_to(0)
    with qtbot.waitSignals([results.toggled, results.chosen, results.left_upwards]):
        QTest.keyClick(results, Qt.Key.Key_Space)
        QTest.keyClick(results, Qt.Key.Key_Return)
        QTest.keyClick(results, Qt.Key.Key_Up)


def test_rows_that_arrive_while_indexing_keep_cursor_and_selection(results: ResultsView) -> None:
    show(results, 40)
    results.go_to(20)
    results.verticalScrollBar().setValue(300)
    show_hits(results, [make_hit(number) for number in (99, *range(1, 41))], is_refresh=True)
    assert [hit.sound.id for hit in results.selected_hits()] == [21]
    assert results.currentIndex().row() == 21
    assert results.verticalScrollBar().value() == 300


def test_a_new_query_begins_at_the_top_with_nothing_selected(results: ResultsView) -> None:
    show(results, 40)
    results.go_to(20)
    show(results, 30)
    assert results.selected_hits() == []
    assert results.verticalScrollBar().value() == 0


@pytest.mark.shows("answers-come-once")
def test_a_new_query_does_not_reset_the_table(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 40)
    with qtbot.assertNotEmitted(model_of(results).modelReset):
        show(results, 30)
        show(results, 70)
    assert model_of(results).rowCount() == 70


@pytest.mark.shows("small-waveform-row")
def test_ten_thousand_rows_ask_only_for_what_is_seen(qtbot: QtBot, results: ResultsView) -> None:
    asked: list[int] = []
    model = model_of(results)
    text = model.text
    model.text = lambda hit, column: asked.append(hit.rank) or text(hit, column)  # type: ignore[method-assign,func-returns-value]
    show_hits(results, [make_hit(number) for number in range(1, 10_001)])
    qtbot.waitUntil(lambda: len(asked) > 0)
    # 400 pixels hold thirteen rows of 30; Qt may ask a few times a cell.
    assert len(asked) < 13 * len(Column) * 6


def test_folders_are_shown_from_their_root_once_the_roots_are_known(qtbot: QtBot, results: ResultsView) -> None:
    model = model_of(results)
    show_hits(results, [make_hit(1, "/sounds/Foley/slam.wav")])
    with qtbot.waitSignal(model.dataChanged):
        model.set_roots(("/sounds",))
    assert model.index(0, Column.FOLDER).data() == "sounds/Foley"


def test_a_sound_that_left_the_library_leaves_the_deck(qtbot: QtBot, results: ResultsView) -> None:
    show(results, 3)
    results.go_to(2)
    with qtbot.waitSignal(results.current_changed, check_params_cb=lambda hit: hit is None):
        show(results, 2, is_refresh=True)


def test_selected_rows_are_dragged(qtbot: QtBot, results: ResultsView) -> None:
    hits = show(results, 3)
    click(results, 0)
    click(results, 2, modifier=Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(results.drag_wanted) as wanted:
        results.startDrag(Qt.DropAction.CopyAction)
    assert wanted.args == [[hits[0], hits[2]]]


def test_a_cell_with_nothing_in_it_says_what_of(results: ResultsView) -> None:
    show_hits(results, [make_hit(1)])
    cell = model_of(results).index(0, Column.TAGS)
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "Tags: nothing"
