"""Keyboard control of the waveform: arrows move a cursor; Shift, I and O make a selection."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from desktop.deck.waveform_pointer import WaveformPort

_SMALL, _LARGE = 0.01, 0.1
"""Shares of the view that an arrow moves by, alone and with Ctrl."""


def handle_key(view: WaveformPort, event: QKeyEvent) -> bool:
    """Handles a key; False if it has no meaning here."""
    key = event.key()
    if key == Qt.Key.Key_Space and not event.modifiers():
        if not event.isAutoRepeat():
            view.toggled.emit()
        return True
    if not view.scene.has_sound:
        return False
    if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        view.seek(at_s(view))
        return True
    target_s = _target_s(view, event)
    if target_s is None:
        return False
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        _extend(view, target_s)
    elif view.scene.playhead_s is not None:
        view.seek(target_s)
        return True
    view.set_cursor(target_s)
    return True


def at_s(view: WaveformPort) -> float:
    """The keyboard's position: the playhead during playback, else the cursor."""
    scene = view.scene
    if scene.playhead_s is not None:
        return scene.playhead_s
    return scene.span.start_s if scene.cursor_s is None else scene.cursor_s


def select_from_here(view: WaveformPort) -> None:
    """I: starts the selection here; a new one ends with the sound."""
    here_s, chosen = at_s(view), view.selection
    view.select(here_s, chosen[1] if chosen is not None and chosen[1] > here_s else view.duration_s)


def select_to_here(view: WaveformPort) -> None:
    """O: ends the selection here; a new one starts with the sound."""
    here_s, chosen = at_s(view), view.selection
    view.select(chosen[0] if chosen is not None and chosen[0] < here_s else 0.0, here_s)


def _target_s(view: WaveformPort, event: QKeyEvent) -> float | None:
    span = view.scene.span
    is_far = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    step_s = (_LARGE if is_far else _SMALL) * span.length_s
    here_s = at_s(view)
    moves = {
        Qt.Key.Key_Left: here_s - step_s,
        Qt.Key.Key_Right: here_s + step_s,
        Qt.Key.Key_PageUp: here_s - span.length_s,
        Qt.Key.Key_PageDown: here_s + span.length_s,
        Qt.Key.Key_Home: 0.0,
        Qt.Key.Key_End: span.duration_s,
    }
    wanted_s = moves.get(Qt.Key(event.key()))
    return None if wanted_s is None else min(span.duration_s, max(0.0, wanted_s))


def _extend(view: WaveformPort, target_s: float) -> None:
    """Moves the selection's end at the cursor; elsewhere starts a new selection."""
    here_s, chosen = at_s(view), view.selection
    fixed_s = here_s
    if chosen is not None and here_s in chosen:
        fixed_s = chosen[1] if here_s == chosen[0] else chosen[0]
    view.select(min(fixed_s, target_s), max(fixed_s, target_s))
