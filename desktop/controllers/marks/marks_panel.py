"""Marks of the selected sounds: favourite, rating, colour, tags, note, and counts of plays and uses."""

import time
from collections.abc import Hashable, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop.base import resources
from desktop.base.messages import plain
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.controllers.marks.tags import TagEditor
from desktop.widgets.boxes import STRETCH, hbox
from desktop.widgets.colours import ColourDots
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from desktop.widgets.read_only import set_read_only
from desktop.widgets.stars import Stars
from engine.base.text_forms import folded
from engine.base.types import Marks, Sound, SoundId

_NOTE_PX = 62
_DAY_S = 86_400.0


class MarksPanel(QWidget):
    """Shows marks and requests changes by signals. GUI thread only."""

    favourite_wanted = Signal(bool)
    rating_wanted = Signal(int)
    colour_wanted = Signal(object)
    """Colour, None for none."""
    tags_added = Signal(object)
    """tuple of str."""
    tag_removed = Signal(str)
    tag_renamed = Signal(str, str)
    """A tag and its new name on every sound."""
    tag_looked_for = Signal(str)
    note_wanted = Signal(int, str)
    """The sound and its note."""
    notes_wanted = Signal(str, bool)
    """A text for several sounds, and whether it replaces their notes or is appended to each."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._note_of: Sound | None = None
        """The sound of the shown note, as it was when typing began."""
        self._several = 0
        """Number of sounds that a note being typed is for, if more than one."""
        self._refusal = ""
        self._is_shared = False
        self._whose: Hashable = ()
        self.favourite = QToolButton(self)
        self.favourite.setCheckable(True)
        self.favourite.setIconSize(QSize(20, 20))
        self.favourite.setAccessibleName(translate("MarksPanel", "Favourite"))
        self.favourite.clicked.connect(self.favourite_wanted)
        self.stars = Stars(theme, self)
        self.stars.chosen.connect(self.rating_wanted)
        self.colours = ColourDots(theme, self)
        self.colours.chosen.connect(self.colour_wanted)
        self.tags = TagEditor(self)
        self.tags.added.connect(self.tags_added)
        self.tags.removed.connect(self.tag_removed)
        self.tags.renamed.connect(self.tag_renamed)
        self.tags.looked_for.connect(self.tag_looked_for)
        self.note = QPlainTextEdit(self)
        self.note.setPlaceholderText(translate("MarksPanel", "A note to yourself"))
        self.note.setAccessibleName(translate("MarksPanel", "Note"))
        self.note.setFixedHeight(_NOTE_PX)
        self.note.setTabChangesFocus(True)
        self.note.installEventFilter(self)
        self.note.setObjectName("metadataField")
        self.add_note = QPushButton(translate("MarksPanel", "Add to each"), self)
        self.add_note.setToolTip(
            translate("MarksPanel", "Adds this as a line below the note of each sound (Ctrl+Return)")
        )
        self.replace_notes = QPushButton(translate("MarksPanel", "Replace notes"), self)
        self.replace_notes.setToolTip(
            translate("MarksPanel", "Gives each sound this note in place of its own (Ctrl+Shift+Return)")
        )
        for way in (self.add_note, self.replace_notes):
            way.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a click must not take the focus, which would append the note
        self.add_note.clicked.connect(lambda: self._save_notes(is_replaced=False))
        self.replace_notes.clicked.connect(lambda: self._save_notes(is_replaced=True))
        self.note.textChanged.connect(self._show_ways)
        self.facts = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.facts.setObjectName("faint")
        self.facts.setFixedHeight(self.facts.fontMetrics().height() + 2)  # constant, so that nothing below moves
        self.meanwhile = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.meanwhile.setObjectName("soft")
        self.meanwhile.hide()
        self.origin = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.origin.setObjectName("faint")
        self.origin.setFixedHeight(self.facts.height())
        self.origin.hide()
        self.refusal = text_label("", self, "soft", wraps=True)
        self.refusal.hide()
        first = hbox(self.favourite, self.stars, STRETCH, spacing=6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 6)
        layout.setSpacing(8)
        layout.addWidget(self.refusal)
        layout.addLayout(first)
        layout.addWidget(self.colours)
        layout.addWidget(self.note)
        ways = hbox(self.add_note, self.replace_notes, STRETCH, spacing=6)
        layout.addLayout(ways)
        layout.addWidget(self.meanwhile)
        layout.addWidget(self.tags)
        layout.addWidget(self.origin)
        layout.addWidget(self.facts)
        self.show_sounds(())
        self._show_ways()

    @property
    def tab_order(self) -> tuple[QWidget, ...]:
        """Controls from top to bottom; `TagEditor` orders its chips itself."""
        return (self.favourite, self.stars, *self.colours.buttons.values(), self.note, self.tags.field)

    def show_sounds(self, sounds: Sequence[Sound], whose: Hashable = None) -> None:
        """Shows the marks of the selected sounds, and where they differ.

        Args:
            sounds: the selected sounds, or the first of them.
            whose: identifies the selection if `sounds` is only part of it.
        """
        alone = sounds[0] if len(sounds) == 1 else None
        whose = tuple(sorted(sound.id for sound in sounds)) if whose is None else whose
        is_typing = self._is_typing(alone) or (alone is None and self._several > 0 and whose == self._whose)
        if not is_typing:
            self.save_note()
        self._whose = whose
        self.tags.turn_to(whose)
        marks = [sound.marks for sound in sounds]
        self.setEnabled(bool(marks))
        is_favourite = bool(marks) and all(mark.is_favourite for mark in marks)
        self._show_favourite(is_favourite)
        tip = (
            translate("MarksPanel", "No favourite any more (F)")
            if is_favourite
            else translate("MarksPanel", "Favourite (F)")
        )
        self.favourite.setToolTip(tip)
        ratings, colours = {mark.rating for mark in marks}, {mark.colour for mark in marks}
        self.stars.show_rating(next(iter(ratings)) if len(ratings) == 1 else None if ratings else 0)
        self.colours.show_colour(next(iter(colours)) if len(colours) == 1 else None)
        names = sorted({tag for mark in marks for tag in mark.tags}, key=folded)
        self.tags.show_tags([(name, all(name in mark.tags for mark in marks)) for name in names])
        self._show_meanwhile(alone if is_typing else None)
        if not is_typing:
            self._several = len(sounds) if len(sounds) > 1 else 0
            self._note_of = alone
            text = alone.marks.note if alone is not None else ""
            if self.note.toPlainText().strip() != text or not text:  # keeps the cursor if the words are equal
                self.note.setPlainText(text)
        self.facts.setText(history(marks[0], time.time()) if alone is not None else "")
        self.facts.setToolTip(self.facts.text())
        self.note.setPlaceholderText(
            translate("MarksPanel", "A note for all selected sounds") if len(sounds) > 1 else self._note_hint()
        )

    def save_note(self) -> None:
        """Requests saving a changed note; appends text typed for several sounds to each."""
        if self._several:
            self._save_notes(is_replaced=False)
            return
        if self._note_of is not None and self.note.toPlainText().strip() != self._note_of.marks.note:
            self.note_wanted.emit(self._note_of.id, self.note.toPlainText().strip())

    def _save_notes(self, *, is_replaced: bool) -> None:
        text = self.note.toPlainText().strip()
        if text and self._several and not self._refusal:
            self.note.clear()
            self.notes_wanted.emit(text, is_replaced)

    def _show_ways(self) -> None:
        has_text = self._several > 0 and bool(self.note.toPlainText().strip())
        for way in (self.add_note, self.replace_notes):
            way.setVisible(has_text)

    def refuse(self, why: str) -> None:
        """Blocks changes for this reason; empty allows them again."""
        self._refusal = why
        self.refusal.setText(why)
        self.refusal.setVisible(bool(why))
        for part in (
            self.favourite,
            self.stars,
        ):  # a grey dot would mean no colour, so colours and tags show the reason when clicked
            part.setEnabled(not why)
        set_read_only(self.note, bool(why))
        self.note.setToolTip(why)
        self.tags.refuse(why)
        self._show_favourite(self.favourite.isChecked())

    def show_shared(self, is_shared: bool) -> None:
        """In a shared library, shows who set the marks."""
        self._is_shared = is_shared
        self.origin.setVisible(is_shared)
        if self.note.isEnabled():
            self.note.setPlaceholderText(self._note_hint())

    def show_origins(self, short: str, whole: str, *, of: SoundId | None = None) -> None:
        """Shows who set the marks, and when.

        Args:
            short: the last change.
            whole: all changes, one per line.
            of: the sound; ignored unless it is still shown.
        """
        if of is None or (self._note_of is not None and self._note_of.id == of):
            self.origin.setText(short)
            self.origin.setToolTip(plain(whole))

    def _note_hint(self) -> str:
        if self._is_shared:
            return translate("MarksPanel", "A note that everybody sees")
        return translate("MarksPanel", "A note to yourself")

    def _show_favourite(self, is_favourite: bool) -> None:
        theme = self._theme
        colour = theme.text_faint if self._refusal else theme.accent if is_favourite else theme.text
        self.favourite.setChecked(is_favourite)
        self.favourite.setIcon(resources.icon("heart-filled" if is_favourite else "heart", colour))

    def _is_typing(self, alone: Sound | None) -> bool:
        """Whether the text differs both from the note when typing began and from the stored one."""
        if alone is None or self._note_of is None or alone.id != self._note_of.id or not self.note.hasFocus():
            return False
        return self.note.toPlainText().strip() not in (self._note_of.marks.note, alone.marks.note)

    def _show_meanwhile(self, alone: Sound | None) -> None:
        """Shows what somebody else wrote while the user types a note."""
        other = alone.marks.note if alone is not None else ""
        is_other = alone is not None and self._note_of is not None and other != self._note_of.marks.note
        self.meanwhile.setVisible(is_other)
        self.meanwhile.setText(
            translate("MarksPanel", "Changed meanwhile to “%1”. Yours replaces it.", " ".join(other.split()))
        )
        self.meanwhile.setToolTip(plain(other))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Saves the note on focus loss or Ctrl+Return; Ctrl+Shift+Return replaces the notes of several sounds."""
        if watched is self.note and event.type() == QEvent.Type.FocusOut and isinstance(event, QFocusEvent):
            is_left = event.reason() not in (
                Qt.FocusReason.ActiveWindowFocusReason,
                Qt.FocusReason.PopupFocusReason,
                Qt.FocusReason.MenuBarFocusReason,
            )
            if is_left or not self._several:  # an unfinished text must not be appended to many notes
                self.save_note()
        if watched is self.note and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                if self._several and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    self._save_notes(is_replaced=True)
                else:
                    self.save_note()
                return True
        return super().eventFilter(watched, event)


def history(marks: Marks, now_s: float) -> str:
    """Counts and last dates of plays and uses; empty for an unused sound."""
    parts = []
    if marks.plays and marks.last_played_s is not None:
        parts.append(
            translate("MarksPanel", "Played %n time(s), last %1", ago(now_s - marks.last_played_s), n=marks.plays)
        )
    if marks.uses and marks.last_used_s is not None:
        parts.append(translate("MarksPanel", "used %n time(s), last %1", ago(now_s - marks.last_used_s), n=marks.uses))
    return ", ".join(parts)


def ago(seconds: float) -> str:
    """Time ago in whole days: "today", "yesterday", "12 days ago"."""
    days = int(max(0.0, seconds) // _DAY_S)
    if days == 0:
        return translate("MarksPanel", "today")
    if days == 1:
        return translate("MarksPanel", "yesterday")
    return translate("MarksPanel", "%n day(s) ago", n=days)
