"""A chip under the search field: a recognised part of the query, to disable or remove."""

import re
from pathlib import PurePath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from desktop.base import engine_words, messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import Phrase, number, phrase, translate
from desktop.search.bar import unread
from desktop.search.bar.query_examples import stepped
from engine.base.chips import Chip, ChipKind, UnreadReason
from engine.base.messages import Amount
from engine.base.messages import said as engine_said
from engine.base.query_messages import QueryMessage

_LETTERS = 44
_LETTERS_UNREAD = 80
_LETTERS_NAME = 26
"""Maximum length of an example sound's name: several stand side by side."""
_CLOSE_PX = 18
_MOST_FORMS = 12
"""Maximum number of forms of a quoted word in a tooltip."""
_SIGNS = {ChipKind.LIKE: ("add", "accent_text"), ChipKind.UNLIKE: ("minus", "danger")}
"""Icon and colour of positive and negative example sounds."""
_DRAG_PX = 12
"""Vertical drag distance per step of the weight."""
_NOTCH = 120
"""A wheel notch in Qt's eighths of a degree."""
_KEY = Qt.Key
_STEPS: dict[int, int] = {_KEY.Key_Plus: 1, _KEY.Key_Equal: 1, _KEY.Key_Up: 1, _KEY.Key_Minus: -1, _KEY.Key_Down: -1}
_HINTS: dict[ChipKind, Phrase] = {
    ChipKind.DESCRIBE: phrase("ChipRow", "Described words"),
    ChipKind.REQUIRE: phrase("ChipRow", "Must occur in the name or description"),
    ChipKind.EXCLUDE: phrase("ChipRow", "Sounds like this rank lower"),
    ChipKind.FILTER: phrase("ChipRow", "Filter"),
    ChipKind.SAID: phrase("ChipRow", "Someone says this"),
    ChipKind.AMONG: phrase("ChipRow", "Only these sounds"),
    ChipKind.LIKE: phrase("ChipRow", "Sounds like this rank higher"),
    ChipKind.UNLIKE: phrase("ChipRow", "Sounds like this rank lower"),
    ChipKind.TRANSCRIPTS: phrase("ChipRow", "So many sounds say these words by their transcripts, and rank higher"),
    ChipKind.LEARNT: phrase(
        "ChipRow", "Sounds like those you chose for these words rank higher. Click to turn it off."
    ),
}
_LANGUAGES: dict[str, Phrase] = {
    "deu": phrase("ChipRow", "German"),
    "fra": phrase("ChipRow", "French"),
    "spa": phrase("ChipRow", "Spanish"),
    "ita": phrase("ChipRow", "Italian"),
    "por": phrase("ChipRow", "Portuguese"),
    "nld": phrase("ChipRow", "Dutch"),
}


class ChipButton(QPushButton):
    """One chip: a click toggles it, its × or Delete removes it. GUI thread only."""

    removed = Signal()
    weighed = Signal(float)

    def __init__(self, chip: Chip, is_off: bool, theme: Theme, parent: QWidget) -> None:
        is_unread = chip.why is not None
        said = unread.label(chip) if is_unread else engine_words.chip(chip)
        super().__init__(label(said, _LETTERS_UNREAD) if is_unread else label(_short(chip, said) + _more(chip)), parent)
        self.chip = chip
        self._said = said
        self._weight = chip.weight
        self._turned = 0
        """Wheel rotation short of a step: some wheels turn in smaller units."""
        self._drag: tuple[float, float] | None = None
        """Start of a drag: y in px, and the weight there."""
        self.setProperty("chip", True)
        self.setProperty("off", is_off)
        self.setProperty("unread", is_unread)
        self.setProperty("closable", True)
        state = translate("ChipRow", "off") if is_off else translate("ChipRow", "on")
        self.setAccessibleName(unread.sentence(chip) if is_unread else f"{said}, {state}")
        self._show_weight()
        if is_unread:
            self.setIcon(resources.icon("warning", theme.danger))
            self.setIconSize(QSize(14, 14))
        elif chip.kind in _SIGNS:
            name, colour = _SIGNS[chip.kind]
            self.setIcon(resources.icon(name, getattr(theme, colour)))
            self.setIconSize(QSize(12, 12))
        hint = str(_HINTS.get(chip.kind, ""))
        if chip.kind is ChipKind.TRANSLATION:
            hint = translate("ChipRow", "Translated from %1", str(_LANGUAGES[chip.key]))
        click = (
            translate("ChipRow", "Off. Click to turn it on again.")
            if is_off
            else translate("ChipRow", "Click to turn it off.")
        )
        delete = translate("ChipRow", "Delete removes it.")
        mend = translate("ChipRow", "Click to correct it.")
        if chip.weight is not None:
            click += " " + translate("ChipRow", "Alt+wheel, dragging up or down, or + and − change its weight.")
        if chip.why is UnreadReason.UNKNOWN_WORD and chip.key:
            mend = translate("ChipRow", "Click to search for that instead (Ctrl+.).")
        if chip.kind is ChipKind.TRANSLATION:
            delete = ""
        tip = (
            f"{unread.sentence(chip)}\n{mend} {delete}"
            if is_unread
            else f"{said}\n{hint}. {_also(chip)}{click} {delete}"
        )
        self.setToolTip(messages.plain(tip))
        self.close_button = QToolButton(self)
        self.close_button.setObjectName("chipClose")
        self.close_button.setIcon(resources.icon("close", theme.text_faint))
        self.close_button.setIconSize(QSize(10, 10))
        self.close_button.setFixedSize(_CLOSE_PX, _CLOSE_PX)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Delete on the chip does the same
        self.close_button.setToolTip(translate("ChipRow", "Remove (Delete)"))
        self.close_button.setAccessibleName(translate("ChipRow", "Remove %1", said))
        self.close_button.clicked.connect(self.removed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.close_button.move(self.width() - _CLOSE_PX - 4, (self.height() - _CLOSE_PX) // 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace remove the chip; + and − change its weight."""
        step = _STEPS.get(event.key(), 0)
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif step and self._weight is not None:
            self._weigh(stepped(self._weight, step))
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Changes the weight with Alt, for which Qt reports horizontal rotation."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if self._weight is None or not turned or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        self._turned += turned
        steps = int(self._turned / _NOTCH)
        self._turned -= steps * _NOTCH
        self._weigh(stepped(self._weight, steps))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Starts a possible vertical drag."""
        if self._weight is not None and event.button() == Qt.MouseButton.LeftButton:
            self._drag = event.position().y(), self._weight
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Changes the weight while dragging; the search follows on release."""
        if self._drag is None:
            super().mouseMoveEvent(event)
            return
        steps = round((self._drag[0] - event.position().y()) / _DRAG_PX)
        self._weight = stepped(self._drag[1], steps) if steps else self._drag[1]
        self._show_weight()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag, which is not a click."""
        drag, self._drag = self._drag, None
        if drag is not None and self._weight is not None and self._weight != drag[1]:
            self.setDown(False)
            self.weighed.emit(self._weight)
            return
        super().mouseReleaseEvent(event)

    def _weigh(self, weight: float) -> None:
        if weight != self._weight:
            self._weight = weight
            self._show_weight()
            self.weighed.emit(weight)

    def _show_weight(self) -> None:
        if self._weight is None:
            return
        counts = "" if self._weight == 1.0 else f" ×{number(self._weight, _places(self._weight))}"
        self.setText(label(_short(self.chip, self._said)) + counts)
        state = translate("ChipRow", "off") if self.property("off") else translate("ChipRow", "on")
        told = translate("ChipRow", "weight %1", number(self._weight, _places(self._weight)))
        self.setAccessibleName(f"{self._said}, {told}, {state}")


def _places(weight: float) -> int:
    """Decimals needed for a weight, at most 4."""
    return next(places for places in range(5) if places == 4 or round(weight, places) == weight)


def _more(chip: Chip) -> str:
    """Number of other forms found for a quoted word."""
    return f" +{len(chip.also)}" if chip.also else ""


def _also(chip: Chip) -> str:
    """Forms found for a quoted word, and how to search for it alone."""
    if not chip.also:
        return ""
    words = ", ".join(chip.also[:_MOST_FORMS]) + (", …" if len(chip.also) > _MOST_FORMS else "")
    return translate("ChipRow", "Also finds: %1. Type %2 to find only this word.", words, f'"={chip.value}"') + " "


def _short(chip: Chip, said: str) -> str:
    """A short label: a folder's own name, or a sound's name and times; the tooltip has it all."""
    path = chip.value
    if chip.kind in _SIGNS and chip.words is not None:
        name, *stretch = chip.words.values
        times = "–".join(messages.position(each.value) for each in stretch if isinstance(each, Amount))
        stem = PurePath(str(name)).stem
        stem = stem if len(stem) <= _LETTERS_NAME else stem[: _LETTERS_NAME - 1] + "…"
        return f"{stem} {times}".rstrip()
    if (
        chip.words is None
        or chip.words.what is not QueryMessage.IN_FOLDER
        or not re.match(r"(/|[A-Za-z]:[\\/]|\\\\)", path)
    ):
        return said
    own = re.split(r"[\\/]", path.rstrip("\\/"))[-1] or path
    return engine_words.note(engine_said(QueryMessage.IN_FOLDER, own))


def label(text: str, letters: int = _LETTERS) -> str:
    """A shortened label, with & escaped for Qt."""
    short = text if len(text) <= letters else text[: letters - 1] + "…"
    return short.replace("&", "&&")
