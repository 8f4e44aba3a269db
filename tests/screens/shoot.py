"""One window, every screen: tests/screens starts it for one size, theme and language, on its own display.

Arguments: the folder with `library`, `named-library` and `Sounds`, the folder for the pictures, theme, language, and
scenes (none: all).
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app.app import EarshotApp
from desktop.app.start import make_earshot
from desktop.features.duplicates.page import DuplicatesPage
from desktop.features.markers.silence_panel import SilencePanel
from desktop.features.spotting.feature import SpottingFeature
from desktop.features.user_data.dialog import ImportDialog
from desktop.search.bar.chips import ChipButton
from desktop.window.main_window import MainWindow
from desktop.work.requests import Reference
from engine.base.events import ReembeddingProgress
from engine.base.types import Colour
from engine.library.library import Library
from engine.search.question import Question
from tests.desktop.features.housekeeping.acts import seen
from tests.helpers.controls import whole_rows
from tests.screens import owner, retraining, self_test, shared
from tests.screens.scene import Scene, Step
from tests.screens.words_on_show import words_on_show

_STEP_MS = 350
_MOST_STEPS = 200


def scenes(earshot: EarshotApp) -> Iterator[Scene]:
    """Yields every screen, in the order a new user meets them."""
    window, commands = earshot.window, earshot.commands
    bar, deck = window.search_bar, window.deck

    def do(id: str) -> Step:
        return commands.action(id).trigger

    def find(words: str, filters: str = "") -> Step:
        def ask() -> None:
            window.show_page("results")
            bar.set_filters(filters)
            bar.set_text(words)

        return ask

    def row(number: int) -> Step:
        def go() -> None:
            window.results.setFocus()
            window.results.go_to(number)

        return go

    yield Scene("01-newest", (find(""), row(0)))
    yield Scene("02-results", (find("rain on a roof"), row(0)))
    yield Scene(
        "03-filters", (find("metal", "dur:<5"), lambda: _check(commands.action("search.filters"), True), row(0))
    )
    yield Scene("04-nothing-found", (find('"amen break 174"'),))
    yield Scene("05-moments", (find("thunder"), lambda: _check(commands.action("search.filters"), False), row(0)))
    yield Scene("06-spectrogram", (find("bird"), row(0), do("waveform.look"), lambda: _select(deck, 0.2, 0.5)), 1500)
    yield Scene("07-zoomed", (do("waveform.zoom_in"),) * 4, 1200)
    yield Scene("08-similar", (do("waveform.fit"), do("waveform.look"), do("waveform.look"), row(1), _similar(earshot)))
    yield Scene(
        "48-refined",
        (
            find("metal"),
            row(2),
            do("find.more_like"),
            row(0),
            do("find.more_like"),
            row(4),
            do("find.less_like"),
            lambda: _weigh(earshot),
            row(1),
            lambda: _hover(window, 3),
        ),
        1500,
    )
    yield Scene(
        "50-takes",
        (find("knocking on a door"), lambda: bar.variety.slider.setValue(1), row(0), _open_row(earshot)),
        1500,
    )
    yield Scene("51-different", (lambda: bar.variety.slider.setValue(4), row(0)), 1500)
    yield Scene("09-details", (find("door"), row(0), lambda: _check(commands.action("view.inspector"), True)))
    yield Scene("43-more-controls", (deck.controls.more.click,))
    yield Scene("44-details-of-nothing", (find('"amen break 174"'),))
    yield Scene("10-marks", (find("door"), row(1), do("keep.rate_4"), do("keep.colour_green"), _tag(earshot), row(1)))
    yield Scene("57-split-at-silences", (find("door"), row(0), do("markers.split")), 1500)
    yield Scene("58-regions", (lambda: _make_regions(window),), 1500)
    yield Scene("59-picks", _picks(earshot), 1500)
    yield Scene("11-suggestions", (row(2), do("metadata.suggest")), 1800)
    yield Scene("50-why", (find("rusty door creaking"), row(0), do("find.why")), 1500)
    yield Scene("12-edit", (row(0), do("metadata.edit")))
    yield Scene("13-rename", (row(0), do("metadata.rename")))
    yield Scene("14-collections", (lambda: _check(commands.action("view.inspector"), False), *_collections(earshot)))
    yield Scene("15-map", (lambda: _check(commands.action("view.inspector"), False), find(""), do("view.map")), 2500)
    yield Scene("16-duplicates", (lambda: window.show_page("results"), do("library.duplicates")), 2500)
    yield Scene("17-missing", (do("library.missing"),), 1500)
    yield Scene("18-palette", (find("wind"), do("window.palette")))
    yield Scene("19-shortcuts", (do("help.keys"),))
    yield Scene("20-preferences", (do("edit.preferences"),))
    yield Scene("21-models", (do("library.models"),), 1500)
    yield Scene("22-failures", (do("library.failures"),))
    yield Scene("23-guide", (do("help.guide"),))
    yield Scene("24-about", (do("help.about"),))
    yield Scene("25-row-menu", (find("wind"), row(1), _row_menu(earshot)))
    yield Scene("47-columns", (find("wind"), lambda: _columns(window)))
    yield Scene("26-sound-menu", (lambda: _open_menu(earshot, "Sound"),))
    yield Scene("27-typing", (find(""), lambda: bar.field.setFocus(), lambda: _type(earshot, "wi")))
    yield Scene("28-export", (find("wind"), do("export.collect")))
    yield Scene("53-round-robin", (find("footsteps"), row(0), do("export.round_robin")), 1500)
    yield Scene("56-background", (find("rain"), row(0), do("sound.same_background")), 3000)
    yield Scene("45-import", (lambda: _import(earshot),))
    yield Scene("37-say", (find("", 'say:"open the door"'), row(0)), 2500)
    yield Scene("38-sketch", (find("", "in:Voices"), _go_to_away(earshot)), 3000)

    def near() -> None:
        page = window.findChild(DuplicatesPage)
        assert page is not None
        page.tabs.setCurrentIndex(1)
        page.start.click()

    yield Scene("40-folded-words", (find("downpour"), row(0)))
    yield Scene("41-unreadable-filter", (find("dur:abc rain"),))
    yield Scene("46-other-languages", (find("pluie sur un toit with thundr"),), 2500)
    yield Scene("42-empty-deck", (find("rain"),))
    yield Scene("39-patterns", (do("library.duplicates"), near), 6000)
    yield Scene("48-spotting-empty", (lambda: window.show_page("results"), do("library.spotting")), 1500)
    yield Scene("49-spotting", (_spot(earshot), _pick(earshot)), 4000)
    yield Scene("50-owner", (find("rain"), owner.teach(earshot)), 6000)
    yield Scene("51-owner-search", (owner.close(earshot), find("our storm"), row(0)), 2500)
    yield Scene("29-learning", (find("wind"), lambda: _learning(earshot)))
    for number, (name, show) in enumerate(retraining.pages(earshot).items(), start=30):
        yield Scene(f"{number}-retrain-{name}", (show,))


_SCENE = """\
01:00:02:00 steady rain on a metal roof
01:00:05:10 SFX: OLD GATE CREAKS OPEN
01:00:07:00 heavy wooden door slams
01:00:09:12 dog barks far away
01:00:11:00 thunder rolls
01:00:14:05 glass breaks on stone
01:00:16:00 footsteps on gravel, running
01:00:19:20 car starts and drives off
01:00:24:00 wind howls in a chimney
"""


def _spot(earshot: EarshotApp) -> Step:
    def paste() -> None:
        QGuiApplication.clipboard().setText(_SCENE)
        _spotting(earshot).paste()

    return paste


def _pick(earshot: EarshotApp) -> Step:
    """Picks sounds for the first cues, once they are there."""

    def pick() -> None:
        right = _spotting(earshot).page.right
        for key in (Qt.Key.Key_1, Qt.Key.Key_Tab, Qt.Key.Key_2, Qt.Key.Key_Tab, Qt.Key.Key_1, Qt.Key.Key_Tab):
            QTest.keyClick(right, key)

    return lambda: QTimer.singleShot(2500, pick)


def _spotting(earshot: EarshotApp) -> SpottingFeature:
    return next(feature for feature in earshot.features if isinstance(feature, SpottingFeature))


def _learning(earshot: EarshotApp) -> None:
    strip = earshot.learning.strip
    strip.begin()
    strip.take(ReembeddingProgress("starter 2", "0" * 32, "starter", 1_240, 9_000, 0, eta_s=310.0))


def _import(earshot: EarshotApp) -> None:
    dialog = ImportDialog("My ratings, tags and collections.jsonl", seen(), earshot.window)
    dialog.tree.topLevelItem(0).setExpanded(True)  # type: ignore[union-attr]
    dialog.tree.topLevelItem(4).setExpanded(True)  # type: ignore[union-attr]
    dialog.open()


def _go_to_away(earshot: EarshotApp) -> Step:
    """Selects the sound whose file is away, wherever it is listed."""

    def go() -> None:
        results = earshot.window.results
        results.setFocus()
        for row in range(results.model().rowCount()):
            results.go_to(row)
            hit = results.current_hit()
            if hit is not None and not Path(hit.sound.path.native).exists():
                return

    return go


def _check(action: "object", is_on: bool) -> None:
    action.setChecked(is_on)  # type: ignore[attr-defined]


def _picks(earshot: EarshotApp) -> tuple[Step, ...]:
    """Picks the moments of three rows, and shows the list."""
    pick, show = earshot.commands.action("picks.add"), earshot.commands.action("picks.show")
    rows = [step for row in (0, 5, 6) for step in (lambda row=row: earshot.window.results.go_to(row), pick.trigger)]
    return (*rows, show.trigger)


def _make_regions(window: MainWindow) -> None:
    panel = window.findChild(SilencePanel)
    assert panel is not None
    panel.make_button.click()


def _select(deck: "object", first: float, last: float) -> None:
    wave = deck.waveform  # type: ignore[attr-defined]
    hit = deck.hit  # type: ignore[attr-defined]
    if hit is not None and hit.sound.info is not None:
        wave.select(first * hit.sound.info.duration_s, last * hit.sound.info.duration_s)


def _similar(earshot: EarshotApp) -> Step:
    def ask() -> None:
        hit = earshot.window.results.current_hit()
        if hit is not None:
            earshot.window.search_bar.set_reference(Reference(hit.sound.path, hit.sound.id))

    return ask


def _weigh(earshot: EarshotApp) -> None:
    """Doubles the weight of the question's first sound."""
    chip = next(
        chip for chip in earshot.window.search_bar.chip_row.chips if isinstance(chip, ChipButton) and chip.chip.key
    )
    chip.weighed.emit(2.0)


def _open_row(earshot: EarshotApp) -> Step:
    def open_it() -> None:
        model = earshot.window.model
        row = next((row for row in range(model.rowCount()) if model.has_under(row)), 0)
        earshot.window.results.go_to(row)
        earshot.window.results.toggle_open(row)

    return open_it


def _hover(window: MainWindow, row: int) -> None:
    """Moves the pointer onto a row."""
    window.results._hover(row)


def _tag(earshot: EarshotApp) -> Step:
    def tag() -> None:
        ids = earshot.window.results.selected_ids()
        earshot.search.ask(lambda library: library.keeping.add_tags(ids, ["wood", "interior"]))
        earshot.search.ask(lambda library: library.keeping.set_colour(ids, Colour.GREEN))

    return tag


def _collections(earshot: EarshotApp) -> Iterator[Step]:
    def fill(library: Library) -> None:
        for name, words in (("Ambiences", "in:Weather"), ("Doors", "cat:DOORS")):
            if library.keeping.collection_named(name) is None:
                collection, _ = library.keeping.make_collection(name)
                library.keeping.add_to(collection.id, library.rank(Question(words)).ids)

    def make() -> None:
        earshot.search.ask(fill)
        earshot.search.catch_up()

    yield make
    yield lambda: earshot.window.search_bar.set_text("")
    yield lambda: earshot.window.search_bar.set_scope("collection:Ambiences")


def _row_menu(earshot: EarshotApp) -> Step:
    def show() -> None:
        view = earshot.window.results
        at = view.visualRect(view.currentIndex()).center()
        earshot.commands.row_menu(earshot.window).popup(view.viewport().mapToGlobal(at))

    return show


def _columns(window: MainWindow) -> None:
    header = window.results.columns
    header.menu().popup(header.mapToGlobal(header.rect().bottomLeft()))


def _open_menu(earshot: EarshotApp, name: str) -> None:
    bar = earshot.window.menuBar()
    for action in bar.actions():
        if action.menu() is earshot.commands.menus[name]:
            earshot.commands.menus[name].popup(bar.mapToGlobal(bar.actionGeometry(action).bottomLeft()))


def _type(earshot: EarshotApp, text: str) -> None:
    earshot.window.search_bar.field.setText(text)
    earshot.window.search_bar.open_list()


def wait(milliseconds: int) -> None:
    """Runs the event loop for a while: threads answer, pictures are drawn."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def close_all() -> None:
    for _ in range(8):
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif modal is not None:
            modal.close()
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible() and widget.windowTitle() != "Earshot" and widget.isWindow():
            widget.close()


def shoot(earshot: EarshotApp, found: Iterator[Scene], out: Path, wanted: list[str]) -> int:
    """Takes the pictures; returns the number of failures."""
    bad = 0
    for scene in found:
        if wanted and not any(name in scene.name for name in wanted):
            continue
        for step in scene.steps:
            QTimer.singleShot(0, step)  # a dialog may return only once it is closed
            wait(_STEP_MS)
        wait(scene.settle_ms)
        bad += _picture(out, scene.name)
        if "filters" in scene.name:
            rows, size = whole_rows(earshot.window.results), earshot.window.frameGeometry().size()
            print(f"{size.width()}x{size.height()}: {rows} whole rows in {scene.name}", flush=True)
        close_all()
        wait(100)
    return bad


def main() -> int:
    folder, out, theme, language = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    settings = out / "window.json"
    settings.write_text(json.dumps({"version": 1, "theme": theme, "language": language}), encoding="utf-8")
    app = QApplication(["earshot"])
    arguments = ["--settings", str(settings)]
    done: list[int] = []
    if not sys.argv[5:] or "first" in " ".join(sys.argv[5:]):
        done.append(_first_run(app, [*arguments, "--create", "--library", str(out / "empty")], out))
    wanted = sys.argv[5:]
    if wanted and all("first" in name for name in wanted):
        return sum(done)
    for name, made in (("library", scenes), ("named-library", self_test.scenes)):
        done.append(_shoot_library(app, [*arguments, "--library", str(folder / name)], made, out, wanted))
    if not wanted or any("shared" in name for name in wanted):
        acts = shared.SharedActs(folder)
        try:
            given = [*arguments, "--library", str(acts.library)]
            done.append(_shoot_library(app, given, acts.scenes, out, []))
        finally:
            acts.end()
    settings.unlink(missing_ok=True)
    return sum(done)


def _shoot_library(
    app: QApplication, arguments: list[str], made: Callable[[EarshotApp], Iterator[Scene]], out: Path, wanted: list[str]
) -> int:
    earshot = make_earshot(app, arguments)
    earshot.open()
    earshot.window.showMaximized()
    wait(3000)
    _warm_up(earshot)
    bad = shoot(earshot, made(earshot), out, wanted)
    earshot.quit()
    earshot.close()
    return bad


def _warm_up(earshot: EarshotApp) -> None:
    """Asks once, and waits for the answer: the first question loads the model, and a picture would not wait for it."""
    words = "wind"
    earshot.window.search_bar.set_text(words)
    for _ in range(_MOST_STEPS):
        wait(_STEP_MS)
        on_show = earshot.finding.on_show
        if on_show is not None and on_show.text == words and earshot.window.model.rowCount():
            return
    raise AssertionError("the library does not answer")


def _first_run(app: QApplication, arguments: list[str], out: Path) -> int:
    earshot = make_earshot(app, arguments)
    earshot.open()
    earshot.window.showMaximized()
    for _ in range(_MOST_STEPS):  # until the page says how long analysing takes here
        wait(_STEP_MS)
        if "computer" in earshot.window.empty.cost.text():
            break
    wait(_STEP_MS)
    bad = _picture(out, "00-first-run")
    earshot.quit()
    earshot.close()
    return bad


def _picture(out: Path, name: str) -> int:
    """Saves the screen, and the words on it; returns 1 if that failed."""
    (out / f"{name}.txt").write_text("\n".join(words_on_show()), encoding="utf-8")
    return int(not QApplication.primaryScreen().grabWindow(0).save(str(out / f"{name}.png")))


if __name__ == "__main__":
    sys.exit(main())
