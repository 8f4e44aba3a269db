"""Further steps of newcomer_steps.py: the walk and its moments, six channels, preferences."""

from pathlib import Path

from tests.screens.newcomer_sounds import FIELD_FOLDER, NUMBERED_FOLDER, SURROUND, WALK, WALK_S
from tests.screens.newcomer_user import Newcomer, Stumbled, see_to


def delete_two(folder: Path) -> list[str]:
    """Takes two files away, as somebody would in the file manager; their names."""
    gone = sorted((folder / NUMBERED_FOLDER).iterdir())[:2]
    for path in gone:
        path.unlink()
    return [path.name for path in gone]


def moments(new: Newcomer) -> None:
    """The walk is opened: its moments are rows that show the length of a moment."""
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
    """The 5.1 file is drawn as six lanes, and no control of the deck is pushed out."""
    new.ask(f'"{Path(SURROUND).stem}"')
    new.key("Down")
    see_to(lambda: SURROUND in str(new.state()["deck"]) or "surround" in str(new.state()["deck"]), "it is not loaded")
    new.settle()
    wave = "window.deck.waveform"
    lanes = new.look(f"len({wave}.scene.lanes({wave}.height()))")
    if lanes != 6:
        raise Stumbled(f"six channels are drawn as {lanes} lane(s)")
    for one in new.walk("list")["controls"]:
        if one["kind"] == "button" and one["is_enabled"]:
            aimed = new.walk("aim", one["name"])
            if aimed is not None and not aimed["is_met"]:
                raise Stumbled(f"{one['name']} is pushed out of sight")


def out_of_the_box(new: Newcomer) -> None:
    """The preferences: German is chosen by mouse and keys; then the window is left with a row chosen."""
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
