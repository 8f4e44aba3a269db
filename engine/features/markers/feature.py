"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.store.feature_files import FeatureFiles


def _files() -> FeatureFiles:
    from engine.features.markers.marker_check import MarkerFiles

    return MarkerFiles()


FEATURE = Feature(
    needs=frozenset({"metadata_edits"}),
    commands=(ShellCommand("markers", "set, list and remove markers and regions, and write them into files"),),
    files=_files,
)
