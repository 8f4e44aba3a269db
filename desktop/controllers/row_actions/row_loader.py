"""Loads and sorts rows of the results in other threads, and remembers the columns."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractItemView

from desktop.base.filter_terms import with_values
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.columns import from_text, to_text
from desktop.results.layout import HitRequest
from desktop.window.commands import Context
from desktop.work.reader_thread import ReaderThread
from engine.base.types import Hit
from engine.library.answers import Ranking, SortKey
from engine.library.queries import VARIETY


class RowLoader(QObject):
    """Connects the results to their reader threads and to the settings. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._settings, self._commands, self._search, self._notices = settings, commands, search, notices
        self._search_bar, self._results = search_bar, results
        self.pages = ReaderThread(search.reader, self)
        """Loads visible rows."""
        self.sorter = ReaderThread(search.reader, self)
        """Sorts and gathers, which may take a second; a second thread keeps rows loading."""
        search.opened.connect(self.pages.begin)
        search.opened.connect(self.sorter.begin)
        window.closing.connect(self.close)
        results, model = results, results.rows
        model.wanted.connect(self._read)
        results.order_wanted.connect(self._sort)
        results.takes_wanted.connect(self._read_takes)
        results.held_wanted.connect(self._hold)
        results.arranged.connect(lambda: self._settings.change(columns=to_text(results.columns.chosen)))
        results.columns.set_places(from_text(self._settings.values.columns) if self._settings.values.columns else ())
        self._settings.changed.connect(self._setting_changed)
        self._setting_changed("fold_takes")
        self._add_commands()

    def close(self) -> None:
        self.pages.close()
        self.sorter.close()

    def _read(self, wanted: HitRequest) -> None:
        model = self._results.rows

        def came(hits: list[Hit]) -> None:
            model.take(wanted, hits)

        self.pages.ask(
            (wanted.show, wanted.page),
            lambda reader: reader.hits(wanted.ranking, wanted.rows),
            came,
            given_up=lambda: model.give_up(wanted),
        )

    def _sort(self, ranking: Ranking, key: SortKey, descending: bool) -> None:
        results = self._results
        self.sorter.ask(
            "order",
            lambda reader: reader.order_of(ranking, key, descending),
            lambda order: results.take_order(ranking, key, descending, order),
        )

    def _read_takes(self, ranking: Ranking, rows: range) -> None:
        results = self._results
        self.pages.ask(
            "takes", lambda reader: reader.hits(ranking, rows), lambda hits: results.take_takes(ranking, hits)
        )

    def _hold(self, ranking: Ranking, rows: tuple[int, ...]) -> None:
        results = self._results
        self.sorter.ask(
            "held", lambda reader: reader.hits(ranking, rows), lambda hits: results.take_held(ranking, hits)
        )

    def _setting_changed(self, name: str) -> None:
        values = self._settings.values
        if name == "fold_takes":
            self._search.fold_takes(values.fold_takes)

    def _add_commands(self) -> None:
        commands, results = self._commands, self._results
        fold = commands.add(
            "results.fold_takes",
            translate("RowLoader", "Fold takes"),
            self._fold,
            menu="View",
            group=2,
            is_checkable=True,
            is_checked=self._settings.values.fold_takes,
            tip=translate("RowLoader", "Shows near-identical sounds as one row that you can open."),
        )
        self._settings.changed.connect(lambda name: fold.setChecked(self._settings.values.fold_takes))
        commands.add(
            "results.open",
            translate("RowLoader", "Show moments and takes"),
            self._toggle,
            needs="sound",
            keys=["Ctrl+Right"],
            menu="View",
            group=2,
            context=Context.RESULTS,
            tip=translate(
                "RowLoader", "Opens a row to the moments of its sound and the takes folded under it, or closes it."
            ),
        )
        commands.in_row_menu("results.open", 1)
        commands.add(
            "results.by_match",
            translate("RowLoader", "Sort as the search does"),
            lambda: results.sort_by(None),
            menu="View",
            group=2,
        )
        commands.add(
            "results.to_current",
            translate("RowLoader", "Scroll to the cursor"),
            lambda: results.scrollTo(results.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter),
            menu="View",
            group=2,
        )

    def _fold(self, is_on: bool) -> None:
        if is_on != self._settings.values.fold_takes:
            self._settings.change(fold_takes=is_on)
            bar = self._search_bar
            filters = with_values(bar.request.filters, VARIETY, ())
            if filters != bar.request.filters:  # this search overrode the setting
                bar.set_filters(filters)
            else:
                self._search.catch_up()

    def _toggle(self) -> None:
        row = self._results.currentIndex().row()
        if row < 0:
            return
        if not self._results.rows.has_under(row) and not self._results.rows.is_open(row):
            self._notices.say(translate("RowLoader", "This sound has no moments and no takes to show."))
            return
        self._results.toggle_open(row)
