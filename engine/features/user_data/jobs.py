"""User data of a library, for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from collections.abc import Callable
from pathlib import Path

from engine.base.cancellation import Cancel, never
from engine.features.user_data.records import ExportResult
from engine.features.user_data.write import write
from engine.store.catalogue import Catalogue


def export_user_data(
    library: Path, path: Path, *, cancel: Cancel = never, progress: Callable[[float], None] = lambda share: None
) -> ExportResult:
    """Writes all that the user entered."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return write(catalogue, path, cancel=cancel, progress=lambda done, total: progress(done / max(1, total)))
