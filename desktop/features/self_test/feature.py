"""*Test search quality…*: runs the self-test in a job, plays its examples and writes its report.

The last result is kept until the sounds or the pack change, so that the dialog reopens at once after a search. Closing
the dialog cancels whatever runs.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words, translation
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.deck.playback import Audition
from desktop.features.self_test.dialog import SelfTestDialog
from desktop.results.file_manager import reveal
from desktop.work.cancellable_work import LongTask, Tell
from desktop.work.requests import Reference
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.library_facts import LibraryStats
from engine.features.self_test.gaps import WantedLine, script_lines, ucs_lines
from engine.features.self_test.outliers import Outlier
from engine.features.self_test.pack_comparison import PackComparison
from engine.features.self_test.self_test import SelfTest, ask_missing, measure_pack, run_self_test, with_pack
from engine.library.reader import LibraryReader

T = TypeVar("T")
_SUFFIX = ".html"


class SelfTestFeature(QObject):
    """Connects the dialog to the library, the player and the disk. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        player: ports.Player,
        pack_switch: ports.PackSwitch,
        navigation: ports.Navigation,
        start: ports.WindowStart,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._player = window, theme, settings, player
        self._navigation, self._start, self._notices, self._search_bar = navigation, start, notices, search_bar
        self._folder = start.library
        self._sounds = 0
        self.dialog: SelfTestDialog | None = None
        self.test: SelfTest | None = None
        """The last result, while it is valid."""
        self._of = ""
        """Source of its lines."""
        self.working = LongTask(jobs, self)
        self.working.progressed.connect(self._progressed)
        search.counted.connect(lambda stats, folders: self._counted(stats))
        pack_switch.switched.connect(lambda pack_id: self._forget())
        player.failed.connect(lambda message, advice: self._say_heard(f"{message} {advice}".strip()))
        player.started.connect(lambda path, start_s: self._say_heard(""))
        commands.add(
            "library.self_test",
            translate("SelfTestFeature", "Test search quality…"),
            self.show,
            menu="Library",
            group=5,
            tip=translate(
                "SelfTestFeature", "Shows which of your own words find their sounds by sound alone, and what is missing"
            ),
        )

    def show(self) -> None:
        """Opens the dialog, and runs the test unless the last result is still valid."""
        if self.working.is_running:
            self._notices.say(translate("SelfTestFeature", "Wait until the last test has stopped."))
            return
        dialog = self.dialog = SelfTestDialog(self._theme, self._window)
        dialog.heard.connect(self._player.perform)
        dialog.toggled.connect(self._toggle)
        dialog.search_wanted.connect(self._search)
        dialog.again_wanted.connect(self.begin)
        dialog.save_wanted.connect(self._choose_page)
        dialog.alone.similar_wanted.connect(self._find_similar)
        dialog.alone.reveal_wanted.connect(lambda path: reveal([path], self))
        dialog.missing.ucs_wanted.connect(lambda: self._ask(translate("SelfTestFeature", "UCS"), ucs_lines))
        dialog.missing.script_wanted.connect(self._choose_script)
        dialog.packs.measure_wanted.connect(self._measure)
        dialog.finished.connect(lambda: self._closed(dialog))
        dialog.open()
        if self.test is None:
            self.begin()
        else:
            dialog.show_test(self.test, self._of)

    def begin(self) -> None:
        self._forget()
        dialog = self.dialog
        if dialog is None:
            return
        if not self._sounds:
            dialog.show_nothing(
                translate("SelfTestFeature", "There are no sounds to test yet"),
                translate("SelfTestFeature", "Add a folder with sounds to the library first: File, Add folder…"),
            )
            return
        folder, pack = self._folder, self._start.pack
        dialog.show_testing()
        self.working.run(
            lambda cancel, tell: run_self_test(folder, pack=pack, cancel=cancel, progress=tell),
            lambda test: self._came(dialog, test),
            failed=self._refused,
        )

    def save(self, path: Path) -> None:
        test, folder, dialog = self.test, self._folder, self.dialog
        if test is None or dialog is None:
            return
        self._settings.change(project_folder=str(path.parent))
        language = translation.language()

        def work(cancel: Cancel, tell: Tell) -> None:
            from engine.features.self_test.report_page import write_page  # only a report needs its pictures

            with LibraryReader(folder) as reader:
                write_page(test, path, engine_words.note, reader.peaks, language)

        self._do(
            translate("SelfTestFeature", "Writing %1…", path.name),
            work,
            lambda _: dialog.say(translate("SelfTestFeature", "Written to %1.", path)),
        )

    def ask_script(self, path: Path) -> None:
        """Searches for the lines of a script, cue sheet, EDL or list."""
        self._settings.change(project_folder=str(path.parent))

        self._ask(path.name, lambda: script_lines(path))

    # -- jobs ------------------------------------------------------------------------------------------------------

    def _ask(self, of: str, read: Callable[[], tuple[WantedLine, ...]]) -> None:
        """Reads lines and searches for each."""
        folder, pack = self._folder, self._start.pack
        self._do(
            translate("SelfTestFeature", "Searching for every line: %1…", of),
            lambda cancel, tell: ask_missing(folder, read(), pack=pack, cancel=cancel, progress=tell),
            lambda lines: self._change(of, lambda test: replace(test, lines=lines)),
        )

    def _measure(self, beside: PackComparison) -> None:
        folder, other, pack = self._folder, beside.folder, self._start.pack
        if other is None:
            return
        self._do(
            translate("SelfTestFeature", "Analysing with %1…", beside.name),
            lambda cancel, tell: measure_pack(folder, other, pack=pack, cancel=cancel, progress=tell),
            lambda found: self._change(self._of, lambda test: replace(test, packs=with_pack(test.packs, found))),
        )

    def _do(self, told: str, work: Callable[[Cancel, Tell], T], then: Callable[[T], object]) -> None:
        """Extends the test on show."""
        dialog = self.dialog
        if dialog is None or self.working.is_running:
            return

        def done(value: T) -> None:
            if self.dialog is dialog:
                dialog.show_working(False)
                dialog.say("")
                then(value)

        dialog.say(told)
        dialog.show_working(True)
        self.working.run(work, done, failed=self._refused)

    def _change(self, of: str, changed: Callable[[SelfTest], SelfTest]) -> None:
        if self.test is not None and self.dialog is not None:
            self.test, self._of = changed(self.test), of
            self.dialog.show_test(self.test, of)

    def _came(self, dialog: SelfTestDialog, test: SelfTest) -> None:
        self.test, self._of = test, ""
        if self.dialog is dialog:
            dialog.show_test(test)

    def _progressed(self, share: float) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(share)

    def _refused(self, err: EngineError) -> None:
        if self.dialog is None:
            return
        if self.test is None:
            what, to_do = engine_words.error(err)
            self.dialog.show_nothing(what[:1].upper() + what[1:], to_do)
        else:
            self.dialog.show_working(False)
            self.dialog.say(engine_words.in_full(err))

    def _closed(self, dialog: SelfTestDialog) -> None:
        self.working.stop()
        self._player.stop()
        self.dialog = None
        dialog.deleteLater()

    def _counted(self, stats: LibraryStats) -> None:
        """Drops the result when the number of sounds changes."""
        if stats.sounds != self._sounds:
            self._sounds = stats.sounds
            if self.dialog is None:
                self._forget()

    def _forget(self) -> None:
        self.test, self._of = None, ""

    # -- playback, search and files --------------------------------------------------------------------------------

    def _toggle(self, audition: Audition) -> None:
        playing = self._player.playing
        if playing is not None and playing.path == audition.path:
            self._player.stop()
        else:
            self._player.perform(audition)

    def _say_heard(self, told: str) -> None:
        """Shows why a sound cannot be played, unless a running job has a message on show."""
        if self.dialog is not None and not self.working.is_running:
            self.dialog.say(told)

    def _search(self, words: str) -> None:
        self._leave()
        self._search_bar.set_text(words)

    def _find_similar(self, one: Outlier) -> None:
        self._leave()
        self._search_bar.set_reference(Reference(one.path, one.sound))

    def _leave(self) -> None:
        if self.dialog is not None:
            self.dialog.accept()
        self._navigation.show_results()

    def _choose_page(self) -> None:
        name = f"{translate('SelfTestFeature', 'Search quality')}{_SUFFIX}"
        start = str(Path(self._settings.values.project_folder or Path.home()) / name)
        kinds = translate("SelfTestFeature", "Page (*.html)")
        chosen, _ = QFileDialog.getSaveFileName(self.dialog, translate("SelfTestFeature", "Save as page"), start, kinds)
        if chosen:
            path = Path(chosen)
            self.save(path if path.suffix else path.with_suffix(_SUFFIX))

    def _choose_script(self) -> None:
        kinds = translate(
            "SelfTestFeature", "Lists of cues (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;All files (*)"
        )
        start = self._settings.values.project_folder
        chosen, _ = QFileDialog.getOpenFileName(
            self.dialog, translate("SelfTestFeature", "Open a script"), start, kinds
        )
        if chosen:
            self.ask_script(Path(chosen))


FEATURE = WindowFeature((FeaturePart(520, SelfTestFeature),))
