"""Takes transcripts from the sidecars beside a library's sounds, when a job has read them."""

import logging
from collections.abc import Callable

from engine.base.errors import SidecarError
from engine.base.events import Event, FileRemark
from engine.base.feature import parts
from engine.base.messages import told
from engine.features.sidecar.format import has_transcripts, read_sidecar
from engine.features.sidecar.messages import SidecarNote
from engine.features.sidecar.shelf import sidecars_beside
from engine.ingest.control import Control
from engine.ingest.loop import PauseClock
from engine.ingest.readers import OpenFiles
from engine.ingest.sound_transcripts import TranscriptExchange
from engine.ingest.spec import JobSpec
from engine.store.catalogue import Catalogue

_log = logging.getLogger(__name__)


def take_transcripts(
    spec: JobSpec,
    catalogue: Catalogue,
    threads: int,
    control: Control,
    pauses: PauseClock,
    reading: OpenFiles,
    emit: Callable[[Event], None],
) -> None:
    """Keeps the transcripts of sounds that have none here; see `engine.ingest.extensions.SecondPass`."""
    if spec.without_sidecars or spec.is_learning:
        return
    payloads = [one for one in catalogue.files.payloads() if not one.is_away]
    roots = [root.path for root in catalogue.roots.all()]
    files = [path for path in sidecars_beside((one.path for one in payloads), roots) if has_transcripts(path)]
    exchange: TranscriptExchange | None = next(parts(lambda feature: feature.transcript_exchange), None)
    if not files or exchange is None:
        return
    for path in files:
        lacking = exchange.lacking(catalogue.folder, payloads)
        if control.is_cancelled or not lacking:
            return
        try:
            said = read_sidecar(path).transcripts
        except SidecarError as err:  # what reads the vectors tells of it
            _log.warning("a sidecar cannot be read: %s", err)
            continue
        wanted = [] if said is None else [one for one in lacking if one.payload_digest in said.sounds]
        if said is None or not wanted:
            continue
        if not exchange.is_fit(catalogue.folder, said):
            emit(FileRemark(str(path), told(SidecarNote.TRANSCRIPTS_OTHER)))
            continue
        taken = exchange.take(catalogue.folder, said, wanted)
        _log.info("%d transcripts taken from a sidecar", taken)
        emit(FileRemark(str(path), told(SidecarNote.TRANSCRIPTS_TAKEN, taken)))
