"""Send to…: puts the selected sounds, or their moments, at a place in a project, in a job."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.drag_out.parts import part_of, selected_hits
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.widgets.profile_box import profile_title
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.types import Hit, SoundId
from engine.transfer.collect import ExportItem

if TYPE_CHECKING:
    from desktop.features.send import dialog as dialogs
    from engine.features.send import project_sending
else:
    dialogs = later("desktop.features.send.dialog")
    project_sending = later("engine.features.send.project_sending")


class SendFeature(QObject):
    """Sends sounds to projects. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_bar: ports.SearchBar,
        jobs: ports.Jobs,
        notices: ports.Notices,
        results: ports.ResultsView,
        deck: ports.Deck,
        hub: FeatureHub,
        drag: DragOut,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._search_bar = window, settings, search, search_bar
        self._notices, self._results, self._deck, self._hub, self._drag = notices, results, deck, hub, drag
        self._library = search.folder
        self.dialog: dialogs.SendDialog | None = None
        self.working = LongTask(jobs, self)
        self.working.progressed.connect(self._show_progress)
        self.working.running_changed.connect(self._set_working)
        commands.add(
            "export.send",
            translate("SendFeature", "Send to…"),
            self.ask,
            needs="sound",
            keys=["Shift+S"],
            menu="File",
            group=4,
            tip=translate("SendFeature", "Puts the selected sounds at a place in a timeline, project or session"),
        )
        commands.in_row_menu("export.send", 8)
        hub.offer_sending(self.ask_for)

    def ask(self) -> None:
        """Opens the dialog for the selected rows, or for the stretch that is selected in the waveform."""
        hits = selected_hits(self._results)
        if not hits:
            self._notices.say(translate("SendFeature", "These sounds are missing or offline, so they cannot be sent."))
            return
        name = " ".join(self._search_bar.request.text.split())
        dialog = self._open(len(hits), name, has_moments=self._results.rows.has_scores)
        dialog.send_wanted.connect(lambda: self._send_hits(dialog, hits))

    def ask_for(self, pieces: tuple[ExportItem, ...], lengths_s: tuple[float, ...]) -> None:
        """Opens the dialog for pieces that another feature made; a name typed there replaces theirs."""
        dialog = self._open(len(pieces), "", has_moments=False)
        dialog.send_wanted.connect(lambda: self._send(dialog, _named(pieces, dialog.choice.name), lengths_s, []))

    def _open(self, count: int, name: str, *, has_moments: bool) -> "dialogs.SendDialog":
        profile = profile_title(self._hub.transfer_profile)
        dialog = self.dialog = dialogs.SendDialog(
            count, name, profile, self._settings.values, has_moments=has_moments, parent=self._window
        )
        dialog.stop_wanted.connect(self.working.stop)
        dialog.finished.connect(self._closed)
        dialog.open()
        return dialog

    def _show_progress(self, share: float) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(share)

    def _set_working(self, is_working: bool) -> None:
        if self.dialog is not None:
            self.dialog.set_working(is_working)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _send_hits(self, dialog: "dialogs.SendDialog", hits: list[tuple[Hit, int]]) -> None:
        pieces = [self._piece(hit, row, dialog.choice) for hit, row in hits]
        lengths_s = [_length_s(hit, piece) for (hit, _), piece in zip(hits, pieces, strict=True)]
        self._send(dialog, pieces, lengths_s, list(dict.fromkeys(hit.sound.id for hit, _ in hits)))

    def _send(
        self,
        dialog: "dialogs.SendDialog",
        pieces: Sequence[ExportItem],
        lengths_s: Sequence[float],
        ids: list[SoundId],
    ) -> None:
        choice = dialog.choice
        self._remember(choice)
        profile, library = self._hub.transfer_profile, self._library
        if choice.handles_s is not None:
            profile = replace(profile, handles_s=choice.handles_s)

        def work(cancel: Cancel, tell: Tell) -> "project_sending.SentClips":
            return project_sending.send(
                pieces, lengths_s, choice.order, profile, library=library, cancel=cancel, progress=tell
            )

        self.working.run(work, partial(self._sent, ids), failed=self._failed, cancelled=self._stopped)

    def _remember(self, choice: "dialogs.SendChoice") -> None:
        order = choice.order
        is_session = order.target is project_sending.ProjectTarget.ARDOUR
        where = {"send_session" if is_session else "project_folder": str(order.folder)}
        self._settings.change(
            send_target=str(order.target),
            send_command=order.command or self._settings.values.send_command,
            send_at=order.at,
            send_rate=str(order.clock.rate),
            send_at_end=order.is_at_end if is_session else self._settings.values.send_at_end,
            send_handles_ms=-1 if choice.handles_s is None else round(1000 * choice.handles_s),
            **where,
        )

    def _sent(self, ids: list[SoundId], sent: "project_sending.SentClips") -> None:
        if self.dialog is not None:
            self.dialog.accept()
        count = len(sent.made.clips)
        if sent.place is None:
            self._notices.say(translate("SendFeature", "%n clip(s) sent to the program.", n=count))
        else:
            placed = translate("SendFeature", "%n clip(s) placed in %1.", sent.place, n=count)
            self._notices.say(f"{placed} {_shift(sent.shift_s)}".rstrip())
        if sent.made.skipped:
            self._notices.warn(
                translate("SendFeature", "%n sound(s) could not be sent.", n=len(sent.made.skipped)),
                translate("SendFeature", "The first: %1", engine_words.sentence(sent.made.skipped[0].what)),
                "send",
            )
        self._search.note(lambda library: library.keeping.used(ids))

    def _failed(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.refuse(engine_words.in_full(err))
        else:
            self._notices.warn(*engine_words.error(err), "send")

    def _stopped(self) -> None:
        if self.dialog is not None:
            self.dialog.refuse(
                translate("SendFeature", "Stopped. Nothing was placed; files that are complete stay in the folder.")
            )

    # -- what is sent ----------------------------------------------------------------------------------------------

    def _piece(self, hit: Hit, row: int, choice: "dialogs.SendChoice") -> ExportItem:
        start_s, end_s = part_of(hit, row, self._results, self._deck, self._drag, is_whole=choice.is_whole)
        words = (("cue", choice.name),) if choice.name else ()
        return ExportItem(hit.sound.path, hit.sound.metadata, start_s, end_s, self._drag.effects_of(hit), words=words)


def _named(pieces: Sequence[ExportItem], name: str) -> list[ExportItem]:
    return [replace(piece, words=(("cue", name),)) if name else piece for piece in pieces]


def _length_s(hit: Hit, piece: ExportItem) -> float:
    """How long a piece is heard."""
    whole_s = 0.0 if hit.sound.info is None else hit.sound.info.duration_s
    length_s = whole_s if piece.start_s is None or piece.end_s is None else piece.end_s - piece.start_s
    return length_s / piece.effects.speed


def _shift(shift_s: float) -> str:
    """Says how far clips stand from where they were sent; empty for not at all."""
    if shift_s == 0.0:
        return ""
    return translate("SendFeature", "Places between frames: moved by up to %1 ms.", f"{1000 * shift_s:.1f}")


FEATURE = WindowFeature((FeaturePart(475, SendFeature),))
