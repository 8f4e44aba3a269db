"""The left column: foldable sections that scroll together.

Each section is as high as its contents; permanent controls stand below.
"""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.steady_scroll import SteadyScroll

LEAST_PX = 188
"""Minimum width unless names need more: see `Sidebar.widen`."""


class Section(QWidget):
    """A clickable title with contents below. GUI thread only."""

    folded = Signal(bool)
    """Whether it is folded now."""

    def __init__(self, title: str, widget: QWidget, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.widget = widget
        self.is_folded = False
        self.header = QToolButton(self)
        self.header.setObjectName("sectionTitle")
        self.header.setText(title)
        self.header.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.header.setIconSize(QSize(12, 12))
        self.header.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.header.setAccessibleName(title)
        self.header.clicked.connect(lambda: self.fold(not self.is_folded))
        self._line = hbox((self.header, 1), margins=(4, 0, 4, 0), spacing=2)
        vbox(self._line, widget, parent=self, margins=0, spacing=2)
        self._show_arrow()

    def add_button(self, button: QToolButton) -> None:
        """Adds a small button at the right end of the title."""
        button.setParent(self)
        self._line.addWidget(button)

    def fold(self, is_folded: bool) -> None:
        if is_folded != self.is_folded:
            self.is_folded = is_folded
            self.widget.setVisible(not is_folded)
            self._show_arrow()
            self.folded.emit(is_folded)

    def _show_arrow(self) -> None:
        self.header.setIcon(
            resources.icon("chevron-right" if self.is_folded else "chevron-down", self._theme.text_faint)
        )


class Sidebar(QWidget):
    """The sections. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._sections: dict[str, Section] = {}
        self._controls: list[QWidget] = []
        self.area = SteadyScroll(self, margins_px=(8, 10, 10))
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._layout = self.area.column
        self._layout.setSpacing(10)
        self._layout.addStretch(1)
        self._below = vbox(margins=(12, 6, 12, 10))
        vbox((self.area, 1), self._below, parent=self, margins=0, spacing=0)
        self.setMinimumWidth(LEAST_PX)

    def add_section(self, id: str, title: str, widget: QWidget, *, is_first: bool = False) -> Section:
        """Adds a section at the bottom, or at the top.

        Args:
            id: stable, for the settings.
            title: already translated.
            widget: the contents, as high as they need to be.
            is_first: insert it above the others.
        """
        section = Section(title, widget, self._theme, self)
        self._sections[id] = section
        self._layout.insertWidget(0 if is_first else self._layout.count() - 1, section)
        return section

    def widen(self, missing_px: int) -> None:
        """Sets the minimum width to this much more, or less, than now. The controls below always fit."""
        if self.isVisible():
            below = [widget.sizeHint().width() - widget.width() for widget in self._controls if widget.isVisible()]
            self.setMinimumWidth(max(LEAST_PX, self.width() + max([missing_px, *below])))

    def add_below(self, widget: QWidget) -> None:
        """Adds a control below the sections that does not scroll."""
        self._controls.append(widget)
        self._below.addWidget(widget)

    @property
    def below(self) -> tuple[QWidget, ...]:
        return tuple(self._controls)

    def show_section(self, id: str) -> None:
        """Unfolds a section and scrolls to it.

        Raises:
            KeyError: no section has this id.
        """
        section = self._sections[id]
        section.fold(False)
        self.area.ensureWidgetVisible(section, 0, 0)

    def section(self, id: str) -> Section:
        """One section.

        Raises:
            KeyError: no section has this id.
        """
        return self._sections[id]

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(sorted(self._sections.values(), key=self._layout.indexOf))

    @property
    def folded(self) -> tuple[str, ...]:
        return tuple(id for id, section in self._sections.items() if section.is_folded)

    def fold(self, ids: tuple[str, ...]) -> None:
        """Folds these sections and unfolds the others."""
        for id, section in self._sections.items():
            section.fold(id in ids)
