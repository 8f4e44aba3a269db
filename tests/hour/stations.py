"""The stations of the hour, each checking what was once wrong there."""

import time
from pathlib import Path
from urllib.parse import unquote, urlparse

from tests.hour.designer import Designer
from tests.hour.sounds import SURROUND, WALK
from tests.screens.newcomer_user import Stumbled, see_to

ALL_HEARD_S = 1_800.0
"""For 1,114 files and 20 minutes of a walk on a busy machine."""
_KEEPING = "features['MarksControl']"
_NAMES = f"[one.name for one in {_KEEPING}.collections.collections]"
_FOLDERS = "[folder.path.text for folder in window.folders.folders]"
_FILTERED = ("baby crying", "dog barking", "thunder")
_FILTERS = ("in:Library", "dur:>1s", "ext:ogg", "dur:<20s in:Library")


def add_three(designer: Designer) -> None:
    """Drops three folders at once; all three appear, and words find sounds during indexing."""
    roots = designer.hour_sounds.roots
    began = time.monotonic()
    with designer.other_program(*roots):
        goal = designer.window.where("window")
        start = designer.partner_place()
        overlay = "the window to notice the drag"
        designer.hands.drag(start, goal, is_over=lambda: designer.state()["overlay"], what=overlay)
        designer.window.wait("dropped")
    wanted = {str(root) for root in roots}
    see_to(lambda: set(designer.look(_FOLDERS)) >= wanted, "not all three folders are on show")
    designer.tell(f"all three on show after {time.monotonic() - began:.1f} s")
    see_to(lambda: designer.state()["rows"] > 0, "no sound can be seen while it listens", 120.0)
    designer.tell(f"first sounds after {time.monotonic() - began:.1f} s")
    designer.picture("three-folders")
    if not designer.ask("rain"):
        raise Stumbled("nothing is found while it listens")


def all_heard(designer: Designer) -> None:
    """Waits for the end of indexing; every file can be searched, and nothing is pending."""
    began = time.monotonic()
    idle = "not app.ingest.is_running and not app.ingest.waiting"
    see_to(lambda: designer.look(idle), "it listens for ever", ALL_HEARD_S)
    count = designer.hour_sounds.count
    see_to(lambda: designer.window.seen("counted")[-1]["sounds"] == count, f"there are not {count} sounds")
    designer.tell(f"{count} sounds after another {time.monotonic() - began:.0f} s")


def filters_change_no_mark(designer: Designer) -> None:
    """Searches for words, then for the same words behind filters: the rest keeps its scores, marks and order."""
    compared = 0
    for words in _FILTERED:
        designer.ask(words)
        whole = {hit["name"]: hit for hit in designer.hits(400)}
        order = list(whole)
        if words == _FILTERED[0]:
            designer.picture("words")
        for filters in _FILTERS:
            designer.ask(f"{words} {filters}")
            narrow = [hit for hit in designer.hits(60) if hit["name"] in whole]
            for hit in narrow:
                if hit != whole[hit["name"]]:
                    raise Stumbled(f"{words} {filters}: {hit} was {whole[hit['name']]} without the filter")
            places = [order.index(hit["name"]) for hit in narrow]
            if places != sorted(places):
                raise Stumbled(f"{words} {filters}: what passes stands in another order")
            compared += len(narrow)
    designer.picture("filtered")
    designer.tell(f"{compared} rows of {len(_FILTERED)} questions by {len(_FILTERS)} filters: none differs")


def drag_stays(designer: Designer) -> None:
    """Drags a row to another program, then a part of a sound: the part lies in a folder that nobody cleans up."""
    designer.ask("dog barking")
    designer.settle()
    (uri,) = designer.drag_out(designer.window.where("row", row=0))
    if not Path(unquote(urlparse(uri).path)).is_relative_to(designer.hour_sounds.folder):
        raise Stumbled(f"a row that is dragged out is not its file but {uri}")
    designer.go_to_rows()
    window = designer.window
    designer.hands.drag(
        window.where("wave", row=250),
        window.where("wave", row=750),
        is_over=lambda: designer.state()["selection"],
        what="the waveform to be selected",
    )
    (part,) = designer.drag_out(window.where("wave", row=500, column=0))
    file = Path(unquote(urlparse(part).path))
    see_to(file.exists, f"{file} is not there")
    if any(name in file.parts for name in ("cache", ".cache", "tmp")) and "Earshot drags" not in file.parts:
        raise Stumbled(f"what was handed out lies in {file.parent}")
    designer.hour.kept["dragged"] = file
    designer.tell(f"in {file.parent.name}")


def examples_end(designer: Designer) -> None:
    """Presses W on a sound of rain, then types other words, which win; ×, Esc and All sounds leave the example."""
    designer.ask("rain")
    designer.go_to_rows()
    since = designer.window.mark()
    designer.key("w")
    designer.window.wait("shown", lambda line: line["reference"], since=since)
    designer.picture("like-this")
    names = designer.ask("footsteps on gravel")
    chips = designer.state()["chips"]
    if any("Sounds like" in chip for chip in chips):
        raise Stumbled(f"the example stays beside words that were typed later: {chips}")
    marks = [hit["mark"] for hit in designer.hits(10)]
    designer.tell(f"then “footsteps on gravel”: {names[0][:48]} ({marks[0]})")
    for what, leave in (("Esc", "Escape"), ("All sounds", "")):
        designer.ask("rain")
        designer.go_to_rows()
        since = designer.window.mark()
        designer.key("w")
        designer.window.wait("shown", lambda line: line["reference"], since=since)
        if not leave:
            designer.press("^row Library: All sounds")
        for _ in range(3):  # stop, clear, go back
            if leave and _has_example(designer):
                designer.key(leave)
                designer.settle()
        see_to(lambda: not _has_example(designer), f"{what} leaves the example there")


def _has_example(designer: Designer) -> bool:
    return any("Sounds like" in chip for chip in designer.state()["chips"])


def two_undos(designer: Designer) -> None:
    """Names a collection, then finds more like a sound: Ctrl+Z reverts that, and confirms before the name goes."""
    designer.ask("wind")
    designer.go_to_rows()
    designer.key("b")
    see_to(lambda: designer.state()["focus"] == "QLineEdit", "no name can be typed after B")
    designer.window.type("Storm")
    designer.key("Return")
    see_to(lambda: "Storm" in designer.look(_NAMES), "the collection has not the name that was typed")
    designer.ask("glass")
    designer.go_to_rows()
    before = designer.state()["chips"]
    designer.key("plus")
    see_to(lambda: len(designer.state()["chips"]) > len(before), "+ does not make the sound an example")
    designer.key("ctrl+z")
    see_to(lambda: designer.state()["chips"] == before, "Ctrl+Z does not take back the example")
    if "Storm" not in designer.look(_NAMES):
        raise Stumbled("Ctrl+Z of a question took back the name of a collection")
    for _ in range(30):
        designer.key("ctrl+z")
        designer.settle()
        if not designer.walk("is_main"):
            break
        if "Storm" not in designer.look(_NAMES):
            raise Stumbled("data of before are undone without a question")
    else:
        raise Stumbled("Ctrl+Z never comes to the collection's name")
    designer.picture("asks-first")
    designer.key("Escape")
    if "Storm" not in designer.look(_NAMES):
        raise Stumbled("Esc in the question undoes the name all the same")


def keys_stay_in_boxes(designer: Designer) -> None:
    """Types letters into the note with three rows selected: they stay there and switch nothing."""
    designer.ask("bird")
    designer.go_to_rows()
    designer.key("shift+Down", "shift+Down")
    if not designer.look("window.inspector.isVisible()"):
        designer.key("ctrl+i")
    designer.settle()
    before = _switches(designer)
    note = f"{_KEEPING}.marks.note"
    place = designer.look(f"[*{note}.mapToGlobal({note}.rect().center()).toTuple()]")
    designer.hands.click(place)
    designer.window.type("rail bed")
    designer.settle()
    text = designer.look(f"{note}.toPlainText()")
    designer.picture("note-for-three")
    if _switches(designer) != before:
        raise Stumbled("letters typed into the note switch something")
    if text != "rail bed":
        raise Stumbled(f"the note holds {text!r}")
    designer.key("Escape")


def _switches(designer: Designer) -> object:
    audition = {name: value for name, value in designer.state()["audition"].items() if name != "place"}
    return audition, designer.look("window.sidebar.isHidden()"), len(designer.state()["selected"])


def missing_is_true(designer: Designer) -> None:
    """Removes three files: the page of missing files names them and states the time of its check."""
    gone = sorted((designer.hour_sounds.roots[1] / "2026-03-09").iterdir())[:3]
    for path in gone:
        path.unlink()
    designer.menu("Library", "Missing")
    see_to(lambda: designer.look("window.page") == "missing", "the menu does not open the page")
    first = designer.words()
    if "where it was" in first and "as of" not in first.lower():
        raise Stumbled("it says that every file is where it was, and not as of when")
    began = time.monotonic()
    see_to(lambda: all(path.name in designer.words() for path in gone), "the files that went are not named", 90.0)
    designer.tell(f"named after {time.monotonic() - began:.1f} s")
    designer.picture("missing")
    designer.key("Escape")


def rename_and_undo(designer: Designer) -> None:
    """Renames a sound by UCS and back; for two minutes nothing reports it as missing."""
    designer.ask('"alarm" in:Library')
    designer.go_to_rows()
    name = designer.state()["current"]
    designer.rename("ALRMMisc")
    see_to(lambda: _gone(designer, name), "it is not renamed", 60.0)
    designer.picture("renamed")
    designer.key("ctrl+alt+z")
    see_to(lambda: not _gone(designer, name), "the former name does not come back", 60.0)
    end = time.monotonic() + 120.0
    while time.monotonic() < end:
        said = designer.words()
        if "not where it was" in said or "is not there" in said:
            raise Stumbled(f"{120.0 - (end - time.monotonic()):.0f} s after the undo it says that a file is not there")
        time.sleep(1.0)
    designer.go_to_rows()
    designer.settle()
    state = designer.state()
    if state["current"] not in state["deck"]:
        raise Stumbled(f"the deck says {state['deck']} of {state['current']}")
    designer.tell("two minutes without a false alarm")


def _gone(designer: Designer, name: str) -> bool:
    return not list(designer.hour_sounds.folder.rglob(name))


def long_file(designer: Designer) -> None:
    """Finds the walk of twenty minutes by its name, and plays it from its start or from the best match."""
    since = designer.window.mark()
    designer.ask(f'"{Path(WALK).stem}"')
    designer.go_to_rows()
    started = designer.window.wait("started", lambda line: line["path"].endswith(WALK), since=since)
    designer.picture("walk")
    moments = designer.look("[moment.start_s for moment in window.results.current_hit().moments]")
    if started["start_s"] and moments and abs(started["start_s"] - moments[0]) > 1.0:
        raise Stumbled(f"it plays from {started['start_s']:.0f} s; it fits best at {moments[0]:.0f} s")
    designer.tell(f"plays from {started['start_s'] or 0.0:.1f} s")
    designer.key("Escape")


def moments_fit(designer: Designer) -> None:
    """Finds a bell in the walk of twenty minutes: its moments, which are dragged, are shorter than windows."""
    designer.ask("bell ringing dur:>10m")
    designer.go_to_rows()
    designer.settle()
    bounds = designer.look("[[one.start_s, one.end_s] for one in window.results.current_hit().moments[:5]]")
    designer.picture("moment")
    designer.tell("lengths " + ", ".join(f"{end - start:.2f} s" for start, end in bounds))
    if not bounds or sum(end - start < 4.5 for start, end in bounds) * 2 < len(bounds):
        raise Stumbled(f"moments are windows: {bounds}")


def deck_height(designer: Designer) -> None:
    """Presses H: the deck takes half of the window, and shrinks again; six channels have 24 pixels each."""
    designer.ask(f'"{Path(SURROUND).stem}"')
    designer.go_to_rows()
    designer.settle()
    small = designer.look("window.deck.height()")
    designer.key("h")
    see_to(lambda: designer.look("window.deck.height()") > small, "H does not make the deck taller")
    designer.settle()
    wave = "window.deck.waveform"
    see_to(lambda: designer.look(f"len({wave}.scene.lanes({wave}.height()))") == 6, "six channels have not six lanes")
    lane = designer.look(f"{wave}.height() / len({wave}.scene.lanes({wave}.height()))")
    designer.picture("tall")
    designer.key("h")
    if lane < 24:
        raise Stumbled(f"a channel has {lane:.0f} pixels")
    designer.tell(f"{small} px, {lane:.0f} px a channel when tall")


STATIONS = {
    "Three folders at once": add_three,
    "All is heard": all_heard,
    "A filter changes no mark": filters_change_no_mark,
    "What was dragged stays": drag_stays,
    "Examples end": examples_end,
    "Undo of two kinds": two_undos,
    "Keys stay in boxes": keys_stay_in_boxes,
    "A long file": long_file,
    "Moments": moments_fit,
    "The deck's height": deck_height,
    "A UCS name and back": rename_and_undo,
    "Missing files": missing_is_true,
}
