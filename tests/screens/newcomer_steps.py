"""A newcomer's steps in the first half hour, in order, with checks after each. For newcomer.py."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.qt import Talking, wait_until
from tests.screens.newcomer_more import delete_two, drawn_lanes, model_packs, moments, out_of_the_box, the_map
from tests.screens.newcomer_sounds import BROKEN
from tests.screens.newcomer_user import Newcomer, Stumbled, see_to

Do = Callable[[Newcomer], None]
ROWS_AT_1440 = 18
_PATIENCE_S = 1_200.0
"""For a thousand files on a slow machine."""
_ROWS = "whole_rows(window.results)"
_SELECTED = "(lambda hit: hit and hit.sound.path.name)(window.results.current_hit())"
_TOP = "window.results.rowAt(1)"


def first_start(new: Newcomer) -> None:
    """Starts the empty window, which says what to do."""
    if new.state()["page"] != "EmptyPage" or "Drop a folder" not in new.words():
        raise Stumbled("the empty window does not say what to do")


def drag_in(new: Newcomer) -> None:
    """Drags the folder from another program."""
    environment = {"DISPLAY": str(new.kept["display"]), "QT_QPA_PLATFORM": "xcb"}
    with Talking("tests.helpers.drag_partner", [str(new.sounds.folder)], environment) as other:
        other.wait("ready")
        new.window.hands.do("search", "--sync", "--onlyvisible", "--name", "^Partner$", "windowraise")
        x, y, width, height = 1340, 120, 260, 260
        room = new.look("window.screen().geometry().width()")
        start = (min(x + width // 2, room - 20), y + height // 2)
        goal = new.window.where("window")
        new.window.hands.drag(start, goal, is_over=lambda: new.state()["overlay"], what="the window to notice the drag")
        new.window.wait("dropped")
    new.window.hands.activate("Earshot")
    new.fill_the_screen()
    see_to(lambda: new.state()["strip"] or new.state()["rows"] > 0, "nothing says that it listens")


def search_meanwhile(new: Newcomer) -> None:
    """Types words during indexing."""
    see_to(lambda: new.state()["rows"] > 0, "no sound can be seen while it listens", 120.0)
    if not new.ask("rain"):
        raise Stumbled("nothing is found while it listens")


def all_in(new: Newcomer) -> None:
    """Waits for the end of indexing; the two broken files are named in plain English."""
    new.window.wait("event", lambda line: line["event"] == "finished", patience_s=_PATIENCE_S)
    whole = new.sounds.count - len(BROKEN)
    see_to(lambda: new.look("window.model.rowCount()") > 0, "no rows once all is heard")
    see_to(lambda: any(line["sounds"] == whole for line in new.window.seen("counted")), f"there are not {whole} sounds")
    new.press("^button 2 ")
    new.settle()
    said = new.words()
    new.photograph()
    new.key("Escape")
    if not all(name in said for name in BROKEN):
        raise Stumbled("the broken files are not named")
    for riddle in ("Holds no bytes", "no sound file any decoder knows", "PCM_16"):
        if riddle.lower() in said.lower():
            raise Stumbled(f"a riddle is said of a broken file: {riddle}")


def audition(new: Newcomer) -> None:
    """Presses Down: the selected sound plays, though rows may still arrive; once all are there, three more play."""
    new.ask("door")
    _play_next(new)
    new.window.wait("event", lambda line: line["event"] == "finished", patience_s=_PATIENCE_S)
    new.settle()  # the answer with the last sounds may have other rows
    heard = {_play_next(new) for _ in range(3)}
    if len(heard) < 3:
        raise Stumbled(f"three arrows play {len(heard)} sounds")
    new.key("Escape")


def _play_next(new: Newcomer) -> str:
    """Presses Down and returns the name of the sound that plays and is selected."""
    since = new.window.mark()
    new.key("Down")
    name = Path(new.window.wait("started", since=since)["path"]).name
    see_to(lambda: new.look(_SELECTED) == name, f"{name} plays and is not selected")
    return name


def filters_by_mouse(new: Newcomer) -> None:
    """Presses the filter button, then a length; the list stays long enough to work with."""
    new.ask("thunder")
    if not new.look("features['PlacesControl'].strip.isVisible()"):
        new.press("^button Filters")
    see_to(
        lambda: new.look("features['PlacesControl'].strip.isVisible()"),
        "a click on the button does not open the filters",
    )
    new.press("^button .*Length")
    new.settle()
    since = new.window.mark()
    new.press(r"^button .*5 to 30 s")
    new.window.wait("shown", lambda line: "dur:" in line["filters"], since=since)
    new.key("Escape")
    new.settle()
    new.press("^row ResultsView")
    see_to(lambda: not new.look("window.message.isVisible()"), "the banner of unreadable files does not go", 60.0)
    new.settle()
    rows = new.look(_ROWS)
    if new.sounds.are_recorded and rows < ROWS_AT_1440:
        raise Stumbled(f"{rows} whole rows with words, chips, filters and a sound in the deck; {ROWS_AT_1440} wanted")


def chips(new: Newcomer) -> None:
    """Switches a chip off by a click: the search is wider, and the words stay."""
    before = new.look("len(window.model.ranking)") if new.look("hasattr(window.model, 'ranking')") else 0
    since = new.window.mark()
    new.window.hands.click(new.window.where("chip"))
    new.window.wait("shown", since=since)
    after = new.look("len(window.model.ranking)") if before else 0
    if after < before:
        raise Stumbled("a chip that is switched off makes the search narrower")
    new.look("window.search_bar.set_filters('')")


def synonyms(new: Newcomer) -> None:
    """Searches with related words, which do not fill the line of chips."""
    new.ask("downpour")
    shown = new.state()["chips"]
    if len(shown) > 2:
        raise Stumbled(f"{len(shown)} chips for one word: {shown[:4]}")


def half_a_filter(new: Newcomer) -> None:
    """Types `dur:abc rain`, which finds rain and says what could not be read."""
    rain = new.ask("rain")
    new.ask("door")
    new.key("ctrl+f", "ctrl+a")
    new.window.type("dur:abc rain")
    see_to(lambda: "dur:abc" in new.words().replace("dur:abc rain", ""), "nothing says that dur:abc cannot be read")
    see_to(lambda: new.state()["names"][:5] == rain[:5], "the rows are not those of rain, which can be read")


def similar_and_back(new: Newcomer) -> None:
    """Presses W and goes back: row, scroll position and sound are as before."""
    new.ask("wind")
    for _ in range(6):
        new.key("Down")
    new.settle()
    before = {**new.state(), "top": new.look(_TOP)}
    since = new.window.mark()
    new.key("w")
    new.window.wait("shown", lambda line: line["reference"] is not None, since=since)
    since = new.window.mark()
    new.key("alt+Left")
    new.window.wait("shown", lambda line: line["reference"] is None, since=since)
    new.settle()
    after = {**new.state(), "top": new.look(_TOP)}
    lost = [what for what in ("current", "selected", "deck", "top") if before[what] != after[what]]
    if lost:
        raise Stumbled(f"coming back loses {', '.join(lost)}")


def tag_and_note(new: Newcomer) -> None:
    """Adds a tag, which keeps its spelling, while the note stays where it is."""
    new.ask("bird")
    new.press("^row ResultsView")
    if not new.look("window.inspector.isVisible()"):
        new.key("ctrl+i")
    new.settle()
    at = "(lambda note: [note.mapToGlobal(note.rect().topLeft()).y()])(features['MarksControl'].marks.note)"
    before = new.look(at)
    new.press("^row ResultsView")
    new.key("t")
    see_to(lambda: new.state()["focus"] != "ResultsView", "T does not lead to the tags")
    new.window.type("Scene4")
    new.key("Return")
    see_to(lambda: "scene4" in new.words().lower(), "the tag does not appear")
    new.settle()
    if "Scene4" not in new.words():
        raise Stumbled("Scene4 has become scene4")
    if new.look(at) != before:
        raise Stumbled("the note moves when a tag is added")
    place = new.look(
        "(lambda note: [*note.mapToGlobal(note.rect().center()).toTuple()])(features['MarksControl'].marks.note)"
    )
    new.window.hands.click(place)
    new.window.type("for the storm")
    new.key("Escape")


def collection(new: Newcomer) -> None:
    """Presses B, which makes a collection, and types its name at once."""
    new.ask("wind")
    new.press("^row ResultsView")
    new.key("Down", "shift+Down", "shift+Down", "b")
    see_to(lambda: new.state()["focus"] not in ("ResultsView", "SearchField"), "no name can be typed after B")
    new.window.type("Storm")
    new.settle()
    new.key("Return")
    see_to(
        lambda: "Storm" in new.look("[one.name for one in features['MarksControl'].collections.collections]"),
        "the collection is not called as typed",
    )


def duplicates_then_search(new: Newcomer) -> None:
    """Searches on the page of duplicates, which switches to the results."""
    new.menu("Library", "Duplicates")
    see_to(lambda: new.look("window.page") == "duplicates", "the menu does not open the page")
    new.ask("glass")
    see_to(lambda: new.look("window.page") == "results", "a search leaves the page of duplicates on show")


def deleted_files(new: Newcomer) -> None:
    """Deletes two files; the page of missing files says so by itself, without mentioning drives."""
    new.menu("Library", "Missing")
    see_to(lambda: new.look("window.page") == "missing", "the menu does not open the page")
    names = delete_two(new.sounds.folder)
    see_to(lambda: all(name in new.words() for name in names), "the page does not follow what is deleted", 60.0)
    new.photograph()
    said = new.words().lower()
    if "every file is where it was" in said:
        raise Stumbled("it says that every file is where it was")
    if "not connected" in said:
        raise Stumbled("it speaks of a drive that is not connected; the folder is there")
    new.key("Escape")
    see_to(lambda: new.look("window.page") == "results", "Esc does not leave the page")


def letters_in_the_list(new: Newcomer) -> None:
    """Types into the list: nothing switches silently."""
    new.ask("glass")
    new.press("^row ResultsView")
    new.settle()
    before = new.state()["audition"]
    new.window.type("lmr")
    new.settle()
    after = new.state()["audition"]
    changed = [what for what in ("loop", "muted", "is_reversed", "level") if before[what] != after[what]]
    if changed and "undo" not in new.words().lower() and "search" not in new.state()["message"].lower():
        raise Stumbled(f"letters typed into the list switch {', '.join(changed)} without a word and a way back")
    new.photograph()
    for what, key in (("loop", "l"), ("muted", "m"), ("is_reversed", "r")):
        if new.state()["audition"][what] != before[what]:
            new.key(key)
            wait_until(lambda what=what: new.state()["audition"][what] == before[what], what)  # type: ignore[misc]


STEPS: dict[str, Do] = {
    "First start": first_start,
    "A folder is dragged in": drag_in,
    "A search while it listens": search_meanwhile,
    "All is heard": all_in,
    "Arrow keys": audition,
    "Filters by mouse": filters_by_mouse,
    "A chip switched off": chips,
    "Related words": synonyms,
    "A filter that cannot be read": half_a_filter,
    "Find similar and back": similar_and_back,
    "Tag and note": tag_and_note,
    "A collection": collection,
    "Duplicates, then a search": duplicates_then_search,
    "Two files deleted": deleted_files,
    "The map": the_map,
    "Model packs": model_packs,
    "Letters in the list": letters_in_the_list,
    "A moment's row": moments,
    "Six channels": drawn_lanes,
    "Preferences and German": out_of_the_box,
}
"""The first session."""


def where_i_left(new: Newcomer) -> None:
    """Starts again, in German, with the last session's words and row."""
    if not new.look("[action.text() for action in window.menuBar().actions()][0]").replace("&", "") == "Datei":
        raise Stumbled("the menu is not German after the restart")
    if new.state()["words"] != new.kept.get("words"):
        raise Stumbled(f"the field holds {new.state()['words']!r}, not what it held: {new.kept.get('words')!r}")
    if new.state()["current"] != new.kept.get("current"):
        raise Stumbled(f"{new.state()['current']!r} is chosen, not {new.kept.get('current')!r}")


LATER: dict[str, Do] = {"The next start": where_i_left}
"""The second session."""
