"""The shortcut sheet (`?`): every key, to be searched, changed and printed."""

import html

from PySide6.QtGui import QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from desktop.base.translation import translate
from desktop.features.help.keys import KeysPage, in_groups, spoken
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons, on_return
from desktop.widgets.fit_to_screen import take_room
from desktop.window.commands import Commands


class ShortcutSheet(QDialog):
    """Dialog with all shortcuts. GUI thread only."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("ShortcutSheet", "Keyboard shortcuts"))
        take_room(self, 760, 640)
        self._commands = commands
        self.page = KeysPage(commands, self)
        buttons = Buttons(self.reject, self)
        buttons.add(translate("ShortcutSheet", "Print…"), self._print)
        vbox((self.page, 1), buttons, parent=self, margins=(18, 18, 18, 14), spacing=12)
        self.page.search.setFocus()
        on_return(self.page.search, self.page.table.setFocus)

    def _print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self)
        dialog.setWindowTitle(translate("ShortcutSheet", "Print keyboard shortcuts"))
        if dialog.exec() == QDialog.DialogCode.Accepted:
            print_sheet(self._commands, printer)


def print_sheet(commands: Commands, printer: QPrinter) -> None:
    """Prints all commands that have keys, in two columns, black on white."""
    document = QTextDocument()
    document.setDefaultStyleSheet(
        "body { color: black; font-family: sans-serif; font-size: 9pt }"
        "h1 { font-size: 14pt } h2 { font-size: 10pt; margin-top: 8pt } td { padding: 1pt 6pt }"
    )
    document.setHtml(as_html(commands))
    document.print_(printer)


def as_html(commands: Commands) -> str:
    """The sheet as HTML: a table for each menu, in two columns."""
    tables = []
    for title, own in in_groups(commands):
        rows = "".join(
            f"<tr><td>{html.escape(command.text)}</td>"
            f"<td><b>{html.escape(', '.join(spoken(key) for key in command.keys))}</b></td></tr>"
            for command in own
            if command.keys
        )
        if rows:
            tables.append(f"<h2>{html.escape(title)}</h2><table>{rows}</table>")
    half = (len(tables) + 1) // 2
    title = html.escape(translate("ShortcutSheet", "Earshot: keyboard shortcuts"))
    columns = "".join(f"<td width='50%'>{''.join(part)}</td>" for part in (tables[:half], tables[half:]))
    return f"<body><h1>{title}</h1><table width='100%'><tr>{columns}</tr></table></body>"
