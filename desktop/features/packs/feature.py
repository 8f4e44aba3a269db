"""Lists, checks and installs packs off the GUI thread. `controllers.learning` analyses the library with a new one."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import number, translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from engine.base.errors import EngineError
from engine.base.events import DownloadProgress, ReembeddingProgress
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats
from engine.base.types import PackId

if TYPE_CHECKING:
    from desktop.features.packs import dialog as dialogs
    from desktop.features.packs import download_dialog
    from desktop.work.jobs import Job
    from engine.features.published_packs import getting, table
    from engine.library import packs as library_packs
else:
    dialogs = later("desktop.features.packs.dialog")
    download_dialog = later("desktop.features.packs.download_dialog")
    getting = later("engine.features.published_packs.getting")
    table = later("engine.features.published_packs.table")
    library_packs = later("engine.library.packs")


class _Verdict(Struct, frozen=True):
    """How closely this machine reproduces the reference vectors of a pack."""

    is_good: bool
    worst_cosine: float


class PacksFeature(QObject):
    """Connects the dialog to the packs' folders and to learning. GUI thread only."""

    _downloaded = Signal(object)
    """A DownloadProgress, from the job's thread."""
    _tried = Signal(float)
    """The share of a model's trial that is done, from the job's thread."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        pack_switch: ports.PackSwitch,
        start: ports.WindowStart,
        status: ports.StatusBar,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._pack_switch = window, jobs, pack_switch
        self._library = start.library
        self._used: PackId | None = None
        self._sounds = 0
        self.dialog: dialogs.PacksDialog | None = None
        self.download_dialog: download_dialog.DownloadDialog | None = None
        self._getting: Job | None = None
        self._downloaded.connect(self._show_download)
        self._tried.connect(self._show_trial)
        search.counted.connect(self._counted)
        pack_switch.progressed.connect(self._learning)
        pack_switch.changed.connect(self._learning_changed)
        pack_switch.switched.connect(self._switched)
        status.facts.pack_wanted.connect(self.open)
        commands.add(
            "library.models",
            translate("PacksFeature", "Model packs…"),
            self.open,
            menu="Library",
            group=8,
            tip=translate("PacksFeature", "The models that analyse your sounds: view, install, verify or switch."),
        )

    def open(self) -> None:
        if self.dialog is None:
            dialog = self.dialog = dialogs.PacksDialog(self._window)
            dialog.install_wanted.connect(self._install)
            dialog.download_wanted.connect(self._choose_download)
            dialog.remove_wanted.connect(self._remove)
            dialog.verify_wanted.connect(self._verify)
            dialog.switch_wanted.connect(self._switch)
            dialog.forget_wanted.connect(self._forget)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self._list()

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        used = PackId(stats.pack_id) if stats.pack_id else None
        has_changed = (used, stats.sounds) != (self._used, self._sounds)
        self._used, self._sounds = used, stats.sounds
        if has_changed and self.dialog is not None and self.dialog.isVisible():
            self._list()

    def _list(self) -> None:
        self._jobs.run(lambda cancel: library_packs.shelf(self._library), self._show)

    def _show(self, packs: "tuple[library_packs.InstalledPack, ...]") -> None:
        if self.dialog is not None:
            self.dialog.show_packs(packs, self._used, self._sounds, self._pack_switch.target)

    def _install(self, source: Path) -> None:
        self._say(translate("PacksFeature", "Checking %1…", source.name))
        self._jobs.run(
            lambda cancel: library_packs.take_in(source, self._library), self._installed, failed=self._failed
        )

    def _installed(self, folder: Path) -> None:
        self._list()
        self._say(translate("PacksFeature", "Installed. Choose “Use this pack” to search with it."))

    def _choose_download(self) -> None:
        self._jobs.run(lambda cancel: table.read_table(), self._show_downloads, failed=self._failed)

    def _show_downloads(self, models: "tuple[table.PublishedModel, ...]") -> None:
        if self.download_dialog is None:
            dialog = self.download_dialog = download_dialog.DownloadDialog(models, self.dialog)
            dialog.get_wanted.connect(self._get)
            dialog.stop_wanted.connect(self._stop_getting)
        self.download_dialog.say("")
        self.download_dialog.show()
        self.download_dialog.raise_()

    def _get(self, model: "table.PublishedModel", source: Path | None) -> None:
        assert self.download_dialog is not None
        self.download_dialog.show_busy(True)
        self.download_dialog.say(translate("PacksFeature", "Checking %1…", model.name))
        self._getting = self._jobs.run(
            lambda cancel: getting.get_pack(
                model, self._library, self._downloaded.emit, source=source, step=self._tried.emit, cancel=cancel
            ),
            self._got,
            failed=self._not_got,
        )

    def _got(self, got: "getting.GotPack") -> None:
        self._getting = None
        if self.download_dialog is not None:
            self.download_dialog.show_busy(False)
            self.download_dialog.hide()
        self._list()
        told = [translate("PacksFeature", "Installed. Choose “Use this pack” to search with it.")]
        if got.sounds:
            span = _span(got.library_s)
            told.append(translate("PacksFeature", "Analysing your %n sound(s) takes about %1.", span, n=got.sounds))
        self._say(" ".join(told))

    def _not_got(self, err: EngineError) -> None:
        self._getting = None
        if self.download_dialog is not None:
            self.download_dialog.show_busy(False)
            self.download_dialog.say(engine_words.in_full(err))

    def _stop_getting(self) -> None:
        if self._getting is not None:
            self._getting.cancel()
        self._getting = None
        if self.download_dialog is not None:
            self.download_dialog.show_busy(False)
            self.download_dialog.say(translate("PacksFeature", "Stopped. The next download goes on from here."))

    def _show_download(self, event: DownloadProgress) -> None:
        if self.download_dialog is not None and self._getting is not None:
            self.download_dialog.show_download(event)

    def _show_trial(self, share: float) -> None:
        if self.download_dialog is not None and self._getting is not None:
            self.download_dialog.show_trial(share)

    def _remove(self, pack: "library_packs.InstalledPack") -> None:
        used = self._used
        self._jobs.run(
            lambda cancel: library_packs.take_out(pack.folder, self._library, used),
            lambda _: self._list(),
            failed=self._failed,
        )

    def _verify(self, pack: "library_packs.InstalledPack") -> None:
        self._say(translate("PacksFeature", "Verifying…"))
        self._jobs.run(lambda cancel: _verify(pack.folder), self._verified, failed=self._failed)

    def _verified(self, verdict: _Verdict) -> None:
        worst = number(verdict.worst_cosine, 6)
        if verdict.is_good:
            self._say(
                translate(
                    "PacksFeature", "All files are intact, and this machine gets the results its maker got (%1).", worst
                )
            )
        else:
            self._say(
                translate(
                    "PacksFeature",
                    "All files are intact, but this machine gets other results than its maker (%1).",
                    worst,
                )
            )

    def _switch(self, pack: "library_packs.InstalledPack") -> None:
        self._pack_switch.use_pack(pack.folder)

    def _forget(self, pack: "library_packs.InstalledPack") -> None:
        info = pack.info
        assert info is not None
        self._say(translate("PacksFeature", "Freeing space…"))
        self._jobs.run(
            lambda cancel: library_packs.forget_pack(self._library, info.pack_id), self._forgotten, failed=self._failed
        )

    def _forgotten(self, freed: "library_packs.FreedSpace") -> None:
        self._list()
        self._say(translate("PacksFeature", "%1 MB are free again.", number(freed.size_bytes / 1e6, 1)))

    def _learning(self, event: ReembeddingProgress) -> None:
        if self.dialog is not None:
            self.dialog.show_learning(event)

    def _learning_changed(self) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            self._list()

    def _switched(self, pack_id: str) -> None:
        self._used = PackId(pack_id)
        self._learning_changed()

    def _failed(self, err: EngineError) -> None:
        self._say(engine_words.in_full(err))

    def _say(self, text: str) -> None:
        if self.dialog is not None:
            self.dialog.say(text)


def _span(seconds: float) -> str:
    """A time span in hours and minutes, at least a minute."""
    minutes = max(1, round(seconds / 60.0))
    if minutes < 60:
        return translate("PacksFeature", "%1 min", minutes)
    return translate("PacksFeature", "%1 h %2 min", minutes // 60, minutes % 60)


def _verify(folder: Path) -> _Verdict:
    """Checks every file and runs the graphs, in a worker thread, which alone waits for the runtime to load."""
    from engine.models.encoder import check_canonical
    from engine.models.pack import load_pack

    report = check_canonical(load_pack(folder), "cpu")
    return _Verdict(report.ok, min(report.worst_audio_cosine, report.worst_text_cosine))


FEATURE = WindowFeature((FeaturePart(410, PacksFeature),))
