"""The pick list: P adds the moment under the hand; all are dragged, copied or sent together, by the chosen profile."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.drag_out.orders import Order, orders_of
from desktop.controllers.drag_out.parts import part_of, selected_hits
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.features.pick_list.pick_tab import PickTab
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from desktop.work.jobs import Jobs
from engine.audio.effects import Effects
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.types import FilePath, Hit
from engine.library.answers import listed_hit
from engine.library.library import Library

if TYPE_CHECKING:
    from engine.features.pick_list import pick_list
    from engine.transfer import transfer as transferring
else:
    pick_list = later("engine.features.pick_list.pick_list")
    transferring = later("engine.transfer.transfer")

TAB = "picks"


class PickListFeature(QObject):
    """Picked moments in a tab of the inspector. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_bar: ports.SearchBar,
        notices: ports.Notices,
        results: ports.ResultsView,
        deck: ports.Deck,
        inspector: ports.Inspector,
        playback: ports.PlaybackControl,
        hub: FeatureHub,
        drag: DragOut,
        marks: MarksControl,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._search_bar = window, settings, search, search_bar
        self._notices, self._results, self._deck, self._inspector = notices, results, deck, inspector
        self._playback, self._hub, self._drag, self._marks = playback, hub, drag, marks
        self._library = search.folder
        self._hits: dict[FilePath, Hit] = {}
        """Sounds of the list that are in the library."""
        self._jobs = Jobs(self, threads=1)
        window.closing.connect(self._jobs.close)
        self.working = LongTask(self._jobs, self)
        self._progress = WorkingProgress(self.working, window)
        self.tab = PickTab(inspector)
        inspector.add_tab(TAB, translate("PickListFeature", "Picks"), self.tab)
        inspector.offer_tab(TAB, False)  # until something is picked
        self.tab.removed.connect(self._remove)
        self.tab.play_wanted.connect(self._play)
        self.tab.copy_button.clicked.connect(self.ask_folder)
        self.tab.send_button.clicked.connect(self.send)
        self.tab.lines.drag_wanted.connect(self._drag_out)
        self._add_commands(commands)
        self._jobs.run(lambda cancel: pick_list.read_picks(self._library), self._show, failed=self._refused)

    def _add_commands(self, commands: ports.Commands) -> None:
        add, show = translate("PickListFeature", "Pick this moment"), translate("PickListFeature", "Picked moments")
        tip = translate("PickListFeature", "Adds the moment, or what is selected in the waveform, to the pick list")
        commands.add("picks.add", add, self.add, needs="sound", keys=["P"], menu="Sound", group=3, tip=tip)
        commands.add("picks.show", show, self.show, keys=["Shift+P"], menu="View", group=5)
        commands.in_row_menu("picks.add", 7)

    # -- the list --------------------------------------------------------------------------------------------------

    def add(self) -> None:
        """Adds the selected rows' moments, named by what was asked for."""
        name = " ".join(self._search_bar.request.text.split())[: pick_list.MOST_LETTERS]
        new = []
        for hit, row in selected_hits(self._results):
            start_s, end_s = part_of(hit, row, self._results, self._deck, self._drag)
            new.append(pick_list.PickedMoment(hit.sound.path, start_s, end_s, name))
        if not new:
            self._notices.say(
                translate("PickListFeature", "These sounds are missing or offline, so they cannot be picked.")
            )
            return
        self._change(lambda: pick_list.add_picks(self._library, new), self._added)

    def show(self) -> None:
        """Shows the tab."""
        self._inspector.offer_tab(TAB, True)
        self._inspector.show_tab(TAB)
        self.tab.lines.setFocus()

    def _added(self) -> None:
        self._notices.say(translate("PickListFeature", "%n moment(s) in the pick list.", n=len(self.tab.picks)))

    def _remove(self, gone: "tuple[pick_list.PickedMoment, ...]") -> None:
        self._change(lambda: pick_list.remove_picks(self._library, gone))

    def _change(
        self,
        change: "Callable[[], tuple[pick_list.PickedMoment, ...]]",
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Changes the list, which can be undone."""
        former = self.tab.picks

        def changed(now: "tuple[pick_list.PickedMoment, ...]") -> None:
            def restore() -> None:
                self._jobs.run(
                    lambda cancel: pick_list.restore_picks(self._library, former, now),
                    self._show,
                    failed=self._refused,
                )

            if now != former:
                self._marks.note(ExternalChange(translate("PickListFeature", "Pick list"), restore))
            self._show(now)
            then()

        self._jobs.run(lambda cancel: change(), changed, failed=self._refused)

    def _show(self, picks: "tuple[pick_list.PickedMoment, ...]") -> None:
        note = "" if picks else translate("PickListFeature", "Press P to pick the moment of a sound.")
        self.tab.show_picks(picks, note)
        self.tab.send_button.setVisible(self._hub.send is not None)
        paths = list(dict.fromkeys(one.path for one in picks))
        self._search.ask(lambda library: _hits_at(library, paths), self._know)
        if picks:
            self._inspector.offer_tab(TAB, True)

    def _know(self, hits: dict[FilePath, Hit]) -> None:
        self._hits = hits

    def _refused(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), TAB)

    def _play(self, pick: "pick_list.PickedMoment") -> None:
        hit = self._hits.get(pick.path)
        if hit is None or hit.sound.is_away:
            self._notices.say(translate("PickListFeature", "%1 is not in the library, or is missing.", pick.path.name))
        else:
            self._playback.play_at(hit, pick.start_s)

    # -- handing out -----------------------------------------------------------------------------------------------

    def _drag_out(self) -> None:
        """Drags files of the chosen moments; sounds that are not in the library, or missing, are left out."""
        orders: list[Order] = []
        for number, pick in enumerate(self.tab.chosen, 1):
            hit = self._hits.get(pick.path)
            if hit is not None and not hit.sound.is_away:
                words = (("cue", pick.name),) if pick.name else ()
                profile = self._hub.transfer_profile
                orders += orders_of(hit, pick.start_s, pick.end_s, Effects(), profile, number, words)
        if orders:
            self._drag.drag_made(self.tab.lines, orders)

    def ask_folder(self) -> None:
        """Asks for the folder, and copies the chosen moments there, or all."""
        if self.working.is_running or not self.tab.picks:
            return
        start = self._settings.values.project_folder or str(Path.home())
        title = translate("PickListFeature", "Folder for the picked moments")
        folder = QFileDialog.getExistingDirectory(self._window, title, start)
        if folder:
            self._settings.change(project_folder=folder)
            self.copy(Path(folder))

    def copy(self, folder: Path) -> None:
        """Writes a file for each chosen moment, by the chosen profile."""
        chosen, profile, library = self.tab.chosen, self._hub.transfer_profile, self._library

        def work(cancel: Cancel, tell: Tell) -> "tuple[transferring.TransferSummary, pick_list.PickPieces]":
            found = pick_list.pick_pieces(chosen, cancel)
            done = transferring.transfer(found.pieces, folder, profile, library=library, cancel=cancel, progress=tell)
            return done, found

        self._progress.begin(translate("PickListFeature", "Copying picked moments…"))
        self.working.run(work, partial(self._copied, folder), failed=self._failed, cancelled=self._progress.end)

    def _copied(self, folder: Path, told: "tuple[transferring.TransferSummary, pick_list.PickPieces]") -> None:
        done, found = told
        self._progress.end()
        for err in (*found.unread, *(one.error for one in done.skipped)):
            self._refused(err)
        self._notices.say(translate("PickListFeature", "%n file(s) written to %1.", folder, n=len(done.files)))

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._refused(err)

    def send(self) -> None:
        """Reads the chosen moments' sounds, and hands them to what sends."""
        chosen = self.tab.chosen
        self._jobs.run(lambda cancel: pick_list.pick_pieces(chosen, cancel), self._sendable, failed=self._refused)

    def _sendable(self, found: "pick_list.PickPieces") -> None:
        for err in found.unread:
            self._refused(err)
        if found.pieces and self._hub.send is not None:
            self._hub.send(found.pieces, found.lengths_s)


def _hits_at(library: Library, paths: Sequence[FilePath]) -> dict[FilePath, Hit]:
    known = ((path, library.sound_at(path)) for path in paths)
    return {path: listed_hit(library.sound(id), 1) for path, id in known if id is not None}


FEATURE = WindowFeature((FeaturePart(472, PickListFeature),))
