"""The user guide, which comes with Earshot: air between its paragraphs, and nothing wider than the page."""

from importlib import metadata
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor, QTextDocument, QTextLength, QTextOption, QTextTable
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from desktop.translation import translate
from desktop.widgets.buttons import Buttons

GUIDE = "user-guide.md"
_BELOW_PX, _BELOW_ITEM_PX = 9, 4
_ABOVE_HEADING_PX = {1: 0, 2: 22, 3: 16}
_BESIDE_PX = 14
_CELL_PX = 4


class Guide(QDialog):
    """The user guide, read here: it needs no network. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Guide", "User guide"))
        self.resize(960, 720)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(translate("Guide", "User guide"))
        self.text.setOpenLinks(False)
        # One that comes while Qt lays the text out leaves it as wide as before, and with a bar to scroll sideways.
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.text.anchorClicked.connect(self._follow)
        file = guide_file()
        if file is None:
            self.text.setPlainText(translate("Guide", "The guide did not come with this installation."))
        else:
            self.text.setSearchPaths([str(file.parent)])
            self.text.setMarkdown(file.read_text(encoding="utf-8"))
            _set(self.text.document())
        buttons = Buttons(self.reject, self)
        layout = QVBoxLayout(self)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
        elif link.hasFragment():
            self.text.scrollToAnchor(link.fragment())


def guide_file() -> Path | None:
    """Where the guide lies: beside the packages in a checkout, otherwise among the installed files."""
    beside = Path(__file__).resolve().parents[2] / "docs" / GUIDE
    if beside.is_file():
        return beside
    try:
        files = metadata.files("earshot") or []
    except metadata.PackageNotFoundError:
        return None
    found = [Path(str(file.locate())) for file in files if file.name == GUIDE]
    return found[0] if found and found[0].is_file() else None


def _set(document: QTextDocument) -> None:
    """Adds the gaps that Qt leaves out of Markdown, and wraps lines of code."""
    document.setDocumentMargin(_BESIDE_PX)
    option = QTextOption(document.defaultTextOption())
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    cursor = QTextCursor(document)
    tables: set[QTextTable] = set()
    block = document.begin()
    while block.isValid():
        cursor.setPosition(block.position())
        table = cast("QTextTable | None", cursor.currentTable())  # the stubs leave None out
        form = block.blockFormat()
        form.setNonBreakableLines(False)
        if table is not None:
            tables.add(table)
        elif level := form.headingLevel():
            form.setTopMargin(_ABOVE_HEADING_PX.get(level, _ABOVE_HEADING_PX[3]))
            form.setBottomMargin(_BELOW_PX)
        elif form.hasProperty(form.Property.BlockCodeFence):
            form.setLeftMargin(_BESIDE_PX)
        else:
            form.setBottomMargin(_BELOW_ITEM_PX if block.textList() is not None else _BELOW_PX)
        cursor.setBlockFormat(form)
        block = block.next()
    for table in tables:
        how = table.format()
        how.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        how.setBorder(0)
        how.setCellPadding(_CELL_PX)
        how.setBottomMargin(_BELOW_PX)
        table.setFormat(how)
