"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature

if TYPE_CHECKING:
    from engine.ingest.extensions import PackFiles


def _pack_files() -> PackFiles:
    from engine.features.map.map_file import pack_files

    return pack_files


FEATURE = Feature(pack_files=_pack_files)
