"""A row of dots that sets or clears the colour of sounds."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import Phrase, phrase, translate
from desktop.widgets.boxes import hbox
from engine.base.types import Colour

COLOUR_NAMES: dict[Colour, Phrase] = {
    Colour.RED: phrase("ColourDots", "Red"),
    Colour.ORANGE: phrase("ColourDots", "Orange"),
    Colour.YELLOW: phrase("ColourDots", "Yellow"),
    Colour.GREEN: phrase("ColourDots", "Green"),
    Colour.BLUE: phrase("ColourDots", "Blue"),
    Colour.PURPLE: phrase("ColourDots", "Purple"),
    Colour.GREY: phrase("ColourDots", "Grey"),
}


class ColourDots(QWidget):
    """Seven dots. GUI thread only."""

    chosen = Signal(object)
    """Colour to set, None to clear it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._colour: Colour | None = None
        self.buttons: dict[Colour, QToolButton] = {}
        layout = hbox(parent=self, margins=0, spacing=0)
        for colour, name in COLOUR_NAMES.items():
            button = QToolButton(self)
            button.setObjectName("dot")
            button.setCheckable(True)
            button.setIcon(resources.icon("dot", getattr(theme, f"mark_{colour.value}")))
            button.setIconSize(QSize(16, 16))
            button.setToolTip(str(name))
            button.setAccessibleName(translate("ColourDots", "Colour %1", str(name)))
            button.clicked.connect(lambda _=False, colour=colour: self._clicked(colour))
            layout.addWidget(button)
            self.buttons[colour] = button
        layout.addStretch(1)

    def show_colour(self, colour: Colour | None) -> None:
        """Marks the selected sounds' colour; None for none or several."""
        self._colour = colour
        for own, button in self.buttons.items():
            button.setChecked(own is colour)

    def _clicked(self, colour: Colour) -> None:
        wanted = None if colour is self._colour else colour
        self.show_colour(self._colour)  # until the library confirms
        self.chosen.emit(wanted)
