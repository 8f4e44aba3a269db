"""Runs the map: computes it in a process, reads it off the GUI thread, plays points, lists lassoed sounds."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.map.page import MapPage
from desktop.features.map.point_image import Paint, faded, paints
from desktop.work.event_process import EventProcess
from desktop.work.requests import SearchAnswer
from engine.base.errors import EngineError
from engine.base.events import Event, MapFinished, MapProgress
from engine.base.library_facts import LibraryStats
from engine.base.types import Hit, Ids, PickedSounds, SoundId
from engine.features.map.groups import Groups
from engine.features.map.map_data import MapData, load_map
from engine.library.answers import good_ids, listed_hit
from engine.library.library import Library

_NICENESS = 10


class MapProcess(EventProcess):
    """Runs `python -m engine.features.map`. GUI thread only; nothing blocks."""

    progressed = Signal(object)
    """Progress: a Placing."""
    finished = Signal()
    """The map is complete and stored."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(library, parent)
        self._pack = pack
        self.happened.connect(self._note)

    def make(self, *, anew: bool = False) -> None:
        """Starts the computation unless it is running."""
        if not self.is_running:
            options = ["--anew"] if anew else []
            options += ["--pack", str(self._pack)] if self._pack is not None else []
            arguments = ["--follow", *options, "--", str(self.library)]
            self.start_module("engine.features.map", arguments, niceness=_NICENESS)

    def stop(self) -> None:
        """Cancels the computation; the former map stays."""
        if self._process is not None:
            self._has_ended = True
            self._process.closeWriteChannel()

    def stopped(self, why: str) -> tuple[str, str]:
        return (
            translate("MapProcess", "The map could not be made."),
            translate("MapProcess", "Try again. If it happens again, please send us the log."),
        )

    def _note(self, event: Event) -> None:
        if isinstance(event, MapProgress):
            self.progressed.emit(event)
        elif isinstance(event, MapFinished):
            self.finished.emit()


class MapFeature(QObject):
    """Connects the map's page to its process, the player and the results. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        search_control: ports.SearchControl,
        pack_switch: ports.PackSwitch,
        navigation: ports.Navigation,
        start: ports.WindowStart,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._search, self._jobs = window, theme, search, jobs
        self._navigation, self._start, self._notices, self._search_bar = navigation, start, notices, search_bar
        self._deck = deck
        self._data: MapData | None = None
        self._is_reading = self._is_stale = False
        self._found: Ids | None = None
        self._chosen: frozenset[int] = frozenset()
        self._sounds = self._missing = 0
        self.process = MapProcess(start.library, pack=start.pack, parent=self)
        self.page = MapPage(theme, jobs, window)
        action = commands.add(
            "view.map",
            translate("MapFeature", "Map of the library"),
            partial(navigation.open_page, "map"),
            keys=["Ctrl+Shift+M"],
            menu="View",
            icon="map",
            is_checkable=True,
            tip=translate("MapFeature", "Every sound as a point, near what sounds like it"),
        )
        title = translate("MapFeature", "Map of the library")
        navigation.add_page("map", self.page, title, action, holds=self._holds)
        window.page_changed.connect(self._page_changed)
        window.closing.connect(self.process.close)
        pack_switch.switched.connect(lambda pack_id: self._read())
        results.current_changed.connect(self._follow)
        search_control.shown.connect(self._light)
        search.counted.connect(self._counted)
        self.process.progressed.connect(self.page.show_progress)
        self.process.running_changed.connect(self.page.set_making)
        self.process.finished.connect(self._read)
        self.process.failed.connect(lambda message, advice: notices.warn(message, advice, "map"))
        self.page.make_wanted.connect(self.process.make)
        self.page.anew_wanted.connect(lambda: self.process.make(anew=True))
        self.page.stop_wanted.connect(self.process.stop)
        self.page.grouping_changed.connect(lambda grouping: self._show())
        self.page.groups_chosen.connect(self._bring_out)
        view = self.page.view
        view.rested.connect(self._tell_name)
        view.chosen.connect(lambda row: self._with_hit(row, self._play))
        view.scrubbed.connect(lambda row: self._with_hit(row, self._play))
        view.opened.connect(lambda row: self._with_hit(row, search_control.find_similar))
        view.caught.connect(self._list)

    def _holds(self, sound: SoundId) -> bool:
        return self._row_of(sound) is not None

    def _row_of(self, sound: SoundId) -> int | None:
        if self._data is None:
            return None
        row = int(np.searchsorted(self._data.ids, sound))
        return row if row < len(self._data.ids) and self._data.ids[row] == sound else None

    def _page_changed(self, page: str) -> None:
        if page == "map":
            self.page.view.setFocus()
            self._read()

    def _read(self) -> None:
        """Rereads the map; changes during a read cause another read."""
        self._is_stale = True
        if self._is_reading or self._window.page != "map":
            return
        self._is_stale = False
        self._is_reading = True
        library = self._start.library
        self._jobs.run(lambda cancel: load_map(library), self._came, failed=self._could_not_read)

    def _came(self, data: MapData | None) -> None:
        self._is_reading = False
        if self._is_stale:
            self._read()
        former, self._data = self._data, data
        if data is None:
            self.page.show_none(self._sounds > 0)
            return
        is_same = former is not None and np.array_equal(former.ids, data.ids)
        self._show(is_new=not is_same or former is None or not np.array_equal(former.points.places, data.points.places))

    def _could_not_read(self, err: EngineError) -> None:
        self._is_reading = False
        if self._is_stale:
            self._read()
        self.page.show_none(False)
        self._notices.warn(*engine_words.error(err), "map")

    def _groups(self, data: MapData) -> Groups:
        return data.groups[self.page.chosen_grouping]

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        """Rereads the map if the number of sounds changed."""
        if stats.sounds != self._sounds:
            self._sounds = stats.sounds
            self._read()

    def _light(self, answered: SearchAnswer) -> None:
        """Highlights the results of a query, also when the map is opened later."""
        self._found = None if answered.request.is_browsing else good_ids(answered.ranking)
        if self._data is not None:
            self._recolour(self._data)
            self.page.show_lit(len(self._data.ids), self._data.missing, self._lit_count(self._data))

    def _lit(self, data: MapData) -> NDArray[np.bool_] | None:
        """bool [N]: points that match the query; None without a query."""
        return None if self._found is None else np.isin(data.ids, self._found)

    def _lit_count(self, data: MapData) -> int | None:
        lit = self._lit(data)
        return None if lit is None else int(lit.sum())

    def _show(self, *, is_new: bool = False) -> None:
        data = self._data
        if data is None:
            return
        self._chosen = frozenset()
        self.page.show_map(self._groups(data), data.missing, self._lit_count(data))
        if is_new:
            self.page.view.show_points(data.points, *self._paints(data), data.regions)
            self._follow(self._deck.hit)
        else:
            self._recolour(data)
        if data.missing and data.missing != self._missing:
            self._missing = data.missing  # only once: sounds that cannot be placed are not retried
            self.process.make()

    def _bring_out(self, codes: frozenset[int]) -> None:
        """Fades points outside the chosen groups."""
        self._chosen = codes
        if self._data is not None:
            self._recolour(self._data)

    def _recolour(self, data: MapData) -> None:
        self.page.view.recolour(*self._paints(data))

    def _paints(self, data: MapData) -> tuple[Paint, NDArray[np.bool_] | None]:
        """The paint of each point, and which points stand out: those in the results and in the chosen groups."""
        groups = self._groups(data)
        paint, meant = paints(groups.codes, self._theme), self._lit(data)
        if self._chosen:
            shown = np.where(groups.codes < self.page.legend.count(), groups.codes, -1)
            is_chosen = np.isin(shown, list(self._chosen))
            meant = is_chosen if meant is None else meant & is_chosen
        return (paint, None) if meant is None else (np.where(meant, paint, faded(paint, self._theme)), meant)

    def _follow(self, hit: Hit | None) -> None:
        """Marks the current result, which is on the deck."""
        row = self._row_of(hit.sound.id) if hit is not None else None
        if row is not None:
            self.page.view.go_to(row)

    def _play(self, hit: Hit) -> None:
        self._navigation.play("map", hit)

    def _with_hit(self, row: int, use: Callable[[Hit], object]) -> None:
        if self._data is None:
            return
        sound = SoundId(int(self._data.ids[row]))

        def hit_of(library: Library) -> Hit:
            return listed_hit(library.sound(sound), row + 1)

        self._search.ask(hit_of, use)

    def _tell_name(self, row: int) -> None:
        if row >= 0:
            self._with_hit(row, lambda hit: self.page.view.set_label(row, _tip(hit)))

    def _list(self, rows: NDArray[np.int64]) -> None:
        """Lists the sounds inside the lasso as results."""
        if self._data is None or not len(rows):
            self._notices.say(translate("MapFeature", "There is no sound inside the lasso."))
            return
        label = translate("MapFeature", "%n sound(s) from the map", n=len(rows))
        self._search_bar.set_among(PickedSounds(label, self._data.ids[rows]))


def _tip(hit: Hit) -> str:
    """Name of a sound, with its description in a second line."""
    return "\n".join(filter(None, (hit.sound.path.name, hit.sound.metadata.description)))


FEATURE = WindowFeature((FeaturePart(300, MapFeature),))
