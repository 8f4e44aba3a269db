"""Extension point: files that features keep in a library's folder, with rows of its sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from engine.base.cancellation import Cancel, never
from engine.base.feature import parts
from engine.base.findings import Finding

if TYPE_CHECKING:
    from engine.store.catalogue import Catalogue


class FeatureFiles(Protocol):
    """One feature's files, checked by *doctor* and *verify*."""

    made_by_user: tuple[str, ...] = ()
    """Names of SQLite files that nothing can make again: every backup has a copy of them."""

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        """Yields findings on the files that exist.

        Raises:
            StopRequested: it was cancelled.
        """

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        """Repairs a finding of `check`; ignores those of others."""

    def forget_strangers(self, catalogue: Catalogue) -> None:
        """Removes sounds that are not in the library, if the files are readable."""


def feature_files() -> Iterator[FeatureFiles]:
    """Yields the files of every feature."""
    return parts(lambda feature: feature.files)
