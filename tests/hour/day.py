"""Stations of a working day: spotting, the self-test, categories by ear, four sizes, two languages, exit, restart."""

import subprocess
import time

from tests.hour.designer import Designer
from tests.screens.newcomer_user import Stumbled, see_to

SIZES = ((860, 560), (1100, 700), (1440, 900))
_CUES = "Gunshot, single\nDoor slam\nRain on a roof\nDog barking, two times\n"
_CUT = "__import__('tests.helpers.clipping').helpers.clipping.cut_texts(window)"
_TEST_S = 600.0


def spotting(designer: Designer) -> None:
    """Pastes four cues; each gets an answer with its strength, Enter picks and goes on."""
    feature = "features['SpottingFeature']"
    clip = f"__import__('PySide6.QtWidgets').QtWidgets.QApplication.clipboard().setText({_CUES!r})"
    designer.look(clip)
    designer.key("ctrl+shift+s")
    see_to(lambda: designer.look("window.page") == "spotting", "the key does not open the page")
    designer.key("ctrl+v")
    see_to(lambda: designer.look(f"len({feature}._answers)") == 4, "not every cue is answered", 60.0)
    designer.key("Return")
    see_to(lambda: designer.look(f"{feature}.list.picked") == 1, "Enter does not pick")
    see_to(lambda: designer.look(f"{feature}.list.at") == 1, "Enter does not go on to the next cue")
    designer.picture("spotting")
    designer.key("Escape")


def self_test(designer: Designer) -> None:
    """Tests the library by its names; a name that only belongs to a container makes no kind."""
    designer.menu("Library", "Test search quality")
    see_to(lambda: not designer.walk("is_main"), "the menu does not open the dialog")
    designer.settle()
    for name in ("Start", "Test"):
        if any(one["name"].startswith(f"button {name}") for one in designer.walk("list")["controls"]):
            designer.press(f"^button {name}")
            break
    shown = "features['SelfTestFeature'].dialog.kinds.list.topLevelItemCount()"
    see_to(lambda: designer.look(shown) > 0, "no kinds come", _TEST_S)
    designer.settle()
    kinds = [
        str(kind).lower()
        for kind in designer.look(
            "[features['SelfTestFeature'].dialog.kinds.list.topLevelItem(row).text(0)"
            " for row in range(features['SelfTestFeature'].dialog.kinds.list.topLevelItemCount())]"
        )
    ]
    designer.picture("self-test")
    if containers := {
        "out",
        "effects",
        "mixed",
        "library",
        "recorder",
        "field",
        "location",
        "the",
        "and",
        "being",
        "long",
    } & set(kinds):
        raise Stumbled(f"no kind, and counted as one: {', '.join(sorted(containers))}")
    designer.tell(f"{len(kinds)} kinds: {', '.join(kinds[:4])}…")
    designer.key("Escape")


def category_by_ear(designer: Designer) -> None:
    """Filters by Category over files that have none: suggests categories by sound, and marks them as such."""
    designer.ask("in:Recorder")
    if not designer.look("features['PlacesControl'].strip.isVisible()"):
        designer.key("ctrl+shift+f")
    designer.settle()
    designer.press("^button .*Category")
    designer.settle()
    designer.picture("categories")
    said = designer.words().lower()
    designer.key("Escape")
    if "by ear" not in said:
        raise Stumbled("no category is offered by ear for files that have none")


def four_sizes(designer: Designer) -> None:
    """Shows results and Details at 860×560, 1100×700 and 1440×900: no text is cut or covered."""
    designer.ask("thunder")
    designer.go_to_rows()
    if not designer.look("window.inspector.isVisible()"):
        designer.key("ctrl+i")
    faults = []
    scale = round(designer.look("window.devicePixelRatio()"))
    for width, height in SIZES:
        size = width * scale, height * scale
        designer.hands.do("search", "--onlyvisible", "--name", "^Earshot$", "windowsize", "--sync", *size)
        designer.settle()
        designer.picture(f"{width}x{height}")
        faults += [f"{width}x{height}: {fault}" for fault in designer.look(_CUT)]
        if (room := designer.look("window.search_bar.field.width()")) < 240:
            faults.append(f"{width}x{height}: the field has {room} px")
    if faults:
        raise Stumbled("; ".join(faults))


def sounds_left_alone(designer: Designer) -> None:
    """Rates and plays a sound in a window with --read-only; a new name is refused with the reason."""
    designer.ask("bell")
    designer.go_to_rows()
    designer.key("ctrl+4")
    see_to(lambda: designer.look("window.results.current_hit().sound.marks.rating") == 4, "no rating", 20.0)
    name = designer.state()["current"]
    designer.rename("BELLMisc")
    see_to(lambda: "alone" in designer.words().lower(), "nothing says that sounds are left alone", 30.0)
    if not list(designer.hour_sounds.folder.rglob(name)):
        raise Stumbled("the file is renamed all the same")
    designer.picture("left-alone")


def leave_and_come_back(designer: Designer) -> None:
    """Searches for words and presses Ctrl+Q: from the key to the end of the process."""
    designer.ask("water")
    designer.go_to_rows()
    designer.key("Escape")
    designer.settle()
    designer.hour.kept["current"] = designer.state()["current"]
    designer.picture("before")
    began = time.monotonic()
    designer.key("ctrl+q")
    try:
        designer.window.process.wait(60)
    except subprocess.TimeoutExpired:
        raise Stumbled("it does not end within a minute") from None
    designer.tell(f"gone {time.monotonic() - began:.2f} s after the key")


def as_it_was(designer: Designer) -> None:
    """Starts again with the same words, rows, row under the cursor and collection; the dragged part still exists."""
    designer.picture("again")
    state = designer.state()
    if state["words"] != "water" or state["current"] != designer.hour.kept.get("current"):
        raise Stumbled(f"it comes back with {state['words']!r} at {state['current']!r}")
    see_to(
        lambda: "Storm" in designer.look("[one.name for one in features['MarksControl'].collections.collections]"),
        "the collection is not there",
    )
    dragged = designer.hour.kept.get("dragged")
    if dragged is not None and not dragged.exists():
        raise Stumbled(f"{dragged} is gone")
    said = designer.words()
    for riddle in ("Make a collection with", "Opening your library"):
        if riddle in said:
            raise Stumbled(f"it still says {riddle!r}")


FIRST = {
    "Spotting": spotting,
    "Self-test": self_test,
    "Categories by ear": category_by_ear,
    "Sizes": four_sizes,
    "Leaving": leave_and_come_back,
}
"""In the first window, after the stations."""
AGAIN = {"The next start": as_it_was}
LEFT_ALONE = {"Sounds left alone": sounds_left_alone}
LARGE_LETTERS = {"Sizes at scale 2": four_sizes}
GERMAN = {"In German": four_sizes}
