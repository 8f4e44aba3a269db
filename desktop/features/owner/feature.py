"""Connects learning from choices to the window: the dialog, a button in the search field, and repeated searches."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words, resources
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.features.owner.choice_recorder import ChoiceRecorder
from desktop.features.owner.dialog import OwnerDialog
from desktop.widgets.buttons import AskDialog
from engine.base.errors import EngineError
from engine.features.owner.owner import Owner, OwnerModel, OwnerState
from engine.features.owner.trial import HeldOutChoice, OwnerTrialRun, TrialResult, verdict
from engine.library.library import Library

_SUFFIX = ".json"


class OwnerFeature(QObject):
    """Learning from the owner's choices. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        hub: FeatureHub,
        marks: MarksControl,
        drag: DragOut,
        recorder: ChoiceRecorder,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._search = window, theme, settings, search
        self._notices, self._search_bar = notices, search_bar
        self.noting = recorder
        self.noting.noted.connect(self._read)
        drag.given.connect(self.noting.dragged)
        marks.starred.connect(self.noting.starred)
        marks.tagged.connect(self.noting.tagged)
        hub.renamed.connect(self.noting.renamed)
        hub.picked.connect(self.noting.picked)
        self.dialog: OwnerDialog | None = None
        self._trial = 0
        """Number of the current trial; ends earlier ones."""
        self.button = search_bar.field.add_button("owner", "")
        self.button.setCheckable(True)
        self.button.hide()
        self.button.clicked.connect(lambda: self._settings.change(uses_learnt=not self._settings.values.uses_learnt))
        settings.changed.connect(self._setting_changed)
        search.opened.connect(self._look)
        search.counted.connect(lambda stats, folders: self._look())
        add = commands.add
        add(
            "search.learn",
            translate("Owner", "Learn from my choices…"),
            self.show,
            menu="Search",
            group=8,
            icon="owner",
            tip=translate("Owner", "What searches learn from what you drag out, star, tag and name"),
        )
        self._action = add(
            "search.use_learnt",
            translate("Owner", "Use what was learnt"),
            self._toggle,
            menu="Search",
            group=8,
            is_checkable=True,
            is_checked=settings.values.uses_learnt,
            tip=translate("Owner", "Ranks sounds like those you chose higher when you search for these words again"),
        )
        self._setting_changed("uses_learnt")

    # -- on and off ------------------------------------------------------------------------------------------------

    def _toggle(self) -> None:
        self._settings.change(uses_learnt=self._action.isChecked())

    def _setting_changed(self, name: str) -> None:
        values = self._settings.values
        if name == "uses_learnt":
            self._search.use_learnt(values.uses_learnt)
            self._action.setChecked(values.uses_learnt)
            self._show_button()
            self._search.catch_up()
        if self.dialog is not None:
            self.dialog.notes.setChecked(values.note_choices)
            self.dialog.counts.setChecked(values.uses_learnt)

    def _show_button(self) -> None:
        is_on = self._settings.values.uses_learnt
        on = translate("Owner", "Your earlier choices count in searches. Click to turn this off.")
        off = translate("Owner", "Your earlier choices do not count in searches. Click to turn this on.")
        self.button.setChecked(is_on)
        self.button.setToolTip(on if is_on else off)
        self.button.setAccessibleName(on if is_on else off)
        self.button.setIcon(resources.icon("owner", self._theme.accent if is_on else self._theme.text_faint))

    def _look(self) -> None:
        """Shows the button if there are lessons."""

        def show(has_lessons: bool) -> None:
            self.button.setVisible(has_lessons)
            self._search_bar.field.lay_buttons()

        self._search.ask(lambda library: Owner.of(library).has_lessons, show)

    # -- the dialog ------------------------------------------------------------------------------------------------

    def show(self) -> None:
        if self.dialog is None:
            dialog = self.dialog = OwnerDialog(self._window)
            dialog.notes.toggled.connect(lambda is_on: self._settings.change(note_choices=is_on))
            dialog.counts.toggled.connect(lambda is_on: self._settings.change(uses_learnt=is_on))
            dialog.learn_wanted.connect(self.learn)
            dialog.looked_into.connect(self._look_into)
            dialog.forget_wanted.connect(self._forget)
            dialog.again_wanted.connect(self._learn_again)
            dialog.forget_all_wanted.connect(self._forget_all)
            dialog.export_wanted.connect(self._export)
            dialog.import_wanted.connect(self._import)
            dialog.finished.connect(lambda result: self._end_trial())
            self._setting_changed("")
        self.dialog.show_fault("")
        self._read()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def learn(self) -> None:
        """Learns from all choices, repeats the search, and measures the improvement in a trial."""

        def learnt(model: OwnerModel) -> None:
            used = sum(one.is_used for one in model.lessons)
            self._notices.say(translate("Owner", "Learnt from %n text(s).", n=used))
            self._changed()
            self._begin_trial()

        self._end_trial()
        self._say("")
        self._search.ask(lambda library: Owner.of(library).learn(), learnt, failed=self._failed)

    def _read(self) -> None:
        def show(state: OwnerState) -> None:
            if self.dialog is not None:
                self.dialog.show_state(state)

        if self.dialog is not None:
            self._search.ask(lambda library: Owner.of(library).state(), show, failed=self._failed)

    def _changed(self) -> None:
        """Refreshes list, button and results after lessons changed."""
        self._read()
        self._look()
        self._search.catch_up()

    def _look_into(self, text: str) -> None:
        dialog = self.dialog
        if dialog is not None:
            self._search.ask(
                lambda library: Owner.of(library).choices_for(text), lambda found: dialog.show_choices(text, found)
            )

    def _forget(self, texts: Sequence[str], ids: Sequence[int]) -> None:
        def forget(library: Library) -> None:
            Owner.of(library).forget_choices(ids)
            for text in texts:
                Owner.of(library).forget_words(text)

        self._end_trial()
        self._search.ask(forget, lambda _: self._changed(), failed=self._failed)

    def _learn_again(self, names: Sequence[str]) -> None:
        def take_up(library: Library) -> None:
            for name in names:
                Owner.of(library).take_up_words(name)

        self._search.ask(take_up, lambda _: self._changed(), failed=self._failed)

    def _forget_all(self) -> None:
        asked = AskDialog(
            self.dialog or self._window,
            translate("Owner", "Forget everything"),
            translate("Owner", "Forget all your choices and everything learnt from them?"),
            translate("Owner", "Tags, stars and collections stay. This cannot be undone."),
            translate("Owner", "Forget"),
            is_danger=True,
        )
        if asked.asked():
            self._end_trial()
            self._search.ask(lambda library: Owner.of(library).forget(), lambda _: self._changed(), failed=self._failed)

    def _export(self) -> None:
        name = f"{translate('Owner', 'What Earshot learnt')}{_SUFFIX}"
        start = str(Path(self._settings.values.project_folder) / name)
        title = translate("Owner", "Export what was learnt")
        chosen, _ = QFileDialog.getSaveFileName(self.dialog, title, start, self._kinds)
        if chosen:
            path = Path(chosen)
            told = translate("Owner", "Written to %1. It names your words, and no sounds.", path.name)
            self._search.ask(
                lambda library: Owner.of(library).export(path),
                lambda _: self._notices.say(told),
                failed=self._failed,
            )

    def _import(self) -> None:
        start = self._settings.values.project_folder
        chosen, _ = QFileDialog.getOpenFileName(
            self.dialog, translate("Owner", "Import what was learnt"), start, self._kinds
        )
        if chosen:
            self.take_in(Path(chosen))

    def take_in(self, path: Path) -> None:
        self._say("")
        self._search.ask(
            lambda library: Owner.of(library).take_in(path), lambda _: self._changed(), failed=self._failed
        )

    @property
    def _kinds(self) -> str:
        return translate("Owner", "What Earshot learnt (*.json);;All files (*)")

    # -- the trial -------------------------------------------------------------------------------------------------

    def _begin_trial(self) -> None:
        """Tries one choice at a time, so that searches can run in between."""
        number = self._trial

        def begin(library: Library) -> tuple[OwnerTrialRun, list[HeldOutChoice]]:
            trying = OwnerTrialRun(Owner.of(library), library.rank)
            return trying, trying.held_back()

        def begun(found: tuple[OwnerTrialRun, list[HeldOutChoice]]) -> None:
            self._go_on(number, *found, [])

        if self.dialog is not None and self.dialog.isVisible():
            self._search.ask(begin, begun, failed=self._failed)

    def _go_on(self, number: int, trying: OwnerTrialRun, left: list[HeldOutChoice], done: list[TrialResult]) -> None:
        if number != self._trial or self.dialog is None:
            return
        if not left:
            self.dialog.show_trial(verdict(done))
            return
        self.dialog.show_trying(len(done), len(done) + len(left))
        self._search.ask(
            lambda library: trying.look_for(left[0]),
            lambda found: self._go_on(number, trying, left[1:], [*done, found]),
            failed=self._failed,
        )

    def _end_trial(self) -> None:
        self._trial += 1

    def _failed(self, err: EngineError) -> None:
        self._end_trial()
        if self.dialog is not None and self.dialog.isVisible():
            self._say(engine_words.in_full(err))
        else:
            self._notices.warn(*engine_words.error(err), "owner")

    def _say(self, text: str) -> None:
        if self.dialog is not None:
            self.dialog.show_fault(text)


FEATURE = WindowFeature((FeaturePart(195, ChoiceRecorder), FeaturePart(200, OwnerFeature)))
