"""The user guide, in the window's language if translated, else in English.

Each heading of a translation names its English section: `## Suchen <!-- Searching -->`. This shows which sections are
missing, and a note names them. This module also adds space between paragraphs and wraps everything to the page.
"""

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextCursor, QTextDocument, QTextLength, QTextOption, QTextTable
from PySide6.QtWidgets import QDialog, QTextBrowser, QWidget

from desktop.base.translation import language, translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room

GUIDE = "user-guide.md"
_FENCE, _COMMENT, _COMMENT_END = "```", "<!--", "-->"
_BELOW_PX, _BELOW_ITEM_PX = 9, 4
_ABOVE_HEADING_PX = {1: 0, 2: 22, 3: 16}
_BESIDE_PX = 14
_CELL_PX = 4


class Guide(QDialog):
    """Shows the user guide without any network. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Guide", "User guide"))
        take_room(self, 960, 720)
        self.text = QTextBrowser(self)
        self.text.setAccessibleName(translate("Guide", "User guide"))
        self.text.setOpenLinks(False)
        # A scroll bar that appears during layout keeps the old text width, and adds a horizontal scroll bar.
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.text.anchorClicked.connect(self._follow)
        english = guide_file()
        if english is None:
            self.text.setPlainText(
                translate("Guide", "The guide is missing from this installation. Reinstall Earshot.")
            )
        else:
            self.text.setSearchPaths([str(english.parent)])
            self.text.setMarkdown(_markdown(english))
            _set(self.text.document())
        buttons = Buttons(self.reject, self)
        vbox((self.text, 1), buttons, parent=self)

    def _follow(self, link: QUrl) -> None:
        if link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
        elif link.hasFragment():
            self.text.scrollToAnchor(link.fragment())


def guide_file(name: str = GUIDE) -> Path | None:
    """Path of a guide: beside the packages in a checkout, else among the installed files; None if there is none."""
    beside = Path(__file__).resolve().parents[3] / "docs"
    if (beside / GUIDE).is_file():
        return beside / name if (beside / name).is_file() else None
    try:
        files = metadata.files("earshot") or []
    except metadata.PackageNotFoundError:
        return None
    found = [Path(str(file.locate())) for file in files if file.name == name]
    return found[0] if found and found[0].is_file() else None


def name_in(code: str) -> str:
    """File name of the guide in a language, such as "user-guide.de.md"."""
    return f"{Path(GUIDE).stem}.{code}.md"


def lacking(translated: str, english: str) -> list[str]:
    """Sections of the English guide that a translation lacks, in order, by their English headings."""
    there = {said or own for own, said in _headings(translated)}
    return [own for own, _ in _headings(english) if own not in there]


def _markdown(english: Path) -> str:
    """Markdown of the guide in the current language, preceded by a note about missing sections."""
    original = english.read_text(encoding="utf-8")
    file = guide_file(name_in(language()))
    if file is None:
        return original
    text = file.read_text(encoding="utf-8")
    shown = "\n".join(line.partition(_COMMENT)[0].rstrip() if is_heading else line for line, is_heading in _lines(text))
    behind = lacking(text, original)
    if not behind:
        return shown
    told = translate("Guide", "These sections are in the English guide only: %1.", ", ".join(behind))
    return f"*{told}*\n\n{shown}"


def _headings(text: str) -> list[tuple[str, str]]:
    """Words of each heading and, in a translation, of its English original."""
    parts = [line.lstrip("#").partition(_COMMENT) for line, is_heading in _lines(text) if is_heading]
    return [(own.strip(), said.partition(_COMMENT_END)[0].strip()) for own, _, said in parts]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yields each line and whether it is a heading; lines of code are not."""
    is_code = False
    for line in text.splitlines():
        is_fence = line.startswith(_FENCE)
        is_code ^= is_fence
        yield line, not is_code and not is_fence and line.startswith("#")


def _set(document: QTextDocument) -> None:
    """Adds the spacing that Qt omits for Markdown, and wraps lines of code."""
    document.setDocumentMargin(_BESIDE_PX)
    option = QTextOption(document.defaultTextOption())
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    cursor = QTextCursor(document)
    tables: set[QTextTable] = set()
    block = document.begin()
    while block.isValid():
        cursor.setPosition(block.position())
        table = cast("QTextTable | None", cursor.currentTable())  # the stubs omit None
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
