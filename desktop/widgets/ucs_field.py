"""A field for a UCS category: any word finds categories, but only a CatID can be entered."""

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from desktop.base.translation import translate
from engine.audio.category_completion import complete_category
from engine.audio.ucs import UcsCategory, by_cat_id

_SHOWN = 12


class UcsField(QLineEdit):
    """Holds a CatID or nothing. GUI thread only."""

    chosen = Signal(str)
    """The new CatID, "" for none; only when it changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = ""
        self._offered: dict[str, UcsCategory] = {}
        self._model = QStringListModel(self)
        completer = QCompleter(self._model, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(_SHOWN)
        offers = completer.popup()
        assert offers is not None
        offers.setObjectName("offers")
        completer.activated.connect(self._take_offer)
        self.setCompleter(completer)
        self.textEdited.connect(self._offer)
        self.editingFinished.connect(self._finish)

    def show_id(self, cat_id: str) -> None:
        self._kept = cat_id
        self.setText(cat_id)
        self._explain()

    @property
    def cat_id(self) -> str:
        return self._kept

    def offers(self) -> list[str]:
        """Suggestions in the list under the field."""
        return self._model.stringList()

    def _offer(self, text: str) -> None:
        found = complete_category(text, _SHOWN)
        self._offered = {label(category): category for category in found}
        self._model.setStringList(list(self._offered))

    def _take_offer(self, text: str) -> None:
        if text in self._offered:
            self._hold(self._offered[text].cat_id)

    def _finish(self) -> None:
        """Turns the text into the CatID it names, else the first suggestion, else the previous one."""
        text = self.text().strip()
        if text == self._kept:
            return
        if not text:
            self._hold("")
            return
        known = by_cat_id(text) or by_cat_id(text.upper()) or next(iter(complete_category(text, 1)), None)
        self._hold(self._kept if known is None else known.cat_id)

    def _hold(self, cat_id: str) -> None:
        was, self._kept = self._kept, cat_id
        self.setText(cat_id)
        self._explain()
        if was != cat_id:
            self.chosen.emit(cat_id)

    def _explain(self) -> None:
        known = by_cat_id(self._kept) if self._kept else None
        text = "" if known is None else f"{label(known)}. {known.explanation}".strip()
        self.setToolTip(text or translate("UcsField", "Type a CatID, a category or any word that belongs to one"))


def label(category: UcsCategory) -> str:
    """A category in one line: "DOORWood   Doors, Wood"."""
    return f"{category.cat_id}   {category.category.title()}, {category.subcategory.title()}"
