"""Starting and ending: reads the command line, opens the window, and waits until it is closed."""

import argparse
import logging
import signal
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from desktop.app import EarshotApp, Start
from desktop.settings import default_file
from engine.library import default_folder
from engine.types import FilePath


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="earshot", description="Find any sound by describing it.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders or files to add to the library")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the library to open (default: your own)")
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="the model pack to listen with (default: the library's own)"
    )
    parser.add_argument("--query", default="", metavar="TEXT", help="what to look for first")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write a picture of the window to FILE and end")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file (default: the platform's)")
    return parser.parse_args(argv)


def make_earshot(app: QApplication, argv: Sequence[str] | None = None) -> EarshotApp:
    """Makes the window that the command line asks for; `open` shows it."""
    options = _options(argv)
    app.setApplicationName("Earshot")
    app.setDesktopFileName("earshot")
    return EarshotApp(
        app,
        Start(
            library=options.library or default_folder(),
            settings_file=options.settings or default_file(),
            pack=options.pack,
            query=options.query,
            folders=tuple(FilePath.of(folder) for folder in options.folders),
            screenshot=options.screenshot,
        ),
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the window until it is closed; returns the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    app = QApplication.instance() or QApplication(["earshot"])
    assert isinstance(app, QApplication)
    earshot = make_earshot(app, argv)
    for ending in (signal.SIGINT, signal.SIGTERM):  # Ctrl+C, and a session that ends
        signal.signal(ending, lambda *_: earshot.window.close())
    heartbeat = QTimer()  # lets Python see Ctrl+C while Qt waits
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(250)
    earshot.open()
    code = app.exec()
    earshot.close()
    return earshot.exit_code or code
