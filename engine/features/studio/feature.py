"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.ingest.extensions import VectorSource


def _vector_source() -> VectorSource:
    from engine.features.studio.fetched_vectors import fetched_shelf

    return fetched_shelf


FEATURE = Feature(
    needs=frozenset({"sidecar"}),
    commands=(ShellCommand("server", "share a library with others on PostgreSQL: make, join, sync, search one"),),
    vector_source=_vector_source,
)
