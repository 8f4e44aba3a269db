"""Starting and ending: reads the command line, opens the window, and waits until it closes.

A second start on the same library hands its folders and query to the first one and ends.

Loading the window's modules takes a second. So a picture from the last session appears first, in the window itself,
with a search field that accepts typing; a thread loads the rest behind it.
"""

import argparse
import importlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QProcess, QSettings, QThread, QTimer
from PySide6.QtWidgets import QApplication

from desktop.app.single_instance import Call, Instance
from desktop.base.desktop_preferences import text_percent
from desktop.base.settings import WindowSettings
from desktop.base.settings_file import default_file, read_settings
from desktop.base.start_options import WindowStart
from desktop.window.cover.cover import Cover
from desktop.window.cover.picture import picture_file, read_picture
from desktop.window.main_window import MainWindow
from engine.base import logs
from engine.base.folders import default_folder as default_library
from engine.base.private_files import make_private

if TYPE_CHECKING:
    from desktop.app.app import EarshotApp
    from desktop.base.crash_log import CrashLog

_log = logging.getLogger(__name__)

ALREADY_OPEN = 1
"""Exit status if another Earshot holds the library and does not answer."""
_NEVER_PAINTED_MS = 500
"""A minimised or covered window is never painted; after this it is filled anyway."""


def options_of(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(prog="earshot", description="Find any sound by describing it.")
    parser.add_argument("folders", nargs="*", type=Path, help="folders or files to add to the library")
    parser.add_argument("--library", type=Path, metavar="DIR", help="the library to open (default: your own)")
    parser.add_argument("--create", action="store_true", help="make the library of --library where there is none")
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="the model pack to listen with (default: the library's own)"
    )
    parser.add_argument("--query", default="", metavar="TEXT", help="what to look for first")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write a picture of the window to FILE and end")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the settings file (default: the platform's)")
    parser.add_argument("--log", type=Path, metavar="DIR", help="the log's folder (default: the platform's)")
    parser.add_argument("--read-only", action="store_true", help="write nothing into sounds or beside them")
    parser.add_argument("--verbose", action="store_true", help="log decisions and figures on standard error too")
    parser.add_argument(
        "--data-folder",
        type=Path,
        metavar="DIR",
        help="where trainings and their environment are kept (default: the platform's)",
    )
    return parser.parse_args(argv)


def make_earshot(
    app: QApplication,
    argv: Sequence[str] | None = None,
    *,
    window: MainWindow | None = None,
    former_crash: Path | None = None,
) -> "EarshotApp":
    """Builds the window for a command line, in `window` if given; `open` shows it."""
    from desktop.app.app import EarshotApp  # deferred: takes a second, after the picture is shown
    from desktop.base.crash_log import default_folder as default_log_folder
    from desktop.base.translation import use_language
    from engine.base import read_only_mode
    from engine.base.types import FilePath

    options = options_of(argv)
    settings_file = options.settings or default_file()
    settings, library = read_settings(settings_file), options.library or default_library()
    use_language(settings.language)
    _name(app)
    is_first_start = options.library is None and str(library.absolute()) not in settings.libraries
    return EarshotApp(
        app,
        WindowStart(
            library=library,
            may_create=options.create or is_first_start,
            settings_file=settings_file,
            pack=options.pack,
            query=options.query,
            folders=tuple(FilePath.of(folder) for folder in options.folders),
            screenshot=options.screenshot,
            log_folder=options.log or default_log_folder(),
            former_crash=former_crash,
            data_folder=options.data_folder,
            is_read_only=options.read_only or read_only_mode.is_given(),
        ),
        window,
    )


def _name(app: QApplication) -> None:
    """Names the application before a window is shown: desktops group windows and find icons by it."""
    app.setApplicationName("Earshot")
    app.setDesktopFileName("earshot")


def main(
    argv: Sequence[str] | None = None,
    made: "Callable[[EarshotApp], object]" = lambda earshot: None,
    pictured: Callable[[MainWindow], object] = lambda window: None,
) -> int:
    """Runs the window until it closes; returns the exit code.

    Args:
        argv: the command line, without the program.
        made: called with the application before its window opens.
        pictured: called with the window once its picture of the last session is painted.
    """
    options = options_of(argv)
    logs.start(is_verbose=options.verbose, kept=logging.INFO)
    settings_file = options.settings or default_file()
    settings = read_settings(settings_file)
    set_scale(settings)
    app = QApplication.instance() or QApplication(["earshot"])
    assert isinstance(app, QApplication)
    _name(app)
    instance = Instance(options.library or default_library())
    is_picture = options.screenshot is not None  # it only reads the library: leave the first window alone
    is_first = is_picture or instance.claim()
    window = MainWindow()
    if is_first and not (is_picture or options.query or options.folders):
        _show_as_left(window, settings, options, pictured)
    signals = _SignalHandlers(window.close)
    from desktop.base.crash_log import CrashLog, default_folder  # deferred until the picture is shown

    log = CrashLog(options.log or default_folder())
    try:
        _keep_qt_at_home(settings_file)
        if not is_first:
            status = _hand_over(instance, options)
            if status is not None:
                return status
        if not is_picture:
            instance.listen()
        return _run(app, window, options, argv, log, instance, signals, made)
    finally:
        log.close()


def _show_as_left(
    window: MainWindow,
    settings: WindowSettings,
    options: argparse.Namespace,
    pictured: Callable[[MainWindow], object],
) -> None:
    """Shows the picture of the last session, if there is one; returns once it is on screen."""
    file = picture_file(options.settings or default_file())
    picture = read_picture(file, options.library or default_library()) if settings.keep_query else None
    if picture is None:
        return
    window.take_geometry(settings)
    cover = Cover(picture, window)
    window.lay_cover(cover)
    loop = QEventLoop()
    cover.painted.connect(lambda: QTimer.singleShot(0, loop, loop.quit))
    QTimer.singleShot(_NEVER_PAINTED_MS, loop, lambda: loop.exit(1))
    window.show()
    if loop.exec() == 0:
        pictured(window)
    cover.take_words()
    from desktop.base import resources

    window.setWindowIcon(resources.icon("earshot", picture.left.field.accent))


class _SignalHandlers:
    """Closes the window in order on Ctrl+C and when the session ends."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.end = end
        for ending in (signal.SIGINT, signal.SIGTERM):
            # Deferred: the handler may have interrupted code that holds a lock closing needs.
            signal.signal(ending, lambda *_: QTimer.singleShot(0, lambda: self.end()))
        self._heartbeat = QTimer()  # lets Python see Ctrl+C while Qt waits
        self._heartbeat.timeout.connect(lambda: None)
        self._heartbeat.start(250)


class _Loading(QThread):
    """Loads the window's modules in a thread."""

    def run(self) -> None:
        """Imports them. An error is ignored: it recurs, and is reported, at first use."""
        with suppress(Exception):
            importlib.import_module("desktop.app.app")


def _is_still_wanted_when_loaded(window: MainWindow) -> bool:
    """Loads the rest while the visible window accepts typing; False if it was closed meanwhile."""
    loading, loop, gone = _Loading(), QEventLoop(), []
    loading.finished.connect(loop.quit)
    closing = window.closing.connect(lambda: gone.append(True))
    loading.start()
    if not loading.isFinished():
        loop.exec()
    loading.wait()
    window.closing.disconnect(closing)
    return not gone


def _run(
    app: QApplication,
    window: MainWindow,
    options: argparse.Namespace,
    argv: Sequence[str] | None,
    log: "CrashLog",
    instance: Instance,
    signals: "_SignalHandlers",
    made: "Callable[[EarshotApp], object]",
) -> int:
    calls: list[Call] = []
    waiting = instance.called.connect(calls.append)
    if window.isVisible() and not _is_still_wanted_when_loaded(window):
        instance.close()
        return 0
    from engine.audio import decoder_pool

    away = decoder_pool.DecoderPool()
    decoder_pool.use(away)  # no decoder and no file crashes the window
    earshot = make_earshot(app, argv, window=window, former_crash=log.former)
    instance.called.disconnect(waiting)
    instance.called.connect(earshot.take_call)
    log.surprised.connect(earshot.tell_surprise)
    earshot.search.opened.connect(instance.library_is_there)
    signals.end = earshot.quit
    made(earshot)
    earshot.open()
    for call in calls:
        earshot.take_call(call)
    code = app.exec()
    instance.leave()  # pending writes finish, and a new start waits meanwhile
    earshot.close()
    away.close()
    instance.close()
    restart = earshot.restart
    if restart.work is not None:
        restart.work()
    if restart.is_wanted:
        program, arguments = replace(earshot.start, may_create=restart.creates_library).again()
        QProcess.startDetached(program, arguments)
    return earshot.exit_code or code


def _hand_over(instance: Instance, options: argparse.Namespace) -> int | None:
    """Hands folders and query to the first start; returns the exit status, or None if this is the first by now."""
    from engine.base.types import FilePath

    folders = tuple(FilePath.of(folder) for folder in options.folders)
    if instance.call(Call(folders, options.query, os.environ.get("XDG_ACTIVATION_TOKEN", ""))):
        return 0
    if instance.claim():
        return None
    _say_that_it_is_open(options.settings or default_file(), is_hung=instance.was_reached)
    return ALREADY_OPEN


def _say_that_it_is_open(settings_file: Path, *, is_hung: bool) -> None:
    """Says on the terminal, and without one in a dialog in the user's language, why no window opens."""
    from desktop.base.translation import phrase, use_language

    if is_hung:
        what = phrase("StartWeights", "Earshot already has this library open and does not respond.")
        advice = phrase("StartWeights", "Close it, then start again.")
    else:
        what = phrase("StartWeights", "Earshot was closed and is still finishing its work on this library.")
        advice = phrase("StartWeights", "Start it again in a minute.")
    print(what.text, advice.text, file=sys.stderr)
    if sys.stderr is not None and sys.stderr.isatty():  # there is none under pythonw.exe
        return
    from desktop.widgets.buttons import NoticeDialog

    use_language(read_settings(settings_file).language)
    NoticeDialog(None, "Earshot", str(what), str(advice)).exec()


def set_scale(settings: WindowSettings) -> None:
    """Applies the system's text size times the scale in the settings.

    The whole window scales with its text, so that none is clipped. Qt reads the scale once, before the application is
    created.
    """
    scale = settings.scale_percent * text_percent() / 10_000
    if scale != 1.0:
        os.environ["QT_SCALE_FACTOR"] = f"{scale:g}"


def _keep_qt_at_home(settings_file: Path) -> None:
    """Makes Qt's file dialog keep its last folder beside Earshot's settings, not where every Qt program reads it."""
    folder = settings_file.parent / "qt"
    make_private(folder.parent)
    make_private(folder, is_ours=True)
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(folder))
