"""Markers and regions in the window: set, moved, renamed and removed in the library, and written on request.

They take the place of the file's on the waveform. One thread of its own changes them, in the order of the user's
actions; the newest answer is shown.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStackedWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.controllers.waveform_data.feature import WaveformData
from desktop.deck.waveform_keys import at_s
from desktop.features.markers.marker_tab import MarkerTab
from desktop.widgets.buttons import AskDialog
from desktop.work.jobs import Jobs
from engine.audio.markers import Marker, MarkerKind
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.types import FilePath

if TYPE_CHECKING:
    from engine.features.markers import sound_markers
    from engine.features.metadata_edits.report import Report
else:
    sound_markers = later("engine.features.markers.sound_markers")

TAB = "markers"
_EARLIER_S = 0.5
"""During playback the previous marker is one at least this far back, so that pressing twice goes back twice."""


def _is_same_place(one: Marker, other: Marker) -> bool:
    """Whether two markers of a kind cover the same, to the millisecond."""
    return one.kind is other.kind and all(
        abs((mine or 0.0) - (theirs or 0.0)) < 1e-3
        for mine, theirs in ((one.start_s, other.start_s), (one.end_s, other.end_s))
    )


class MarkersFeature(QObject):
    """Markers of the sound in the deck. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        commands: ports.Commands,
        start: ports.WindowStart,
        notices: ports.Notices,
        permission: ports.EditPermission,
        marks: MarksControl,
        waveform_data: WaveformData,
        deck: ports.Deck,
        inspector: ports.Inspector,
    ) -> None:
        super().__init__()
        self._window, self._notices, self._permission, self._marks = window, notices, permission, marks
        self._deck, self._wave, self._inspector, self._library = deck, deck.waveform, inspector, start.library
        self._jobs = Jobs(self, threads=1)
        window.closing.connect(self._jobs.close)
        self.shown: sound_markers.SoundMarkers | None = None
        """Markers of the sound in the deck; None until they are read."""
        self.tab = MarkerTab(inspector)
        self.pages = QStackedWidget(inspector)
        """Holds the tab, and what takes its place for a while."""
        self.pages.addWidget(self.tab)
        inspector.add_tab(TAB, translate("MarkersFeature", "Markers"), self.pages)
        inspector.offer_tab(TAB, False)  # until a sound has some
        waveform_data.markers_wanted = self._read
        self._wave.scene.has_movable_markers = True
        self._wave.shown.connect(self._forget)
        self._wave.marker_moved.connect(lambda old, new: self.exchange((old,), (new,)))
        self.tab.place_wanted.connect(self._wave.seek)
        self.tab.add_wanted.connect(self.add)
        self.tab.removed.connect(lambda markers: self.exchange(markers, ()))
        self.tab.renamed.connect(self._rename)
        self.tab.write_wanted.connect(self.ask_to_write)
        self._add_commands(commands)
        self._forget()

    # -- commands --------------------------------------------------------------------------------------------------

    def add(self) -> None:
        """Sets a marker at the playhead or cursor; a selection becomes a region."""
        chosen = self._wave.selection
        new = Marker(MarkerKind.CUE, at_s(self._wave), None) if chosen is None else Marker(MarkerKind.REGION, *chosen)
        if any(_is_same_place(new, one) for one in self._wave.scene.markers):
            self._notices.say(translate("MarkersFeature", "There is a marker here already."))
        else:
            self.exchange((), (new,))

    def go(self, by: int) -> None:
        """Plays from the next marker, or with -1 from the previous one."""
        here_s = at_s(self._wave)
        starts_s = sorted({one.start_s for one in self._wave.scene.markers})
        if by > 0:
            found = [one for one in starts_s if one > here_s + 1e-3]
        else:
            margin_s = _EARLIER_S if self._wave.scene.playhead_s is not None else 1e-3
            found = [one for one in starts_s if one < here_s - margin_s][-1:]
        if found:
            self._wave.seek(found[0])
        else:
            self._notices.say(
                translate("MarkersFeature", "There is no later marker.")
                if by > 0
                else translate("MarkersFeature", "There is no earlier marker.")
            )

    def ask_to_write(self) -> None:
        """Says what would be written into the file, and asks."""
        shown = self.shown
        if shown is None or not self._permission.allows():
            return
        more = translate(
            "MarkersFeature", "The file has %1 now. The sound itself stays as it is, and you can undo it.",
            translate("MarkersFeature", "%n marker(s)", n=len(shown.in_file)),
        )  # fmt: skip
        AskDialog(
            self._window,
            translate("MarkersFeature", "Write markers"),
            translate("MarkersFeature", "Write %n marker(s) into %1?", shown.path.name, n=len(shown.markers)),
            more,
            translate("MarkersFeature", "Write"),
            is_danger=False,
        ).ask(lambda: self._write(shown))

    def _add_commands(self, commands: ports.Commands) -> None:
        entries = (
            ("add", translate("MarkersFeature", "Set a marker or region"), self.add, "K"),
            ("next", translate("MarkersFeature", "Next marker"), lambda: self.go(1), "N"),
            ("previous", translate("MarkersFeature", "Previous marker"), lambda: self.go(-1), "Shift+N"),
        )
        for id, text, run, key in entries:
            commands.add(f"markers.{id}", text, run, needs="wave", keys=[key], menu="View", group=5)
        commands.add(
            "markers.write",
            translate("MarkersFeature", "Write markers into the file…"),
            self.ask_to_write,
            needs="wave",
            menu="View",
            group=5,
        )

    # -- one sound -------------------------------------------------------------------------------------------------

    def _forget(self) -> None:
        """Another sound is on show; its markers are read when it stays."""
        self.shown = None
        note = "" if self._path() else translate("MarkersFeature", "Select a sound to see its markers.")
        self.tab.show_markers((), note, is_written=True)

    def _follow(self) -> None:
        path = self._path()
        if path is not None:
            self._read(path)

    def _read(self, path: FilePath) -> None:
        self._jobs.run(
            lambda cancel: sound_markers.markers_of(self._library, path), self._show, failed=self._unread, of=path
        )

    def _path(self) -> FilePath | None:
        hit = self._deck.hit
        return None if hit is None or hit.sound.is_away else hit.sound.path

    def _show(self, found: "sound_markers.SoundMarkers") -> None:
        if found.path != self._path():
            return
        self.shown = found
        self._wave.set_markers(found.markers)
        note = ""
        if not found.markers:
            note = translate("MarkersFeature", "This sound has no markers.")
        elif not found.is_written:
            note = translate("MarkersFeature", "Kept in the library; the file does not have them yet.")
        self.tab.show_markers(found.markers, note, is_written=found.is_written)
        if found.markers:
            self._inspector.offer_tab(TAB, True)

    def _unread(self, err: EngineError) -> None:
        self.tab.show_markers((), engine_words.in_full(err), is_written=True)

    def _rename(self, marker: Marker, text: str) -> None:
        if text != marker.label:
            self.exchange((marker,), (replace(marker, label=text),))

    def exchange(self, old: Sequence[Marker], new: Sequence[Marker]) -> None:
        """Changes markers of the sound in the deck, which can be undone."""
        path = self._path()
        if path is None or not self._permission.allows():
            self._follow()  # a dragged flag goes back
            return
        self._jobs.run(
            lambda cancel: sound_markers.exchange_markers(self._library, path, old, new),
            self._changed,
            failed=self._refused,
            of=path,
        )

    def _changed(self, found: "sound_markers.SoundMarkers") -> None:
        def take_back() -> None:
            self._jobs.run(
                lambda cancel: sound_markers.undo_markers(self._library, found),
                lambda was_there: self._follow(),
                failed=self._refused,
            )

        name = found.path.name
        self._marks.note(ExternalChange(translate("MarkersFeature", "Markers of %1", name), take_back))
        self._show(found)

    def _refused(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), TAB)
        self._follow()

    def _write(self, markers: "sound_markers.SoundMarkers") -> None:
        self._jobs.run(
            lambda cancel: sound_markers.write_markers(self._library, [markers]), self._written, failed=self._refused
        )

    def _written(self, report: "Report") -> None:
        for failure in report.failures:
            self._notices.warn(*engine_words.error(failure.error), TAB)
        if report.changed:
            self._notices.say(translate("MarkersFeature", "The markers are in the file now."))
        self._follow()
