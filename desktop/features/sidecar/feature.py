"""*Write a sidecar* in a folder's menu: collects the analyses of its sounds and writes them beside the sounds.

A job does it in the background; the status bar reports the result.
"""

from PySide6.QtCore import QObject

from desktop.base import engine_words, messages
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.events import Event, FileRemark
from engine.base.types import FilePath
from engine.features.sidecar.messages import SidecarNote
from engine.features.sidecar.writer import WrittenSidecar, write_sidecar

_NOTES = (
    SidecarNote.SIDECAR_TAKEN,
    SidecarNote.SIDECAR_REFUSED,
    SidecarNote.SIDECAR_OTHER_PACK,
    SidecarNote.SIDECAR_UNREAD,
)


class SidecarFeature(QObject):
    """Writes sidecars, and reports what indexing took from them. GUI thread only."""

    def __init__(
        self,
        jobs: ports.Jobs,
        ingest: ports.IngestProcess,
        start: ports.WindowStart,
        notices: ports.Notices,
        folders: ports.FoldersPanel,
    ) -> None:
        super().__init__()
        self._start, self._notices = start, notices
        self.working = LongTask(jobs, self)
        folders.sidecar_wanted.connect(self.write)
        ingest.happened.connect(self._hear)

    def write(self, folder: FilePath) -> None:
        """Writes the sidecar of a folder; one at a time."""
        library = self._start.library

        def work(cancel: Cancel, tell: Tell) -> WrittenSidecar:
            return write_sidecar(library, folder, cancel=cancel, progress=tell)

        if self.working.is_running:
            self._notices.say(translate("SidecarFeature", "Another sidecar is being written."))
            return
        self._notices.say(translate("SidecarFeature", "Writing the sidecar of %1…", folder.name or folder.text))
        self.working.run(work, self._say, failed=self._fail)

    def _hear(self, event: Event) -> None:
        """Reports what an indexing job took from sidecars, or why it took nothing."""
        if isinstance(event, FileRemark) and event.said.what in _NOTES:
            self._notices.say(engine_words.sentence(event.said))

    def _say(self, made: WrittenSidecar) -> None:
        size = messages.size(made.size_bytes)
        told = translate(
            "SidecarFeature", "%n sound(s) written beside them as %1, %2.", made.file.name, size, n=made.sounds
        )
        if made.left_out:
            told += " " + translate("SidecarFeature", "%n sound(s) left out: their data is damaged.", n=made.left_out)
        self._notices.say(told)

    def _fail(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), "sidecar")


FEATURE = WindowFeature((FeaturePart(390, SidecarFeature),))
