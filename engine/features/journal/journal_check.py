"""Verifies journal.db, and repairs it from a copy."""

from collections.abc import Iterator

import apsw

from engine.base.cancellation import Cancel, never
from engine.base.findings import Finding
from engine.features.journal.export_journal import FILE_NAME
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.user_files import examined, repair

_IMPOSSIBLE = (
    "SELECT id FROM export WHERE NOT (json_valid(effects) AND json_valid(words) AND json_valid(credit)) OR source = x''"
)


class JournalFiles(FeatureFiles):
    """The journal of a library's exports."""

    made_by_user = (FILE_NAME,)

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        if (catalogue.folder / FILE_NAME).is_file():
            yield examined(catalogue.folder / FILE_NAME, _examine)

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.part == FILE_NAME:
            repair(catalogue.folder, FILE_NAME)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        """Does nothing: a journal has entries of sounds that left the library, and knows them by their content."""


def _examine(connection: apsw.Connection) -> tuple[int, list[str]]:
    odd = [f"entry {row[0]}" for row in connection.execute(_IMPOSSIBLE)]
    return len(connection.execute("SELECT id FROM export").fetchall()), odd
