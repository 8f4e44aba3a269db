"""The dialog of model packs: three sentences about each, its quality, and its share of analysed sounds.

Figures are under “More”. The dialog requests changes by signals; desktop/features/packs/feature.py makes them.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop.base.translation import translate
from desktop.features.packs.pack_messages import (
    PackStatus,
    figures,
    how_good_it_is,
    quality_of,
    what_it_cannot,
    what_it_is,
    what_to_do,
)
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import AskDialog, Buttons, push_button
from desktop.widgets.disclosure_button import DisclosureButton
from desktop.widgets.drag import paths_of
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.base.events import ReembeddingProgress
from engine.base.types import PackId
from engine.library.packs import InstalledPack

_PACK_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class PacksDialog(QDialog):
    """The packs of a library. GUI thread only."""

    install_wanted = Signal(object)
    """Path of a pack's folder, or of its zip file."""
    download_wanted = Signal()
    remove_wanted = Signal(object)
    """A Shelved."""
    verify_wanted = Signal(object)
    """A Shelved."""
    switch_wanted = Signal(object)
    """A confirmed Shelved."""
    forget_wanted = Signal(object)
    """A confirmed Shelved whose vectors should be deleted from the library."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("PacksDialog", "Model packs"))
        take_room(self, 820, 560)
        self.setAcceptDrops(True)
        self._used: PackId | None = None
        self._sounds = 0
        self._target = ""
        self._learning: ReembeddingProgress | None = None
        self.list = QListWidget(self)
        self.list.setObjectName("packs")
        self.list.setAccessibleName(translate("PacksDialog", "Model packs"))
        self.list.setFixedWidth(250)
        self.list.currentItemChanged.connect(lambda: self._show_current())
        self.name = text_label("", self, "pageTitle", wraps=True, is_plain=True)
        self.what, self.how_good, self.to_do = (_sentence(self) for _ in range(3))
        self.quality = _Bar(translate("PacksDialog", "Finds what you describe"), self)
        self.known = _Bar(translate("PacksDialog", "Analysed"), self)
        self.more = DisclosureButton(translate("PacksDialog", "Figures, licence, folder and the maker's card"), self)
        self.more.toggled.connect(self._show_more)
        self.facts = _Card(self)
        self.facts.setAccessibleName(translate("PacksDialog", "About this pack"))
        self.facts.setOpenExternalLinks(True)
        self.facts.hide()
        self.state = _sentence(self)
        self.state.setObjectName("soft")
        self.download_button = push_button(
            translate("PacksDialog", "Download a model…"), self.download_wanted.emit, self
        )
        self.install_button = push_button(translate("PacksDialog", "Install from a file…"), self._choose_file, self)
        self.folder_button = push_button(translate("PacksDialog", "Install from a folder…"), self._choose_folder, self)
        self.buttons = Buttons(self.reject, self, chief=translate("PacksDialog", "Use this pack…"))
        self.buttons.leave.setText(translate("Buttons", "Close"))
        assert self.buttons.chief is not None
        self.use_button = self.buttons.chief
        self.use_button.clicked.connect(self._ask_switch)
        self.verify_button = self.buttons.add(
            translate("PacksDialog", "Verify"), lambda: self._tell(self.verify_wanted)
        )
        self.verify_button.setToolTip(
            translate(
                "PacksDialog", "Checks every file of the pack, and that this machine gets the results its maker got."
            )
        )
        self.forget_button = self.buttons.add(translate("PacksDialog", "Free space…"), self._ask_forget, is_danger=True)
        self.forget_button.setToolTip(
            translate(
                "PacksDialog",
                "Deletes this pack's analysis of your sounds. To use the pack again, Earshot must analyse them again.",
            )
        )
        self.remove_button = self.buttons.add(
            translate("PacksDialog", "Remove"), lambda: self._tell(self.remove_wanted), is_danger=True
        )
        left = vbox((self.list, 1), self.download_button, self.install_button, self.folder_button, spacing=8)
        right = QVBoxLayout()
        right.setSpacing(10)
        for part in (self.name, self.what, self.how_good, self.to_do, self.quality, self.known):
            right.addWidget(part)
        right.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        right.addWidget(self.facts, 1)
        right.addWidget(self.state)
        self._rest = QWidget(self)
        right.addWidget(self._rest, 1)
        columns = hbox(left, (right, 1), spacing=20)
        vbox((columns, 1), self.buttons, parent=self, margins=(16, 16, 16, 14), spacing=14)
        self._show_current()

    def show_packs(self, packs: Sequence[InstalledPack], used: PackId | None, sounds: int, target: str = "") -> None:
        """Lists packs; marks the used one and the one being learnt, `target`. `sounds` is the library's size."""
        kept, said = self.current, self.state.text()
        self._used, self._sounds, self._target = used, sounds, target
        self.list.clear()
        for pack in packs:
            name = _name(pack)
            item = QListWidgetItem(name, self.list)
            item.setData(_PACK_ROLE, pack)
            item.setSizeHint(QSize(0, 38))
            if self._is_used(pack):
                item.setText(translate("PacksDialog", "%1 (in use)", name))
            elif self._is_learnt(pack):
                item.setText(translate("PacksDialog", "%1 (analysing)", name))
            if kept is not None and pack.folder == kept.folder:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and self.list.count():
            rows = [row for row in range(self.list.count()) if self._is_used(self.list.item(row).data(_PACK_ROLE))]
            self.list.setCurrentRow(rows[0] if rows else 0)
        if kept is not None:
            self.say(said or self.state.text())

    def show_learning(self, event: ReembeddingProgress) -> None:
        """Shows the progress of learning while that pack is selected, now or later."""
        self._learning = event
        self._show_how_far()

    def _show_how_far(self) -> None:
        event = self._learning
        if event is None or event.pack_id != self._target or self.current is None:
            return
        if self._is_learnt(self.current):
            self.known.show_share(
                event.done, event.total, translate("PacksDialog", "%1 of %2 sounds", event.done, event.total)
            )
            learnt = translate(
                "PacksDialog", "Analysing with the new model: %1 of %n sound(s).", event.done, n=event.total
            )
            self.say(f"{learnt} {translate('PacksDialog', 'Searches still use %1.', event.searched)}")

    def say(self, text: str) -> None:
        """Shows a message below the facts."""
        self.state.setText(text)

    @property
    def current(self) -> InstalledPack | None:
        item = self.list.currentItem()
        pack: InstalledPack | None = None if item is None else item.data(_PACK_ROLE)
        return pack

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for path in paths_of(event.mimeData()):
            self.install_wanted.emit(path.native)

    def _is_used(self, pack: InstalledPack) -> bool:
        return pack.info is not None and pack.info.pack_id == self._used

    def _is_learnt(self, pack: InstalledPack) -> bool:
        return pack.info is not None and bool(self._target) and pack.info.pack_id == self._target

    def _show_current(self) -> None:
        pack = self.current
        self.say("")
        standing = self._standing(pack)
        is_good = pack is not None and pack.info is not None
        is_busy = standing.is_used or standing.is_learnt
        self.name.setText("" if pack is None else _name(pack))
        self.what.setText("" if pack is None else what_it_is(pack))
        quality = quality_of(None if pack is None else pack.info)
        told = [how_good_it_is(quality), what_it_cannot(pack.info)] if pack is not None and is_good else []
        self.how_good.setText(" ".join(filter(None, told)))
        self.to_do.setText("" if pack is None else what_to_do(pack, standing))
        self.quality.setVisible(quality is not None)
        if quality is not None:
            share = round(quality.found * 100)
            self.quality.show_share(share, 100, translate("PacksDialog", "%1%", share))
        self.known.setVisible(is_good and self._sounds > 0)
        known = min(standing.known, self._sounds)
        self.known.show_share(known, self._sounds, translate("PacksDialog", "%1 of %2 sounds", known, self._sounds))
        self.facts.setMarkdown("" if pack is None else figures(pack))
        self.more.setVisible(is_good)
        self._show_more(self.more.isChecked())
        self.use_button.setEnabled(is_good and not is_busy)
        self.buttons.leave.setDefault(not self.use_button.isEnabled())
        self.use_button.setDefault(self.use_button.isEnabled())
        self.verify_button.setEnabled(is_good)
        self.remove_button.setEnabled(pack is not None and pack.is_own and not is_busy)
        self.forget_button.setVisible(pack is not None and pack.sounds > 0 and not is_busy)
        self._show_how_far()

    def _standing(self, pack: InstalledPack | None) -> PackStatus:
        used = None
        for row in range(self.list.count()):
            other: InstalledPack = self.list.item(row).data(_PACK_ROLE)
            if self._is_used(other):
                used = quality_of(other.info)
        if pack is None:
            return PackStatus(False, False, 0, self._sounds, used)
        return PackStatus(self._is_used(pack), self._is_learnt(pack), pack.sounds, self._sounds, used)

    def _show_more(self, is_on: bool) -> None:
        is_shown = is_on and not self.more.isHidden()
        self.facts.setVisible(is_shown)
        self._rest.setVisible(not is_shown)

    def _tell(self, signal: SignalInstance) -> None:
        if self.current is not None:
            signal.emit(self.current)

    def _ask_switch(self) -> None:
        pack = self.current
        if pack is None or pack.info is None:
            return
        unknown = max(0, self._sounds - pack.sounds)
        if unknown == 0 or self.confirm_switch(pack.info.name, unknown):
            self.switch_wanted.emit(pack)

    def _ask_forget(self) -> None:
        pack = self.current
        if pack is None or pack.info is None:
            return
        title = translate("PacksDialog", "Free space")
        text = translate("PacksDialog", "Delete the analysis of the library by %1?", pack.info.name)
        more = translate(
            "PacksDialog", "The pack is kept. To use it again, Earshot must analyse %n sound(s) again.", n=pack.sounds
        )
        if AskDialog(self, title, text, more, title, is_danger=True).asked():
            self.forget_wanted.emit(pack)

    def confirm_switch(self, name: str, unknown: int) -> bool:
        """Asks whether to switch; `unknown` counts the sounds that the pack has not analysed."""
        more = translate(
            "PacksDialog",
            "Earshot analyses %n sound(s) again, in the background. Until that is done, searches use the "
            "present model, even after a restart. You can pause or stop it, and switch back in a moment.",
            n=unknown,
        )
        title = translate("PacksDialog", "Use this pack")
        text = translate("PacksDialog", "Re-analyse the library with %1?", name)
        return AskDialog(self, title, text, more, translate("PacksDialog", "Re-analyse"), is_danger=False).asked()

    def _choose_file(self) -> None:
        title, kinds = translate("PacksDialog", "Install a model pack"), translate("PacksDialog", "Model packs (*.zip)")
        chosen, _ = QFileDialog.getOpenFileName(self, title, str(Path.home()), kinds)
        if chosen:
            self.install_wanted.emit(Path(chosen))

    def _choose_folder(self) -> None:
        title = translate("PacksDialog", "Install a model pack: the folder that holds pack.json")
        chosen = QFileDialog.getExistingDirectory(self, title, str(Path.home()))
        if chosen:
            self.install_wanted.emit(Path(chosen))


class _Card(QTextBrowser):
    """Shows the text of a pack's maker and loads nothing it links to: pictures may be on a remote server."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Returns an empty picture for every resource; for None, Qt would read the file."""
        empty = QImage(1, 1, QImage.Format.Format_ARGB32)
        empty.fill(Qt.GlobalColor.transparent)
        return empty


class _Bar(QWidget):
    """A share as a bar, with its title on the left and the figure on the right. GUI thread only."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        name = text_label(title, self, "soft")
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(title)
        self.figure = QLabel("", self)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(3)
        layout.addWidget(name, 0, 0)
        layout.addWidget(self.figure, 0, 1, Qt.AlignmentFlag.AlignRight)
        layout.addWidget(self.bar, 1, 0, 1, 2)

    def show_share(self, done: int, total: int, figure: str) -> None:
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.figure.setText(figure)


def _name(pack: InstalledPack) -> str:
    return pack.folder.name if pack.info is None else f"{pack.info.name} {pack.info.version}"


def _sentence(parent: QWidget) -> QLabel:
    return text_label("", parent, wraps=True, is_plain=True)
