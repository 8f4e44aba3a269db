"""Drags and copies rows, selections and moments out of the window as real files, with effects applied.

Rendering starts when a selection settles or a row is pressed, so that most files are ready when the drag starts. The
drag waits for the rest while the button is held; the window stays responsive.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from desktop.base import engine_words
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.drag_folder import DragFolder
from desktop.controllers.drag_out.drag_wait import WaitResult, wait_held
from desktop.controllers.drag_out.exported_files import ExportedFiles, former_folder
from desktop.controllers.drag_out.orders import Order, orders_of
from desktop.controllers.drag_out.render_queue import RenderQueue
from desktop.controllers.drag_out.staging import RenderOrder, StagingFolder, ready_folder
from desktop.controllers.feature import FeatureHub
from desktop.results.rows_view import MOST_HELD
from desktop.widgets.drag import drag_out, mime_of
from desktop.window.commands import Context
from desktop.work.jobs import Jobs
from engine.audio.effects import Effects
from engine.base.cancellation import Cancel
from engine.base.lazy_import import later
from engine.base.messages import Message
from engine.base.types import Hit, Moment, SoundId
from engine.transfer.collect import ExportItem
from engine.transfer.profile import Profile

if TYPE_CHECKING:
    from engine.transfer import transfer as transferring
else:
    transferring = later("engine.transfer.transfer")

_SETTLE_MS = 250
"""How long a selection rests before rendering starts."""
_PRESS_MS = 120
"""A row pressed this long is probably dragged; a click is shorter."""
_LONGEST_READY_S = 600.0
"""Longer stretches are rendered only when dragged."""
_MOST_READY = 8
"""More rows than this are rendered only when dragged."""


class DragOut(QObject):
    """Drags and copies sounds out of the window. GUI thread only."""

    given = Signal(object)
    """Ids of sounds that another program received."""
    logged = Signal()
    """What was received is in the log of exports."""

    def __init__(
        self,
        window: ports.MainWindow,
        app: QApplication,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        playback: ports.PlaybackControl,
        start: ports.WindowStart,
        notices: ports.Notices,
        results: ports.ResultsView,
        deck: ports.Deck,
        hub: FeatureHub,
        settings: ports.SettingsFile,
    ) -> None:
        super().__init__()
        self._window, self._app, self._theme, self._commands, self._search = window, app, theme, commands, search
        self._playback, self._notices, self._results, self._deck, self._hub = playback, notices, results, deck, hub
        self._jobs = Jobs(self)
        self._handed = ExportedFiles(start.settings_file.with_name("dragged.jsonl"), former_folder())
        self.renders = RenderQueue(StagingFolder(ready_folder(), self._handed), self._jobs, self)
        self.place = DragFolder(window, settings, commands, self._jobs, notices, self._handed, self)
        self._is_closed = False
        self._prepared: tuple[Order, ...] = ()
        self._leaving: tuple[RenderOrder, ...] = ()
        self._copying: tuple[tuple[Order, ...], tuple[SoundId, ...]] | None = None
        self._settle = single_shot(self, _SETTLE_MS, self._prepare_selection)
        self._press = single_shot(self, _PRESS_MS, self._prepare_rows)
        wave, results = deck.waveform, results
        wave.selection_changed.connect(self._wish_changed)
        wave.grip_pressed.connect(self._prepare_region)
        wave.drag_wanted.connect(self.drag_region)
        playback.effects_changed.connect(self._wish_changed)
        results.pressed.connect(self._row_pressed)
        results.drag_wanted.connect(lambda hits: self.drag_rows())
        self.renders.changed.connect(self._copy_if_ready)
        self.renders.failed.connect(lambda message, advice: notices.warn(message, advice, "drag"))
        self._window.closing.connect(self.close)
        hub.profile_changed.connect(self._wish_changed)
        self._add_commands()

    def close(self) -> None:
        """Stops rendering, and removes files that nobody received."""
        self._is_closed = True
        self._settle.stop()
        self._press.stop()
        self._jobs.close()
        self.renders.staging.close()

    # -- dragging ------------------------------------------------------------------------------------------------

    def drag_rows(self) -> None:
        """Drags the selected rows out as files, with the current effects; a moment's row as that moment only."""
        wishes = self._wishes()
        if not wishes:
            self._notices.warn(
                translate(
                    "DragOut", "These sounds are missing or offline, so their files cannot be copied or dragged."
                ),
                translate("DragOut", "Library, Missing files shows where they were."),
                "drag",
            )
            return
        orders = tuple(order for _, order in wishes)
        text = orders[0].name if len(orders) == 1 else translate("DragOut", "%n sound(s)", n=len(orders))
        self._drag(self._results, orders, _sounds(wishes), text)

    def drag_region(self, start_s: float, end_s: float) -> None:
        """Drags a stretch of the current sound out as a file of its own."""
        hit = self._deck.hit
        if hit is not None and not hit.sound.is_away:
            orders = self._region(hit, start_s, end_s)
            self._drag(self._deck.waveform, orders, [hit.sound.id], orders[0].name)

    def drag_made(self, source: QWidget, orders: Sequence[RenderOrder]) -> None:
        """Drags rendered files that are no search results; no sound counts as used."""
        text = orders[0].name if len(orders) == 1 else translate("DragOut", "%n sound(s)", n=len(orders))
        self._drag(source, tuple(orders), (), text)

    def _drag(self, source: QWidget, orders: tuple[RenderOrder, ...], sounds: Sequence[SoundId], text: str) -> None:
        if self._leaving:  # the pointer moved again while files are being placed
            return
        self._leaving = orders
        is_taken = False
        try:
            self.renders.hand(orders, self.place.folder)
            files = self.renders.handed(orders) if self._wait(orders) else ()
            is_taken = bool(files) and drag_out(source, mime_of(files or (), sounds=sounds), text, self._theme)
        finally:
            self._leaving = ()
            self._settle_drag(orders, sounds, is_taken)

    def _wait(self, orders: tuple[RenderOrder, ...]) -> bool:
        """Waits until files are ready, keeping the window responsive; False if the drag ends first."""
        waited = wait_held(self._app, self._window, self.renders, orders)
        if waited is WaitResult.LET_GO:
            self._notices.say(translate("DragOut", "The file is being made. Drag again in a moment."))
        return waited is WaitResult.READY

    # -- copying -------------------------------------------------------------------------------------------------

    def copy_rows(self) -> None:
        """Copies the selected rows to the clipboard as files, with the current effects."""
        wishes = self._wishes()
        self._copy(tuple(order for _, order in wishes), _sounds(wishes))

    def copy_region(self) -> None:
        """Copies the selection, or without one the whole sound, to the clipboard as a file."""
        hit = self._deck.hit
        if hit is None or hit.sound.is_away:
            return
        chosen = self._deck.waveform.selection
        self._copy(self._region(hit, *(chosen or (None, None))), [hit.sound.id])

    def _copy(self, orders: tuple[Order, ...], sounds: Sequence[SoundId]) -> None:
        if orders:
            self._copying = (orders, tuple(sounds))
            self.renders.hand(orders, self.place.folder)
            self._notices.say(translate("DragOut", "Making the file…"))
            self._copy_if_ready()

    def _copy_if_ready(self) -> None:
        if self._copying is None:
            return
        orders, sounds = self._copying
        files = self.renders.handed(orders)
        if files is None:
            return
        self._copying = None
        if files:
            QGuiApplication.clipboard().setMimeData(mime_of(files, sounds=sounds, is_clipboard=True))
        self._settle_drag(orders, sounds, bool(files))
        if files:
            self._notices.say(translate("DragOut", "Copied. Paste into your file manager or project."))

    def _settle_drag(self, orders: Sequence[RenderOrder], sounds: Sequence[SoundId], is_taken: bool) -> None:
        """Keeps files that another program took and marks their sounds as used; otherwise discards them."""
        if is_taken:
            self._log(self.renders.places(orders))
        if self.renders.settle(orders, is_taken=is_taken):
            self.place.ask()
        if not (is_taken and sounds):
            return
        ids = list(sounds)
        self._search.note(lambda library: library.keeping.used(ids))
        self.given.emit(ids)

    def _log(self, places: Sequence[tuple[RenderOrder, Path]]) -> None:
        """Records what left in the library's log of exports."""
        library = self._search.folder
        for profile in dict.fromkeys(order.profile for order, _ in places):
            files = [(order.item, path) for order, path in places if order.profile == profile]
            self._jobs.run(partial(_log_files, library, files, profile), self._logged)

    def _logged(self, trouble: Message | None) -> None:
        if trouble is not None:
            what = translate("DragOut", "What was dragged or copied is not in the journal.")
            self._notices.warn(what, engine_words.sentence(trouble), "drag")
        self.logged.emit()

    def _wish_changed(self, *_: object) -> None:
        """Selection or effects changed: prepared files may no longer be wanted."""
        if not self._is_closed:
            self._settle.start()

    def _row_pressed(self, *_: object) -> None:
        if not self._is_closed:
            self._press.start()

    # -- rendering ahead -----------------------------------------------------------------------------------------

    def _prepare_selection(self) -> None:
        chosen = self._deck.waveform.selection
        if chosen is None:
            self._prepare(())
        else:
            self._prepare_region(*chosen)

    def _prepare_region(self, start_s: float, end_s: float) -> None:
        hit = self._deck.hit
        if hit is not None and not hit.sound.is_away and end_s - start_s <= _LONGEST_READY_S:
            self._prepare(self._region(hit, start_s, end_s))

    def _prepare_rows(self) -> None:
        if QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            wishes = self._wishes(_MOST_READY + 1)
            longest_s = max((_length_s(hit, order) for hit, order in wishes), default=0.0)
            if len(wishes) <= _MOST_READY and longest_s <= _LONGEST_READY_S:
                self._prepare(tuple(order for _, order in wishes))

    def _prepare(self, orders: tuple[Order, ...]) -> None:
        """Prepares these orders instead of the previous ones."""
        needed = {*orders, *self._leaving, *(self._copying[0] if self._copying else ())}
        self.renders.drop([order for order in self._prepared if order not in needed])
        self._prepared = orders
        self.renders.prepare(orders)

    def _wishes(self, most: int = MOST_HELD) -> list[tuple[Hit, Order]]:
        """Orders for the selected rows whose sounds are loaded and within reach."""
        model = self._results.rows
        wishes: list[tuple[Hit, Order]] = []
        number = 0
        for first, last in self._results.selected_rows():
            for row in range(first, min(last, first + most - len(wishes) - 1) + 1):
                hit, moment = model.hit(row), self.moment_of_row(row)
                if hit is None or hit.sound.is_away:
                    continue
                start_s, end_s = (None, None) if moment is None else (moment.start_s, moment.end_s)
                number += 1
                wishes += [(hit, order) for order in self._region(hit, start_s, end_s, number)]
        return wishes

    def moment_of_row(self, row: int) -> Moment | None:
        """The moment of a moment's row; None for a sound or a take."""
        model = self._results.rows
        child = model.spot(row).child
        leader = model.hit(row - child - 1) if child >= 0 else None
        moments = leader.moments if leader is not None and len(leader.moments) > 1 else ()
        return moments[child] if 0 <= child < len(moments) else None

    def _region(self, hit: Hit, start_s: float | None, end_s: float | None, number: int = 1) -> tuple[Order, ...]:
        return orders_of(hit, start_s, end_s, self.effects_of(hit), self._hub.transfer_profile, number)

    def effects_of(self, hit: Hit) -> Effects:
        """Current effects, without picked channels if this sound lacks one."""
        effects, info = self._playback.effects, hit.sound.info
        has_all = info is not None and all(channel < info.channels for channel in effects.channels)
        return effects if has_all else replace(effects, channels=())

    def _add_commands(self) -> None:
        commands = self._commands
        commands.add(
            "edit.copy_files",
            translate("DragOut", "Copy files"),
            self.copy_rows,
            needs="sound",
            keys=["Ctrl+C"],
            menu="Edit",
            icon="copy",
            context=Context.RESULTS,
            tip=translate(
                "DragOut",
                "Copies the selected sounds to the clipboard as files, with pitch, gain and direction as set.",
            ),
        )
        commands.in_row_menu("edit.copy_files", 8)
        commands.add(
            "drag.copy_selection",
            translate("DragOut", "Copy selection as a file"),
            self.copy_region,
            needs="wave",
            keys=["Ctrl+C"],
            menu="Edit",
            icon="copy",
            context=Context.WAVEFORM,
            tip=translate("DragOut", "Copies the selection of the waveform to the clipboard as a WAV file."),
        )


def _log_files(library: Path, files: list[tuple[ExportItem, Path]], profile: Profile, cancel: Cancel) -> Message | None:
    return transferring.log_files(library, files, profile)


def _sounds(wishes: Sequence[tuple[Hit, Order]]) -> list[SoundId]:
    """Sounds of these orders, each once."""
    return list(dict.fromkeys(hit.sound.id for hit, _ in wishes))


def _length_s(hit: Hit, order: Order) -> float:
    """Length of a file to render; 0 if it exists."""
    if order.is_source:
        return 0.0
    if order.start_s is not None and order.end_s is not None:
        return order.end_s - order.start_s
    return hit.sound.info.duration_s if hit.sound.info is not None else 0.0
