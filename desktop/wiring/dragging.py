"""Sounds leave the window: rows, selections and moments are dragged out or copied as real files, effects baked in.

Files that must be rendered are begun when a selection settles or a row is pressed, so that most are ready when the
drag starts. One that is not is waited for with the window alive, for as long as the button is held.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop.commands import Context
from desktop.results.drag import drag_out, mime_of, text_of
from desktop.translation import translate
from desktop.wiring.parts import Parts
from desktop.work.jobs import Jobs
from desktop.work.renders import Renders
from desktop.work.staging import Order, Staging, default_folder
from engine.audio.effects import Effects
from engine.types import Hit, SoundId

_SETTLE_MS = 250
"""How long a selection rests before its file is begun."""
_PRESS_MS = 120
"""A row held this long is about to be dragged; a click is over sooner."""
_LONGEST_READY_S = 600.0
"""Longer stretches are rendered when they are dragged, not before."""
_MOST_READY = 8
"""More rows than this are rendered when they are dragged."""
_TICK_MS = 50
_PATIENCE_MS = 60_000
"""No wait lasts longer; the file goes on being made."""


class Dragging(QObject):
    """Drags and copies sounds out of the window. GUI thread only."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._jobs = Jobs(self)
        self.renders = Renders(Staging(default_folder()), self._jobs, self)
        self._is_closed = False
        self._prepared: tuple[Order, ...] = ()
        self._copying: tuple[tuple[Order, ...], tuple[SoundId, ...]] | None = None
        self._settle = self._timer(_SETTLE_MS, self._prepare_selection)
        self._press = self._timer(_PRESS_MS, self._prepare_rows)
        wave, results = self._window.deck.waveform, self._window.results
        wave.selection_changed.connect(self._wish_changed)
        wave.grip_pressed.connect(self._prepare_region)
        wave.drag_wanted.connect(self.drag_region)
        parts.hearing.effects_changed.connect(self._wish_changed)
        results.pressed.connect(self._row_pressed)
        results.drag_wanted.connect(self.drag_rows)
        self.renders.changed.connect(self._copy_if_ready)
        self.renders.failed.connect(lambda message, advice: self._window.message.say(message, advice, "drag"))
        self._window.closing.connect(self.close)
        self._add_commands()
        self._jobs.run(lambda cancel: self.renders.staging.clean(parts.settings.values.drag_keep_days))

    def close(self) -> None:
        """Stops what is being made, and removes what nobody was given."""
        self._is_closed = True
        self._settle.stop()
        self._press.stop()
        self._jobs.close()
        self.renders.staging.discard_unused()

    # -- dragging ------------------------------------------------------------------------------------------------

    def drag_rows(self, hits: Sequence[Hit]) -> None:
        """Drags rows out as files, with the effects that are on."""
        orders = self._rows(hits)
        if not orders:
            name = hits[0].sound.path.name
            self._window.message.say(
                translate("Dragging", "%1 is on a drive that is not connected.", name),
                translate("Dragging", "Connect it and drag again."),
                "drag",
            )
            return
        there = [hit for hit in hits if not hit.sound.is_offline]
        self._drag(self._window.results, orders, [hit.sound.id for hit in there], text_of(there))

    def drag_region(self, start_s: float, end_s: float) -> None:
        """Drags a stretch of the sound on show out as a file of its own."""
        hit = self._window.deck.hit
        if hit is not None and not hit.sound.is_offline:
            order = self._region(hit, start_s, end_s)
            self._drag(self._window.deck.waveform, (order,), [hit.sound.id], order.name)

    def _drag(self, source: QWidget, orders: tuple[Order, ...], sounds: Sequence[SoundId], text: str) -> None:
        self.renders.prepare(orders)
        if not self._wait(orders):
            return
        files = self.renders.files(orders)
        if files and drag_out(source, mime_of(files, sounds=sounds), text, self._parts.theme):
            self._given(orders, sounds)

    def _wait(self, orders: tuple[Order, ...]) -> bool:
        """Waits until files are ready, with the window alive; False when the drag is over before that."""
        if self.renders.files(orders) is not None:
            return True
        loop = QEventLoop(self)
        meter = _Meter(self._window)
        escape = _Escape(loop.quit)

        def look() -> None:
            meter.setValue(round(100 * self.renders.share(orders)))
            is_held = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
            if self.renders.files(orders) is not None or not is_held:
                loop.quit()

        tick = QTimer(loop)
        tick.timeout.connect(look)
        tick.start(_TICK_MS)
        self.renders.changed.connect(look)
        QTimer.singleShot(_PATIENCE_MS, loop, loop.quit)
        self._parts.app.installEventFilter(escape)
        loop.exec()
        self._parts.app.removeEventFilter(escape)
        self.renders.changed.disconnect(look)
        tick.stop()
        meter.deleteLater()
        is_ready = self.renders.files(orders) is not None
        is_held = bool(QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton)
        if not escape.was_pressed and not (is_ready and is_held):
            self._window.status.say(translate("Dragging", "Being made ready; drag it again in a moment."))
        return is_ready and is_held and not escape.was_pressed

    # -- copying -------------------------------------------------------------------------------------------------

    def copy_rows(self) -> None:
        """Puts the selected rows on the clipboard as files, with the effects that are on."""
        hits = self._window.results.selected_hits()
        self._copy(self._rows(hits), [hit.sound.id for hit in hits if not hit.sound.is_offline])

    def copy_region(self) -> None:
        """Puts the selection, or without one the whole sound, on the clipboard as a file."""
        hit = self._window.deck.hit
        if hit is None or hit.sound.is_offline:
            return
        chosen = self._window.deck.waveform.selection
        orders = (self._region(hit, *chosen),) if chosen else self._rows([hit])
        self._copy(orders, [hit.sound.id])

    def _copy(self, orders: tuple[Order, ...], sounds: Sequence[SoundId]) -> None:
        if orders:
            self._copying = (orders, tuple(sounds))
            self.renders.prepare(orders)
            self._window.status.say(translate("Dragging", "Making the file…"))
            self._copy_if_ready()

    def _copy_if_ready(self) -> None:
        if self._copying is None:
            return
        orders, sounds = self._copying
        files = self.renders.files(orders)
        if files is None:
            return
        self._copying = None
        if files:
            QGuiApplication.clipboard().setMimeData(mime_of(files, sounds=sounds, is_clipboard=True))
            self._given(orders, sounds)
            self._window.status.say(translate("Dragging", "Copied; paste in your file manager or project."))

    def _given(self, orders: Sequence[Order], sounds: Sequence[SoundId]) -> None:
        """Another program has the files: they are kept, and the sounds count as used."""
        self.renders.hand_out(orders)
        ids = list(sounds)
        self._parts.search.ask(lambda library: library.keeping.used(ids))

    def _wish_changed(self, *_: object) -> None:
        """Another selection, or other effects: what is ready may not be wanted any more."""
        if not self._is_closed:
            self._settle.start()

    def _row_pressed(self, *_: object) -> None:
        if not self._is_closed:
            self._press.start()

    # -- making ready --------------------------------------------------------------------------------------------

    def _prepare_selection(self) -> None:
        chosen = self._window.deck.waveform.selection
        if chosen is None:
            self._prepare(())
        else:
            self._prepare_region(*chosen)

    def _prepare_region(self, start_s: float, end_s: float) -> None:
        hit = self._window.deck.hit
        if hit is not None and not hit.sound.is_offline and end_s - start_s <= _LONGEST_READY_S:
            self._prepare((self._region(hit, start_s, end_s),))

    def _prepare_rows(self) -> None:
        if not self._parts.hearing.effects.is_neutral and QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
            hits = self._window.results.selected_hits()
            if len(hits) <= _MOST_READY and all(
                hit.sound.info is not None and hit.sound.info.duration_s <= _LONGEST_READY_S for hit in hits
            ):
                self._prepare(self._rows(hits))

    def _prepare(self, orders: tuple[Order, ...]) -> None:
        """Makes these ready instead of those before."""
        copied = self._copying[0] if self._copying else ()
        self.renders.drop([order for order in self._prepared if order not in orders and order not in copied])
        self._prepared = orders
        self.renders.prepare(orders)

    def _rows(self, hits: Sequence[Hit]) -> tuple[Order, ...]:
        return tuple(Order(hit.sound.path, effects=self._effects_of(hit)) for hit in hits if not hit.sound.is_offline)

    def _region(self, hit: Hit, start_s: float, end_s: float) -> Order:
        return Order(hit.sound.path, start_s, end_s, self._effects_of(hit))

    def _effects_of(self, hit: Hit) -> Effects:
        """The effects as they are heard of this sound: without picked channels that it does not have."""
        effects, info = self._parts.hearing.effects, hit.sound.info
        has_all = info is not None and all(channel < info.channels for channel in effects.channels)
        return effects if has_all else replace(effects, channels=())

    def _timer(self, delay_ms: int, run: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(delay_ms)
        timer.timeout.connect(run)
        return timer

    def _add_commands(self) -> None:
        commands = self._parts.commands
        commands.add(
            "edit.copy_files",
            translate("Dragging", "Copy files"),
            self.copy_rows,
            keys=["Ctrl+C"],
            menu="Edit",
            icon="copy",
            context=Context.RESULTS,
            tip=translate(
                "Dragging", "Puts the selected sounds on the clipboard as files, with the effects that are on."
            ),
        )
        commands.in_row_menu("edit.copy_files", 8)
        commands.add(
            "drag.copy_selection",
            translate("Dragging", "Copy selection as a file"),
            self.copy_region,
            keys=["Ctrl+C"],
            menu="Edit",
            icon="copy",
            context=Context.WAVEFORM,
            tip=translate(
                "Dragging", "Puts the selected stretch of the waveform on the clipboard as a WAV of its own."
            ),
        )


class _Meter(QProgressBar):
    """How far a file is, beside the pointer."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setWindowFlags(Qt.WindowType.ToolTip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFormat(translate("Dragging", "Making the file…  %p %"))
        self.resize(220, 24)
        self.move(QCursor.pos() + QPoint(14, 18))
        self.show()


class _Escape(QObject):
    """Esc ends the wait."""

    def __init__(self, end: Callable[[], None]) -> None:
        super().__init__()
        self._end = end
        self.was_pressed = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Esc."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is not QEvent.Type.KeyRelease:  # a press, or the question whether it is a shortcut
                self.was_pressed = True
                self._end()
            event.accept()
            return True
        return False
