"""*Split at silences…*: proposes regions of the sound in the deck, and makes them in one step that can be undone."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtWidgets import QApplication

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.markers.silence_panel import SilencePanel
from desktop.features.markers.sound_markers import TAB, MarkersFeature
from desktop.work.jobs import Job
from engine.audio.markers import Marker
from engine.base.errors import EngineError
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from engine.features.markers import silence_split
else:
    silence_split = later("engine.features.markers.silence_split")


class SilenceSplit(QObject):
    """Reads the levels of the sound once; a change of the rule is answered from them. GUI thread only."""

    def __init__(
        self,
        commands: ports.Commands,
        jobs: ports.Jobs,
        notices: ports.Notices,
        deck: ports.Deck,
        inspector: ports.Inspector,
        markers: MarkersFeature,
    ) -> None:
        super().__init__()
        self._jobs, self._notices, self._deck, self._inspector = jobs, notices, deck, inspector
        self._wave, self._markers = deck.waveform, markers
        self._levels: silence_split.SoundLevels | None = None
        self._job: Job | None = None
        """The newest one; its answer alone counts."""
        self.panel = SilencePanel(markers.pages)
        markers.pages.addWidget(self.panel)
        commands.add(
            "markers.split",
            translate("SilenceSplit", "Split at silences…"),
            self.begin,
            needs="wave",
            keys=["Shift+K"],
            menu="View",
            group=5,
            tip=translate("SilenceSplit", "Proposes a region for each stretch between silences"),
        )
        markers.tab.split_wanted.connect(self.begin)
        self.panel.rule_changed.connect(self._propose)
        self.panel.place_wanted.connect(self._wave.seek)
        self.panel.accepted.connect(self._accept)
        self.panel.left.connect(self.end)
        self._wave.shown.connect(self.end)

    def begin(self) -> None:
        """Opens the panel and reads the sound."""
        hit = self._deck.hit
        if hit is None or hit.sound.is_away:
            self._notices.say(translate("SilenceSplit", "Select a sound to split it."))
            return
        self.end()
        path = hit.sound.path
        self._markers.pages.setCurrentWidget(self.panel)
        self._inspector.offer_tab(TAB, True)
        self._inspector.show_tab(TAB)
        self.panel.show_regions((), translate("SilenceSplit", "Listening for silences…"))
        self.panel.threshold.setFocus()
        self._job = self._jobs.run(
            lambda cancel: silence_split.read_levels(path, cancel), self._read, failed=self._failed, of=path
        )

    def end(self) -> None:
        """Closes the panel; nothing is made."""
        self._stop()
        self._levels = None
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.panel.isAncestorOf(focused)
        self._wave.set_proposals(())
        self._markers.pages.setCurrentWidget(self._markers.tab)
        if had_focus:
            self._markers.tab.lines.setFocus()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _read(self, levels: "silence_split.SoundLevels") -> None:
        self._levels = levels
        with QSignalBlocker(self.panel.threshold):
            self.panel.threshold.setValue(levels.quiet_dbfs)
        self._propose()

    def _propose(self) -> None:
        """Finds the regions of the rule, in another thread: a long sound has millions of levels."""
        levels, panel, shown = self._levels, self.panel, self._markers.shown
        if levels is None:
            return
        self._stop()
        present = () if shown is None else shown.markers
        values = [field.value() for field in (panel.threshold, panel.silence, panel.sound, panel.margin)]

        def work(cancel: object) -> "tuple[Marker, ...]":
            found = silence_split.regions_between(levels, silence_split.SplitRule(*values))
            return silence_split.new_regions(found, present)

        self._job = self._jobs.run(work, self._show, failed=self._failed)

    def _show(self, regions: tuple[Marker, ...]) -> None:
        note = translate("SilenceSplit", "%n proposed region(s)", n=len(regions))
        if not regions:
            note = translate("SilenceSplit", "No new regions: change the values above.")
        self.panel.show_regions(regions, note)
        self._wave.set_proposals(regions)

    def _failed(self, err: EngineError) -> None:
        self.panel.show_regions((), engine_words.in_full(err))
        self._wave.set_proposals(())

    def _accept(self) -> None:
        regions = self.panel.regions
        self.end()
        self._markers.exchange((), regions)
