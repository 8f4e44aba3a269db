"""Verifies markers.db, and repairs it from a copy: nothing can make it again."""

from collections.abc import Iterator

import apsw

from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Finding
from engine.features.markers.marker_store import FILE_NAME, unpacked
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.user_files import examined, repair


class MarkerFiles(FeatureFiles):
    """The markers of a library."""

    made_by_user = (FILE_NAME,)

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        if (catalogue.folder / FILE_NAME).is_file():
            yield examined(catalogue.folder / FILE_NAME, lambda connection: _examine(connection, cancel))

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.part == FILE_NAME:
            repair(catalogue.folder, FILE_NAME)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        """Does nothing: markers belong to content, and wait for sounds that left the library."""


def _examine(connection: apsw.Connection, cancel: Cancel) -> tuple[int, list[str]]:
    count, odd = 0, []
    for number, text in connection.execute("SELECT id, markers FROM state"):
        check(cancel)
        count += 1
        try:
            unpacked(str(text)) if text is not None else None
        except (ValueError, TypeError, RecursionError):
            odd.append(f"state {number}")
    return count, odd
