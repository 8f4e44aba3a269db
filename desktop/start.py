"""Starting and ending: reads the command line, opens the window, and waits until it is closed.

A second start on the same library hands its folders and words to the first one and ends.
"""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QProcess, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from desktop.app import EarshotApp
from desktop.crash_log import CrashLog
from desktop.crash_log import default_folder as default_log_folder
from desktop.instance import Call, Instance
from desktop.opening import WindowStart
from desktop.settings import WindowSettings
from desktop.settings_file import default_file, read_settings
from desktop.translation import translate, use_language
from desktop.widgets.buttons import NoticeDialog
from engine.audio import decoders
from engine.library import default_folder
from engine.private import make_private
from engine.types import FilePath

ALREADY_OPEN = 1
"""Exit status when another Earshot holds the library and does not answer."""


def options_of(argv: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="earshot", description="Find any sound by describing it.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders or files to add to the library")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the library to open (default: your own)")
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="the model pack to listen with (default: the library's own)"
    )
    parser.add_argument("--query", default="", metavar="TEXT", help="what to look for first")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write a picture of the window to FILE and end")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file (default: the platform's)")
    parser.add_argument("--log", type=Path, metavar="DIR", help="the log's folder (default: the platform's)")
    parser.add_argument(
        "--data-folder",
        type=Path,
        metavar="DIR",
        help="where trainings and their environment are kept (default: the platform's)",
    )
    return parser.parse_args(argv)


def make_earshot(
    app: QApplication, argv: Sequence[str] | None = None, *, former_crash: Path | None = None
) -> EarshotApp:
    """Makes the window that the command line asks for; `open` shows it."""
    options = options_of(argv)
    settings_file = options.settings or default_file()
    use_language(read_settings(settings_file).language)
    app.setApplicationName("Earshot")
    app.setDesktopFileName("earshot")
    return EarshotApp(
        app,
        WindowStart(
            library=options.library or default_folder(),
            settings_file=settings_file,
            pack=options.pack,
            query=options.query,
            folders=tuple(FilePath.of(folder) for folder in options.folders),
            screenshot=options.screenshot,
            log_folder=options.log or default_log_folder(),
            former_crash=former_crash,
            data_folder=options.data_folder,
        ),
    )


def main(argv: Sequence[str] | None = None, made: Callable[[EarshotApp], object] = lambda earshot: None) -> int:
    """Runs the window until it is closed; returns the exit code.

    Args:
        argv: the command line, without the program.
        made: given the application before its window opens.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    options = options_of(argv)
    log = CrashLog(options.log or default_log_folder())
    try:
        settings_file = options.settings or default_file()
        _set_scale(read_settings(settings_file))
        _keep_qt_at_home(settings_file)
        app = QApplication.instance() or QApplication(["earshot"])
        assert isinstance(app, QApplication)
        return _run(app, options, argv, log, made)
    finally:
        log.close()


def _run(
    app: QApplication,
    options: argparse.Namespace,
    argv: Sequence[str] | None,
    log: CrashLog,
    made: Callable[[EarshotApp], object],
) -> int:
    instance = Instance(options.library or default_folder())
    is_picture = options.screenshot is not None  # it reads the library and ends: the first window is not disturbed
    if not is_picture and not instance.claim():
        call = Call(
            tuple(FilePath.of(folder) for folder in options.folders),
            options.query,
            os.environ.get("XDG_ACTIVATION_TOKEN", ""),
        )
        if instance.call(call):
            return 0
        if not instance.claim():
            _say_that_it_is_open(options.settings or default_file())
            return ALREADY_OPEN
    away = decoders.Decoders()
    decoders.use(away)  # no decoder and no file brings the window down
    earshot = make_earshot(app, argv, former_crash=log.former)
    instance.called.connect(earshot.take_call)
    log.surprised.connect(earshot.tell_surprise)
    for ending in (signal.SIGINT, signal.SIGTERM):  # Ctrl+C, and a session that ends
        # Not at once: the handler may have broken into code that holds a lock which closing needs.
        signal.signal(ending, lambda *_: QTimer.singleShot(0, earshot.quit))
    heartbeat = QTimer()  # lets Python see Ctrl+C while Qt waits
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(250)
    made(earshot)
    earshot.open()
    code = app.exec()
    earshot.close()
    away.close()
    instance.close()
    if earshot.to_restore is not None:
        from desktop.backups.putting_back import put_back  # what only this needs

        put_back(earshot.start.library, earshot.to_restore)
    if earshot.is_to_mend:
        from desktop.backups.putting_back import mend_library

        mend_library(earshot.start.library)
    if earshot.is_to_start_again:
        program, arguments = earshot.start.again()
        QProcess.startDetached(program, arguments)
    return earshot.exit_code or code


def _say_that_it_is_open(settings_file: Path) -> None:
    """Says on the terminal that the first window does not answer; without one in a box, in the user's language."""
    print("Earshot is open on this library and does not answer. Close it, then start again.", file=sys.stderr)
    if sys.stderr.isatty():
        return
    use_language(read_settings(settings_file).language)
    what = translate("Start", "Earshot is open on this library and does not answer.")
    NoticeDialog(None, "Earshot", what, translate("Start", "Close it, then start again.")).exec()


def _set_scale(settings: WindowSettings) -> None:
    """Qt reads the scale once, before the application is made."""
    if settings.scale_percent != 100:
        os.environ["QT_SCALE_FACTOR"] = f"{settings.scale_percent / 100:g}"


def _keep_qt_at_home(settings_file: Path) -> None:
    """Has Qt's own file dialog keep its last folder among Earshot's settings, not where every Qt program reads it."""
    folder = settings_file.parent / "qt"
    make_private(folder.parent)
    make_private(folder, is_ours=True)
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
