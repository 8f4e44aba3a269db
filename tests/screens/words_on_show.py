"""The words on a picture, read from the widgets on show: what stands on labels, buttons and in empty fields."""

from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit


def words_on_show() -> list[str]:
    """Returns each text once, in order of the alphabet; none with digits, which differ from one time to the next."""
    texts: set[str] = set()
    for widget in QApplication.allWidgets():
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLineEdit):
            texts.add(widget.text() or widget.placeholderText())
        elif isinstance(widget, QAbstractButton | QLabel):
            texts.add(widget.text())
    shown = (" ".join(text.replace("&", "").split()) for text in texts)
    return sorted(text for text in shown if text and not any(sign.isdigit() for sign in text))
