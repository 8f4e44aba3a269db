"""The left column: sections one above the other, each of which folds away under its title."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop import resources
from desktop.theme import Theme


class Section(QWidget):
    """A title that can be clicked, and what lies under it. GUI thread only."""

    folded = Signal(bool)
    """True when it was folded away."""

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
        self._line = QHBoxLayout()
        self._line.setContentsMargins(4, 0, 4, 0)
        self._line.setSpacing(2)
        self._line.addWidget(self.header, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(self._line)
        layout.addWidget(widget, 1)
        self._show_arrow()

    def add_button(self, button: QToolButton) -> None:
        """Puts a small button at the right end of the title."""
        button.setParent(self)
        self._line.addWidget(button)

    def fold(self, is_folded: bool) -> None:
        """Folds it away, or unfolds it."""
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
        self._stretches: dict[str, int] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 10, 8, 10)
        self._layout.setSpacing(10)
        self._layout.addStretch(0)

    def add_section(self, id: str, title: str, widget: QWidget, *, stretch: int = 0, is_first: bool = False) -> Section:
        """Adds a section at the bottom, or at the top.

        Args:
            id: lasting, for the settings.
            title: already translated.
            widget: what it holds.
            stretch: its share of the height that is left over; 0 for as high as it needs.
            is_first: put it above those there.
        """
        section = Section(title, widget, self._theme, self)
        self._sections[id] = section
        self._stretches[id] = stretch
        self._layout.insertWidget(0 if is_first else self._layout.count() - 1, section, stretch)
        section.folded.connect(lambda: self._share())
        self._share()
        return section

    def section(self, id: str) -> Section:
        """One section.

        Raises:
            KeyError: there is none of this id.
        """
        return self._sections[id]

    @property
    def sections(self) -> tuple[Section, ...]:
        """All of them, from the top."""
        return tuple(sorted(self._sections.values(), key=self._layout.indexOf))

    @property
    def folded(self) -> tuple[str, ...]:
        """Ids of the sections that are folded away."""
        return tuple(id for id, section in self._sections.items() if section.is_folded)

    def fold(self, ids: tuple[str, ...]) -> None:
        """Folds these sections away, and unfolds the others."""
        for id, section in self._sections.items():
            section.fold(id in ids)

    def _share(self) -> None:
        """Room that is left goes to the open sections that stretch, else to the bottom."""
        is_taken = False
        for id, section in self._sections.items():
            stretch = 0 if section.is_folded else self._stretches[id]
            self._layout.setStretchFactor(section, stretch)
            is_taken = is_taken or stretch > 0
        self._layout.setStretch(self._layout.count() - 1, 0 if is_taken else 1)
