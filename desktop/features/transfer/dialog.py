"""The dialog of transfer profiles: a list, and a form for one. Changes nothing itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import engine_words, messages
from desktop.base.translation import number, translate
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import Buttons, push_button
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.profile_box import ChoiceBox, profile_title
from desktop.widgets.steady_scroll import FittingScroll
from engine.audio.effects import MAX_PITCH_SEMITONES, STRETCH_PERCENT
from engine.base.errors import TransferError
from engine.transfer.name_patterns import TOKENS, stem_of
from engine.transfer.profile import (
    LONGEST_FADE_S,
    LONGEST_HANDLES_S,
    ChannelPlan,
    ChannelRule,
    Container,
    Depth,
    LevelPlan,
    LevelRule,
    NamePolicy,
    Profile,
    TextRule,
    check_name,
)
from engine.transfer.profile_store import BUILT_IN

_RATES_HZ = (44_100, 48_000, 88_200, 96_000, 192_000)
_ROW_PX = 28
_ONLY_CUTS = -0.05
"""Value of the fade field for None: short fades at cuts only."""


class TransferDialog(QDialog):
    """Transfer profiles. GUI thread only."""

    saved = Signal(object)
    """The Profile to store."""
    removed = Signal(str)
    """Name of the profile to remove."""

    def __init__(self, example: Mapping[str, str], parent: QWidget | None = None) -> None:
        """Args: `example` has values of placeholders for the name preview."""
        super().__init__(parent)
        self.setWindowTitle(translate("TransferDialog", "Transfer profiles"))
        take_room(self, 780, 720)
        self._example = example
        self._profiles: tuple[Profile, ...] = ()
        self._is_filling = False
        self.list = QTreeWidget(self)
        self.list.setObjectName("failures")
        self.list.setAccessibleName(translate("TransferDialog", "Profiles"))
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.currentItemChanged.connect(lambda item: self._picked(self.list.indexOfTopLevelItem(item)))
        self.name = QLineEdit(self)
        keep = translate("TransferDialog", "As in the sound")
        self.container = self._box({one: _formats().get(one, one.upper()) for one in Container})
        self.rate = self._box({None: keep, **{rate: _kilohertz(rate) for rate in _RATES_HZ}})
        self.bits = self._box({None: keep, **{depth: _depths()[depth] for depth in Depth}})
        self.channels = self._box(_channels())
        self.level = self._box(_levels())
        self.level_db = self._number(-70.0, 0.0, 1, " dB")
        self.dc = QCheckBox(translate("TransferDialog", "Remove DC offset"), self)
        self.handles = self._number(0.0, LONGEST_HANDLES_S, 2, " s")
        self.stretch = self._number(*STRETCH_PERCENT, 2, " %")
        self.stretch.setSingleStep(1.0)
        self.pitch = self._number(-MAX_PITCH_SEMITONES, MAX_PITCH_SEMITONES, 2, translate("TransferDialog", " st"))
        self.pitch.setSingleStep(1.0)
        self.fade = self._number(_ONLY_CUTS, LONGEST_FADE_S, 2, " s")
        self.fade.setSpecialValueText(translate("TransferDialog", "5 ms at cuts"))
        self.texts = self._box(_texts())
        self.originator = QLineEdit(self)
        self.pattern = QLineEdit(self)
        self.pattern.setPlaceholderText(translate("TransferDialog", "The sound's own name"))
        self.pattern.setToolTip(" ".join(f"{{{token}}}" for token in TOKENS) + " {n:03}")
        self.policy = self._box(_policies())
        self.preview = text_label("", self, "faint", is_plain=True)
        self.note = text_label("", self, "soft", wraps=True)
        self.fault = text_label("", self, "danger", wraps=True)
        self.remove_button = push_button(
            translate("TransferDialog", "Remove"), lambda: self.removed.emit(self.name.text().strip()), self
        )
        self.save_button = push_button(translate("TransferDialog", "Save"), self._save, self)
        self.buttons = Buttons(self.reject, self)
        for field in (self.name, self.originator, self.pattern):
            field.textChanged.connect(self._update)
        self.dc.toggled.connect(self._update)
        self._lay_out()
        self._update()

    def show_profiles(self, profiles: Sequence[Profile], chosen: str) -> None:
        """Lists profiles and shows the one named `chosen`."""
        self._profiles = tuple(profiles)
        self.list.blockSignals(True)
        self.list.clear()
        for profile in profiles:
            item = QTreeWidgetItem(self.list, [profile_title(profile)])
            item.setToolTip(0, messages.plain(profile_title(profile)))
            item.setSizeHint(0, QSize(0, _ROW_PX))
        self.list.blockSignals(False)
        names = [profile.name for profile in profiles]
        self.list.setCurrentIndex(self.list.model().index(names.index(chosen) if chosen in names else 0, 0))

    def refuse(self, text: str) -> None:
        self.fault.setText(text)
        self.fault.show()

    @property
    def profile(self) -> Profile:
        """The profile in the form. Raises TransferError if it is invalid."""
        fade_s = round(self.fade.value(), 3)
        return Profile(
            name=self.name.text().strip(),
            container=self.container.value,
            rate_hz=self.rate.value,
            depth=self.bits.value,
            channels=self.channels.value,
            level=_level(self.level.value, round(self.level_db.value(), 1)),
            is_dc_removed=self.dc.isChecked(),
            handles_s=round(self.handles.value(), 3),
            fade_s=None if fade_s < 0.0 else fade_s,
            texts=self.texts.value,
            originator=self.originator.text().strip(),
            pattern=self.pattern.text().strip(),
            policy=self.policy.value,
            stretch_percent=round(self.stretch.value(), 2),
            pitch_semitones=round(self.pitch.value(), 2),
        )

    def _picked(self, row: int) -> None:
        if 0 <= row < len(self._profiles):
            self._fill(self._profiles[row])

    def _fill(self, profile: Profile) -> None:
        self._is_filling = True
        self.name.setText(profile.name)
        rate = "" if profile.rate_hz is None else _kilohertz(profile.rate_hz)
        for box, value, text in (
            (self.container, profile.container, ""),
            (self.rate, profile.rate_hz, rate),
            (self.bits, profile.depth, ""),
            (self.channels, profile.channels, profile.channels.text),
            (self.level, profile.level.rule, ""),
            (self.texts, profile.texts, ""),
            (self.policy, profile.policy, ""),
        ):
            box.choose(value, text)
        self.level_db.setValue(profile.level.value_db)
        self.dc.setChecked(profile.is_dc_removed)
        self.handles.setValue(profile.handles_s)
        self.stretch.setValue(profile.stretch_percent)
        self.pitch.setValue(profile.pitch_semitones)
        self.fade.setValue(_ONLY_CUTS if profile.fade_s is None else profile.fade_s)
        self.originator.setText(profile.originator)
        self.pattern.setText(profile.pattern)
        self._is_filling = False
        self._update()

    def _update(self) -> None:
        """Shows errors and a preview of the file name."""
        if self._is_filling:
            return
        self.level_db.setEnabled(self.level.value is not LevelRule.AS_IS)
        name = self.name.text().strip()
        is_own = name.casefold() not in {profile.name.casefold() for profile in BUILT_IN}
        self.remove_button.setEnabled(is_own and name in {profile.name for profile in self._profiles})
        fault, preview, note = "", "", ""
        try:
            profile = self.profile
            check_name(name)
        except TransferError as err:
            fault = engine_words.in_full(err) if name else ""
        else:
            stem = stem_of(profile.pattern or "{name}", self._example, 1)
            preview = translate("TransferDialog", "For example %1", stem)
            if not is_own:
                note = translate("TransferDialog", "This profile comes with Earshot. Save yours under another name.")
        self.preview.setText(preview)
        self.fault.setText(fault)
        self.note.setText(note)
        for label in (self.fault, self.note):
            label.setVisible(bool(label.text()))
        self.save_button.setEnabled(bool(name) and not fault and not note)

    def _save(self) -> None:
        self.saved.emit(self.profile)

    def _box(self, items: Mapping[Any, str]) -> ChoiceBox:
        box = ChoiceBox(items, self)
        box.currentIndexChanged.connect(self._update)
        return box

    def _number(self, low: float, high: float, places: int, unit: str) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(low, high)
        field.setDecimals(places)
        field.setSingleStep(0.05 if places > 1 else 1.0)
        field.setSuffix(unit)
        field.valueChanged.connect(self._update)
        return field

    def _lay_out(self) -> None:
        level = hbox((self.level, 1), self.level_db, spacing=8)
        self.level_db.setAccessibleName(translate("TransferDialog", "Level in dB"))
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for text, field in (
            (translate("TransferDialog", "Name"), self.name),
            (translate("TransferDialog", "Format"), self.container),
            (translate("TransferDialog", "Sample rate"), self.rate),
            (translate("TransferDialog", "Bit depth"), self.bits),
            (translate("TransferDialog", "Channels"), self.channels),
            (translate("TransferDialog", "Level"), level),
            ("", self.dc),
            (translate("TransferDialog", "Handles"), self.handles),
            (translate("TransferDialog", "Fades"), self.fade),
            (translate("TransferDialog", "Time stretch"), self.stretch),
            (translate("TransferDialog", "Pitch shift"), self.pitch),
            (translate("TransferDialog", "Metadata"), self.texts),
            (translate("TransferDialog", "Originator"), self.originator),
            (translate("TransferDialog", "File names"), self.pattern),
            ("", self.preview),
            (translate("TransferDialog", "If a name is taken"), self.policy),
        ):
            if isinstance(field, QWidget):
                form.addRow(text, field)
                field.setAccessibleName(text or field.accessibleName())
            else:
                form.addRow(text, field)
                self.level.setAccessibleName(text)
        area = FittingScroll(self)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.column.addLayout(form)
        area.column.addStretch(1)
        below = hbox(STRETCH, self.remove_button, self.save_button)
        right = vbox((area, 1), self.note, self.fault, below)
        both = hbox((self.list, 2), (right, 3), spacing=16)
        vbox((both, 1), self.buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)


def _level(rule: LevelRule, value_db: float) -> LevelPlan:
    return LevelPlan() if rule is LevelRule.AS_IS else LevelPlan(rule, value_db)


def _kilohertz(rate_hz: int) -> str:
    return f"{number(rate_hz / 1000)} kHz"


def _formats() -> dict[Container, str]:
    return {
        Container.ORIGINAL: translate("TransferDialog", "As in the sound, else WAV"),
        Container.BWF: translate("TransferDialog", "Broadcast WAV"),
        Container.M4A: "AAC (M4A)",
    }


def _depths() -> dict[Depth, str]:
    return {
        Depth.INT16: translate("TransferDialog", "16 bit"),
        Depth.INT24: translate("TransferDialog", "24 bit"),
        Depth.FLOAT32: translate("TransferDialog", "32 bit float"),
    }


def _channels() -> dict[ChannelPlan, str]:
    return {
        ChannelPlan(): translate("TransferDialog", "As in the sound"),
        ChannelPlan(ChannelRule.MONO): translate("TransferDialog", "Mono"),
        ChannelPlan(ChannelRule.STEREO): translate("TransferDialog", "Stereo"),
        ChannelPlan(ChannelRule.SPLIT): translate("TransferDialog", "A mono file for each"),
    }


def _levels() -> dict[LevelRule, str]:
    return {
        LevelRule.AS_IS: translate("TransferDialog", "As in the sound"),
        LevelRule.PEAK: translate("TransferDialog", "Peak (dBFS)"),
        LevelRule.TRUE_PEAK: translate("TransferDialog", "True peak (dBTP)"),
        LevelRule.LOUDNESS: translate("TransferDialog", "Loudness (LUFS)"),
    }


def _texts() -> dict[TextRule, str]:
    return {
        TextRule.KEPT: translate("TransferDialog", "Keep"),
        TextRule.NONE: translate("TransferDialog", "None", comment="no metadata"),
    }


def _policies() -> dict[NamePolicy, str]:
    return {
        NamePolicy.NUMBER: translate("TransferDialog", "Add a number"),
        NamePolicy.REPLACE: translate("TransferDialog", "Replace the file"),
        NamePolicy.SKIP: translate("TransferDialog", "Skip the sound"),
        NamePolicy.REFUSE: translate("TransferDialog", "Write nothing at all"),
    }
