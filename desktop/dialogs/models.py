"""Model packs: which are at hand, what they are, which one the library uses; take in, take out, verify, switch.

The dialog only shows and asks; desktop/wiring/models.py has it done.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop.results.drag import paths_of
from desktop.translation import number, translate
from engine.events import Learning
from engine.ingest.shelf import Shelved
from engine.types import PackId

_PACK_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class Models(QDialog):
    """The packs of a library. GUI thread only."""

    install_wanted = Signal(object)
    """A Path: a pack's folder, or a zip file of one."""
    remove_wanted = Signal(object)
    """A Shelved."""
    verify_wanted = Signal(object)
    """A Shelved."""
    switch_wanted = Signal(object)
    """A Shelved, after the user said yes."""
    forget_wanted = Signal(object)
    """A Shelved, after the user said yes: what it made of the library is not kept any more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Models", "Model packs"))
        self.resize(820, 560)
        self.setAcceptDrops(True)
        self._used: PackId | None = None
        self._sounds = 0
        self._target = ""
        self.list = QListWidget(self)
        self.list.setObjectName("packs")
        self.list.setAccessibleName(translate("Models", "Model packs"))
        self.list.setFixedWidth(250)
        self.list.currentItemChanged.connect(lambda: self._show_current())
        self.facts = QTextBrowser(self)
        self.facts.setAccessibleName(translate("Models", "About this pack"))
        self.facts.setOpenExternalLinks(True)
        self.state = QLabel("", self)
        self.state.setObjectName("soft")
        self.state.setWordWrap(True)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.use_button = self._button(translate("Models", "Use this pack…"), self._ask_switch)
        self.verify_button = self._button(translate("Models", "Verify"), lambda: self._tell(self.verify_wanted))
        self.remove_button = self._button(translate("Models", "Remove"), lambda: self._tell(self.remove_wanted))
        self.forget_button = self._button(translate("Models", "Free space…"), self._ask_forget)
        self.forget_button.setToolTip(
            translate("Models", "Deletes what this pack learnt of the library, which a way back to it would need.")
        )
        self.install_button = self._button(translate("Models", "Install from a file…"), self._choose_file)
        self.folder_button = self._button(translate("Models", "Install from a folder…"), self._choose_folder)
        close = self._button(translate("Models", "Close"), self.accept)
        self.verify_button.setToolTip(
            translate("Models", "Checks every file of the pack, and that this machine computes what its maker did.")
        )
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        for button in (self.install_button, self.folder_button):
            left.addWidget(button)
        actions = QHBoxLayout()
        for button in (self.use_button, self.verify_button, self.remove_button, self.forget_button):
            actions.addWidget(button)
        actions.addStretch(1)
        actions.addWidget(close)
        right = QVBoxLayout()
        right.addWidget(self.facts, 1)
        right.addWidget(self.state)
        right.addLayout(actions)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addLayout(left)
        layout.addLayout(right, 1)
        self._show_current()

    def show_packs(self, packs: Sequence[Shelved], used: PackId | None, sounds: int, target: str = "") -> None:
        """Shows the packs at hand, which one the library uses, how many sounds it holds, and which one is learnt."""
        kept, said = self.current, self.state.text()
        self._used, self._sounds, self._target = used, sounds, target
        self.list.clear()
        for pack in packs:
            name = pack.folder.name if pack.info is None else f"{pack.info.name} {pack.info.version}"
            item = QListWidgetItem(name, self.list)
            item.setData(_PACK_ROLE, pack)
            item.setSizeHint(QSize(0, 38))
            if self._is_used(pack):
                item.setText(translate("Models", "%1 (in use)", name))
            elif self._is_learnt(pack):
                item.setText(translate("Models", "%1 (being learnt)", name))
            if kept is not None and pack.folder == kept.folder:
                self.list.setCurrentItem(item)
        if self.list.currentItem() is None and self.list.count():
            rows = [row for row in range(self.list.count()) if self._is_used(self.list.item(row).data(_PACK_ROLE))]
            self.list.setCurrentRow(rows[0] if rows else 0)
        if kept is not None:
            self.say(said)

    def show_learning(self, event: Learning) -> None:
        """Shows how far the pack is that is being learnt, where that one is looked at."""
        if self.current is not None and self._is_learnt(self.current):
            learnt = translate("Models", "Learning the new model: %1 of %n sound(s).", event.done, n=event.total)
            self.say(f"{learnt} {translate('Models', 'Searches still use %1.', event.searched)}")

    def say(self, text: str) -> None:
        """Shows how something went, under the facts."""
        self.state.setText(text)

    @property
    def current(self) -> Shelved | None:
        """The pack under the cursor."""
        item = self.list.currentItem()
        pack: Shelved | None = None if item is None else item.data(_PACK_ROLE)
        return pack

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A pack may be dropped here."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Takes in what was dropped."""
        for path in paths_of(event.mimeData()):
            self.install_wanted.emit(path.native)

    def _is_used(self, pack: Shelved) -> bool:
        return pack.info is not None and pack.info.pack_id == self._used

    def _is_learnt(self, pack: Shelved) -> bool:
        return pack.info is not None and bool(self._target) and pack.info.pack_id == self._target

    def _show_current(self) -> None:
        pack = self.current
        self.say("")
        self.facts.setMarkdown("" if pack is None else _facts(pack))
        is_good = pack is not None and pack.info is not None
        is_busy = pack is not None and (self._is_used(pack) or self._is_learnt(pack))
        self.use_button.setEnabled(is_good and not is_busy)
        self.verify_button.setEnabled(is_good)
        self.remove_button.setEnabled(pack is not None and pack.is_own and not is_busy)
        self.forget_button.setVisible(pack is not None and pack.sounds > 0 and not is_busy)

    def _tell(self, signal: SignalInstance) -> None:
        if self.current is not None:
            signal.emit(self.current)

    def _ask_switch(self) -> None:
        pack = self.current
        if pack is None or pack.info is None:
            return
        unknown = max(0, self._sounds - pack.sounds)
        if unknown == 0 or self.confirm_switch(pack.info.name, unknown) == QMessageBox.StandardButton.Yes:
            self.switch_wanted.emit(pack)

    def _ask_forget(self) -> None:
        pack = self.current
        if pack is None or pack.info is None:
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(translate("Models", "Delete what %1 learnt of the library?", pack.info.name))
        box.setInformativeText(
            translate("Models", "The pack stays. To use it again it must listen to %n sound(s) again.", n=pack.sounds)
        )
        box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel)
        box.button(QMessageBox.StandardButton.Yes).setText(translate("Models", "Free space"))
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        if box.exec() == QMessageBox.StandardButton.Yes:
            self.forget_wanted.emit(pack)

    def confirm_switch(self, name: str, unknown: int) -> QMessageBox.StandardButton:
        """Explains what a switch costs, of so many sounds that the pack does not know yet, and asks."""
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(translate("Models", "Listen to the whole library anew with %1?", name))
        box.setInformativeText(
            translate(
                "Models",
                "%n sound(s) must be listened to again, in the background. Until that is done searches use the model "
                "they do now, also after a restart. It can be paused or stopped, and the way back takes a moment.",
                n=unknown,
            )
        )
        box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.Cancel)
        box.button(QMessageBox.StandardButton.Yes).setText(translate("Models", "Listen anew"))
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        return QMessageBox.StandardButton(box.exec())

    def _choose_file(self) -> None:
        title, kinds = translate("Models", "Install a model pack"), translate("Models", "Model packs (*.zip)")
        chosen, _ = QFileDialog.getOpenFileName(self, title, str(Path.home()), kinds)
        if chosen:
            self.install_wanted.emit(Path(chosen))

    def _choose_folder(self) -> None:
        title = translate("Models", "Install a model pack: the folder that holds pack.json")
        chosen = QFileDialog.getExistingDirectory(self, title, str(Path.home()))
        if chosen:
            self.install_wanted.emit(Path(chosen))

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: run())
        return button


def _facts(pack: Shelved) -> str:
    """What is known of a pack, as Markdown; the card follows."""
    if pack.info is None:
        return f"**{translate('Models', 'This pack cannot be read.')}**\n\n{pack.fault}"
    info = pack.info
    rows = [
        (translate("Models", "Size"), translate("Models", "%1 MB", number(pack.size_bytes / 1e6, 1))),
        (translate("Models", "Vectors"), translate("Models", "%1 numbers for every stretch of sound", info.dim)),
        (
            translate("Models", "Hears"),
            translate(
                "Models",
                "%1 kHz, stretches of %2 s every %3 s",
                number(info.sample_rate_hz / 1000, 1),
                number(info.segment_s, 1),
                number(info.hop_s, 1),
            ),
        ),
        (translate("Models", "Licence"), info.licence),
        (translate("Models", "Learnt from"), info.training_data),
        (translate("Models", "Id"), f"`{info.pack_id}`"),
        (translate("Models", "Folder"), f"`{pack.folder}`"),
    ]
    lines = [f"## {info.name} {info.version}", ""]
    lines += [f"- **{title}:** {_flat(text)}" for title, text in rows]
    if info.metrics:
        figures = {name: number(value, 0 if value == int(value) else 3) for name, value in info.metrics.items()}
        lines += ["", f"**{translate('Models', 'Measured by its maker')}**", ""]
        lines += [f"- {_flat(name)}: {figure}" for name, figure in figures.items()]
    return "\n".join([*lines, "", "---", "", pack.card])


def _flat(text: str) -> str:
    return " ".join(text.split())
