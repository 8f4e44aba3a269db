"""Further steps of newcomer_steps.py: the map, model packs, the walk and its moments, six channels, preferences."""

from pathlib import Path

from tests.helpers.qt import wait_until
from tests.screens.newcomer_sounds import FIELD_FOLDER, NUMBERED_FOLDER, SURROUND, WALK, WALK_S
from tests.screens.newcomer_user import Newcomer, Stumbled, see_to

_VIEW = "features['MapFeature'].page.view"
_COUNTS = "features['MapFeature'].page.counts.text()"
_MAKING_S = 300.0


def delete_two(folder: Path) -> list[str]:
    """Deletes two files, as in a file manager; returns their names."""
    gone = sorted((folder / NUMBERED_FOLDER).iterdir())[:2]
    for path in gone:
        path.unlink()
    return [path.name for path in gone]


def the_map(new: Newcomer) -> None:
    """Makes the map, which lights up search results, plays at a click, zooms, and lists what a lasso encloses."""
    new.ask("bird")
    new.menu("View", "Map")
    see_to(lambda: new.look("window.page") == "map", "the menu does not open the map")
    if any(one["name"].startswith("button Make") for one in new.walk("list")["controls"]):
        new.press("^button Make")
    see_to(lambda: new.look(f"{_VIEW}.isVisible()"), "no map comes", _MAKING_S)
    if new.look(f"{_VIEW}.width()") <= 400:
        raise Stumbled("the map does not fill its page")
    see_to(lambda: "match the search" in new.look(_COUNTS), "it does not say how much of it was searched for")
    lit = new.look(f"[int(row) for row in {_VIEW}._above.nonzero()[0]]")
    if not lit:
        raise Stumbled("nothing on the map is lit")
    new.settle()
    new.photograph()
    since = new.window.mark()
    new.window.hands.click(new.look(_at(lit[0])))
    new.window.wait("started", since=since)
    see_to(lambda: new.look("window.deck.hit is not None"), "a click does not bring the sound to the deck")
    scale = new.look(f"{_VIEW}.viewport.scale")
    new.press("^button Zoom in")
    see_to(lambda: new.look(f"{_VIEW}.viewport.scale") > scale, "the map does not grow")
    new.press("^button Show everything")
    new.settle()
    _lasso_all(new)
    new.ask("bird")


def _at(row: int) -> str:
    return f"(lambda at: [at.x(), at.y()])({_VIEW}.mapToGlobal({_VIEW}.point_px({row}).toPoint()))"


def _lasso_all(new: Newcomer) -> None:
    """Draws a line round everything with Shift held down."""
    left, top = new.look(f"[*{_VIEW}.mapToGlobal({_VIEW}.rect().topLeft()).toTuple()]")
    right, bottom = new.look(f"[*{_VIEW}.mapToGlobal({_VIEW}.rect().bottomRight()).toTuple()]")
    corners = [(left + 4, top + 4), (right - 4, top + 4), (right - 4, bottom - 4), (left + 4, bottom - 4)]
    since = new.window.mark()
    do = new.window.hands.do
    do("keydown", "shift", "mousemove", *corners[0], "mousedown", 1)
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        for step in range(1, 9):
            x, y = (start[at] + (end[at] - start[at]) * step // 8 for at in (0, 1))
            do("mousemove", x, y)
    do("mouseup", 1, "keyup", "shift")
    new.window.wait("shown", since=since)
    see_to(lambda: new.look("window.page") == "results", "what the lasso encloses is not listed")
    if not new.state()["rows"]:
        raise Stumbled("the lasso encloses nothing")
    new.press("^row Library: All sounds")
    see_to(lambda: "the map" not in " ".join(new.state()["chips"]), "All sounds does not leave what the lasso enclosed")


def model_packs(new: Newcomer) -> None:
    """Opens the packs, whose explanations expand; verifies one, and starts and cancels learning with another."""
    new.menu("Library", "Model packs")
    see_to(lambda: not new.walk("is_main"), "the menu does not open the dialog")
    new.settle()
    new.photograph()
    before = len(new.words())
    new.press("^button More")
    see_to(lambda: len(new.words()) > before, "More tells no more")
    new.press("^button Verify")
    see_to(lambda: "erifying" not in new.words(), "the pack is not verified", 60.0)
    if new.sounds.are_recorded:
        new.press("^row .*starter-tiny")
        new.press("^button Use this pack")
        new.settle()
        new.press("^button Re-analyse")
        strip = "app.learning.strip.isVisible()"
        see_to(lambda: new.look(strip), "nothing says that the other model learns", 60.0)
        new.press("^button Close")
        see_to(lambda: new.walk("is_main"), "the dialog cannot be closed while a model learns")
        new.press("^button Keep using the present model")
        see_to(lambda: not new.look(strip), "the learning cannot be left", 60.0)
        if not new.ask("bird"):
            raise Stumbled("nothing is found after a learning that was left")
    else:
        new.key("Escape")
        see_to(lambda: new.walk("is_main"), "Esc does not leave the dialog")


def moments(new: Newcomer) -> None:
    """Opens the walk: its moments are rows with the length of a moment."""
    new.ask(f'"{Path(WALK).stem}"')
    new.key("ctrl+f", "ctrl+a")
    new.ask("footsteps in:" + FIELD_FOLDER)
    names = new.state()["names"]
    if WALK not in names:
        raise Stumbled(f"the walk is not found among {names[:5]}")
    new.key("Down")
    for _ in range(names.index(WALK)):
        new.key("Down")
    new.settle()
    rows = new.state()["rows"]
    new.key("Right")
    see_to(lambda: new.state()["rows"] > rows, "the walk does not open into its moments")
    lengths = new.look(
        "[str(window.model.index(row, column).data()) for row in range(window.model.rowCount())"
        " for column in range(window.model.columnCount()) if 'Length' in"
        " str(window.model.headerData(column, __import__('PySide6.QtCore').QtCore.Qt.Orientation.Horizontal))]"
    )
    whole = f"{int(WALK_S // 60)}:{int(WALK_S % 60):02d}"
    if sum(length.startswith(whole) for length in lengths) > 1:
        raise Stumbled(f"a moment's row shows the file's length, {whole}")


def drawn_lanes(new: Newcomer) -> None:
    """Opens the 5.1 file: six lanes, and no control of the deck is pushed out."""
    new.ask(f'"{Path(SURROUND).stem}"')
    new.key("Down")
    see_to(lambda: SURROUND in str(new.state()["deck"]) or "surround" in str(new.state()["deck"]), "it is not loaded")
    new.settle()
    wave = "window.deck.waveform"
    lanes = f"len({wave}.scene.lanes({wave}.height()))"
    try:
        wait_until(lambda: new.look(lanes) == 6, "six lanes", 20.0)
    except AssertionError:
        raise Stumbled(f"six channels are drawn as {new.look(lanes)} lane(s)") from None
    for one in new.walk("list")["controls"]:
        if one["kind"] == "button" and one["is_enabled"]:
            aimed = new.walk("aim", one["name"])
            if aimed is not None and not aimed["is_met"]:
                raise Stumbled(f"{one['name']} is pushed out of sight")


def out_of_the_box(new: Newcomer) -> None:
    """Chooses German in the preferences by mouse and keys, and quits with a row selected."""
    new.menu("Edit", "Preferences")
    see_to(lambda: not new.walk("is_main"), "the menu does not open the preferences")
    new.settle()
    new.press("^row .*Appearance|^tab Appearance|^button Appearance")
    new.settle()
    new.photograph()
    new.press("^choice Language")
    new.settle()
    new.key("End", "Return")
    see_to(lambda: new.look("app.settings.values.language") == "de", "German cannot be chosen")
    new.settle()
    new.key("Escape")
    see_to(lambda: new.walk("is_main"), "Esc does not leave the preferences")
    new.ask("water")
    new.key("Down", "Down")
    see_to(lambda: new.state()["current"] is not None, "no row can be chosen")
    new.key("Escape")
    new.kept.update(words="water", current=new.state()["current"])
