"""Runs the spotting list: reads it off the GUI thread, searches on the search thread, plays, picks and saves."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import number, translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.features.spotting.autosave import Autosave
from desktop.features.spotting.export_job import PickExport
from desktop.features.spotting.page import SpottingPage
from desktop.search.bar.unread import left_out
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.clocks import FrameClock
from engine.base.errors import EngineError
from engine.base.types import Answer, Hit, SoundId
from engine.features.spotting.cues import CueSheet, SkippedLine
from engine.features.spotting.list_cache import SpottingListCache
from engine.features.spotting.spoken_lines import answer_cues
from engine.features.spotting.spotting_list import Pick, SpottingList
from engine.library.answers import DamagedCounts
from engine.library.library import CANCELLED, Library
from engine.library.queries import Question

PAGE = "spotting"
SOUNDS = 5
_AT_ONCE = 24
"""Number of cues answered per request, so that other searches get their turn."""
_NAMED = 3
"""Limit of skipped lines named in a message."""
Reading = Callable[[], SpottingList | None]


class _LoadedList(Struct, frozen=True):
    """A list that was read or created; None if there is none."""

    found: SpottingList | None
    titles: dict[str, str]
    skipped: tuple[SkippedLine, ...] = ()


class SpottingFeature(QObject):
    """Connects the page to the search thread, the player and the list's file. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        playback: ports.PlaybackControl,
        navigation: ports.Navigation,
        notices: ports.Notices,
        hub: FeatureHub,
        export: PickExport,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._jobs = window, settings, search, jobs
        self._playback, self._navigation, self._notices, self._hub = playback, navigation, notices, hub
        self._shelf = SpottingListCache(search.folder)
        self.list: SpottingList | None = None
        self._clock = FrameClock()
        self._answers: dict[int, tuple[Hit, ...]] = {}
        """Sounds by cue number."""
        self._notes: dict[int, str] = {}
        self._asked = 0
        """Number of the current request; answers to earlier ones are dropped."""
        self._readings = 0
        """Number of the latest requested list; only that one is shown, in whatever order they arrive."""
        self._has_opened = False
        self.page = page = SpottingPage(theme, window)
        self.autosave = Autosave(self._shelf, jobs, self._failed, self)
        self.handing_on = export
        action = commands.add(
            "library.spotting",
            translate("SpottingFeature", "Spotting list"),
            partial(navigation.open_page, PAGE),
            keys=["Ctrl+Shift+S"],
            menu="Search",
            group=6,
            icon="collection",
            is_checkable=True,
            tip=translate("SpottingFeature", "A script or cue sheet, answered line by line"),
        )
        navigation.add_page(PAGE, page, translate("SpottingFeature", "Spotting list"), action, holds=self._holds)
        window.page_changed.connect(self._page_changed)
        window.closing.connect(self.autosave.flush)
        search.counted.connect(lambda stats, folders: self._library_changed(stats.sounds))
        self._sounds = -1
        page.open_wanted.connect(self._choose)
        page.paste_wanted.connect(self.paste)
        page.pasted.connect(self.paste)
        page.export_wanted.connect(lambda: self.handing_on.ask(self.list))
        page.remove_wanted.connect(self._forget)
        page.list_wanted.connect(lambda key: self._read(lambda: self._shelf.read(key)))
        page.rate_chosen.connect(self._retime)
        page.filters_chosen.connect(self._filter)
        page.query_changed.connect(self._reword)
        page.left.clicked_on.connect(self._go_to)
        right = page.right
        right.rested.connect(lambda row: self._hear(row, is_asked=False))
        right.toggled.connect(self._play_or_stop)
        right.picked.connect(self._pick_and_go_on)
        right.chosen.connect(self._choose_sound)
        right.dropped.connect(lambda: self._put_pick(None))
        right.gone_on.connect(lambda step: self._go_to(0 if self.list is None else self.list.at + step))
        right.reword_wanted.connect(self._begin_rewording)

    # -- lists -----------------------------------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Creates a list from a cue file."""
        self._settings.change(project_folder=str(path.parent))
        clock = self._clock

        def read(cancel: Cancel) -> CueSheet:
            from engine.features.spotting.cue_reader import read_cues  # readers of formats: only a new list needs them

            sheet = read_cues(path, clock, cancel=cancel)
            return replace(sheet, title=sheet.title or path.stem)

        self._begin(read)

    def paste(self) -> None:
        """Creates a list from the clipboard: a file, or text."""
        content = QGuiApplication.clipboard().mimeData()
        files = [url.toLocalFile() for url in content.urls() if url.isLocalFile()]
        if files:
            self.open(Path(files[0]))
            return
        text, clock = content.text(), self._clock

        def read(cancel: Cancel) -> CueSheet:
            from engine.features.spotting.cue_reader import read_cue_text

            sheet = read_cue_text(text, clock, cancel=cancel)
            return replace(sheet, title=sheet.title or sheet.cues[0].text[:40])

        self._begin(read)

    def _choose(self) -> None:
        start = self._settings.values.project_folder
        kinds = translate(
            "SpottingFeature", "Lists of cues (*.txt *.csv *.tsv *.edl *.srt *.md *.fountain);;All files (*)"
        )
        chosen, _ = QFileDialog.getOpenFileName(
            self.page, translate("SpottingFeature", "Open a list of cues"), start, kinds
        )
        if chosen:
            self.open(Path(chosen))

    def _begin(self, read: Callable[[Cancel], CueSheet]) -> None:
        """Creates a list from cues that a job reads, with progress and cancelling."""
        shelf = self._shelf
        reading = self._next_reading()
        working = LongTask(self._jobs, self)
        progress = WorkingProgress(working, self._window)

        def work(cancel: Cancel, tell: Tell) -> _LoadedList:
            sheet = read(cancel)
            found = SpottingList.of(sheet, shelf.new_key(sheet.title))
            return _LoadedList(found, {found.key: found.title, **shelf.titles()}, sheet.skipped)

        def ended() -> None:
            progress.end()
            working.deleteLater()

        def came(opened: _LoadedList) -> None:
            ended()
            if opened.found is not None:
                self.autosave.keep(opened.found)  # saved even if another list was requested meanwhile
            if reading == self._readings:
                self._came(opened)

        def failed(err: EngineError) -> None:
            ended()
            self._failed(err)

        progress.begin(translate("SpottingFeature", "Reading the list…"))
        working.run(work, came, failed=failed, cancelled=ended)

    def _read(self, read: Reading) -> None:
        """Reads a stored list in a job and shows it."""
        self._bring(lambda: _LoadedList(read(), self._shelf.titles()))

    def _bring(self, work: Callable[[], _LoadedList], refused: Callable[[], object] = lambda: None) -> None:
        """Shows the list that a job returns; calls `refused` on failure."""
        reading = self._next_reading()

        def came(opened: _LoadedList) -> None:
            if reading == self._readings:
                self._came(opened)

        def failed(err: EngineError) -> None:
            refused()
            self._failed(err)

        self._jobs.run(lambda cancel: work(), came, failed=failed)

    def _next_reading(self) -> int:
        self._readings += 1
        return self._readings

    def _came(self, opened: _LoadedList) -> None:
        self._notices.take_back("spotting")
        self.list = opened.found
        if self.list is not None:
            self._clock = self.list.clock
            self.page.show_lists(opened.titles, self.list.key)
        if opened.skipped:
            self._notices.warn(
                translate("SpottingFeature", "%n line(s) left out, or only their times.", n=len(opened.skipped)),
                " ".join(_skipped(one) for one in opened.skipped[:_NAMED]),
                "spotting",
            )
        self._ask_all()
        self.page.setFocus()

    def _forget(self) -> None:
        kept, shelf = self.list, self._shelf
        if kept is None:
            return
        self.list = None  # so that no key pressed meanwhile restores it

        def work() -> _LoadedList:
            shelf.remove(kept.key)
            return _LoadedList(self._newest(), shelf.titles())

        def refused() -> None:
            self.list = kept

        self._bring(work, refused)

    def _newest(self) -> SpottingList | None:
        """The list used last. Any thread."""
        newest = self._shelf.newest()
        return None if newest is None else self._shelf.read(newest)

    def _open_newest(self) -> None:
        self._read(self._newest)

    def _page_changed(self, page: str) -> None:
        if page == PAGE and not self._has_opened:
            self._has_opened = True
            self.page.show_list(None, {})
            self._open_newest()

    # -- answers ---------------------------------------------------------------------------------------------------

    def _library_changed(self, sounds: int) -> None:
        if sounds != self._sounds:
            self._sounds = sounds
            if self._has_opened and self.list is not None:
                self._ask_all()

    def _ask_all(self) -> None:
        """Searches for every cue again, starting at the current one."""
        self._asked += 1
        self._answers.clear()
        self._notes.clear()
        self._show()
        if self.list is not None:
            count, at = len(self.list.rows), self.list.at
            self._ask([*range(at, count), *range(at)])

    def _ask(self, rows: list[int]) -> None:
        """Searches for rows, some at a time."""
        kept, asked = self.list, self._asked
        if kept is None or not rows:
            return
        some = rows[:_AT_ONCE]
        questions = [Question(kept.rows[row].query, filters=kept.filters, limit=SOUNDS, stacks=True) for row in some]

        # A query that the user changed is taken at its word.
        spoken = [one.cue.spoken if one.query == one.cue.query else "" for one in (kept.rows[row] for row in some)]

        def question(library: Library) -> list[Answer]:
            return answer_cues(library, list(zip(questions, spoken, strict=True)), cancel=lambda: self._asked != asked)

        def came(answers: list[Answer]) -> None:
            if self._asked != asked or self.list is None:
                return
            for row, answer in zip(some, answers, strict=True):
                if answer.tier != CANCELLED:
                    number = self.list.rows[row].cue.number
                    self._answers[number] = answer.hits
                    self._notes[number] = _note(answer)
            self._show()
            self._ask(rows[_AT_ONCE:])

        self._search.ask(question, came, failed=self._failed)

    def _show(self) -> None:
        kept = self.list
        self.page.show_list(kept, self._answers)
        if kept is not None:
            number = kept.rows[kept.at].cue.number
            self.page.show_cue(kept, self._answers.get(number), self._notes.get(number, ""))

    # -- actions ---------------------------------------------------------------------------------------------------

    def _change(self, changed: SpottingList) -> None:
        self.list = changed
        self.autosave.keep(changed)
        self._show()

    def _go_to(self, row: int) -> None:
        if self.list is not None and 0 <= row < len(self.list.rows):
            self._playback.stop()
            self._change(replace(self.list, at=row))
            self.page.right.setFocus()

    def _pick(self, row: int) -> None:
        hit = self._hit(row)
        if hit is not None:
            moment = hit.moments[0] if hit.moments else None
            times = (None, None) if moment is None else (moment.start_s, moment.end_s)
            self._put_pick(Pick(hit.sound.path, hit.sound.id, *times))
            if self.list is not None:
                self._hub.picked.emit(self.list.rows[self.list.at].query, hit.sound.id, *times)

    def _pick_and_go_on(self, row: int, goes_on: bool) -> None:
        self._pick(row)
        if goes_on and self.list is not None:
            self._go_to(self.list.at + 1)

    def _choose_sound(self, row: int) -> None:
        """Selects, picks and plays the sound of a digit."""
        self.page.right.selectRow(row)
        self._pick(row)
        self._hear(row, is_asked=False)

    def _put_pick(self, pick: Pick | None) -> None:
        if self.list is not None:
            at = self.list.at
            self._change(self.list.with_row(at, replace(self.list.rows[at], pick=pick)))

    def _begin_rewording(self) -> None:
        self.page.query.setFocus()
        self.page.query.selectAll()

    def _reword(self, query: str) -> None:
        """Searches for the current cue with other words; without any, with those of the cue."""
        if self.list is None:
            return
        row = self.list.rows[self.list.at]
        wanted = query or row.cue.query
        self.page.query.setModified(False)
        if wanted == row.query:
            self.page.query.setText(wanted)
            return
        self._answers.pop(row.cue.number, None)
        self._change(self.list.with_row(self.list.at, replace(row, query=wanted)))
        self._ask([self.list.at])

    def _filter(self, filters: str) -> None:
        if self.list is not None and filters != self.list.filters:
            self.list = replace(self.list, filters=filters)
            self.autosave.keep(self.list)
            self._ask_all()

    def _retime(self, clock: FrameClock) -> None:
        """Changes the frame rate: timecodes keep their text, but not their time."""
        if self.list is None or clock == self.list.clock:
            return
        self._clock = clock
        self._change(self.list.retimed(clock))

    # -- playback --------------------------------------------------------------------------------------------------

    def _hit(self, row: int) -> Hit | None:
        hits = self.page.candidates.hits
        return hits[row] if 0 <= row < len(hits) else None

    def _hear(self, row: int, *, is_asked: bool) -> None:
        hit = self._hit(row)
        if hit is not None and (is_asked or self._settings.values.autoplay):
            self._navigation.play(PAGE, hit, hit.moments[0].start_s if hit.moments else None)

    def _play_or_stop(self, row: int) -> None:
        if not self._playback.stop():
            self._hear(row, is_asked=True)

    def _holds(self, sound: SoundId) -> bool:
        return any(hit.sound.id == sound for hit in self.page.candidates.hits)

    def _failed(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "spotting")


def _note(answer: Answer) -> str:
    """Note on an answer: ignored parts, doubts, and what could not be compared."""
    unheard = engine_words.unheard(DamagedCounts(answer.unheard_sounds, answer.unheard_names))
    return " ".join(filter(None, (left_out(answer.chips), engine_words.note(answer.note), unheard)))


def _skipped(one: SkippedLine) -> str:
    return translate("SpottingFeature", "Line %1: %2", number(one.line), engine_words.sentence(one.why))


FEATURE = WindowFeature((FeaturePart(205, PickExport), FeaturePart(210, SpottingFeature)))
