"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.ingest.extensions import SecondPass, VectorSource


def _vector_source() -> VectorSource:
    from engine.features.sidecar.shelf import shelf_beside

    return shelf_beside


def _second_pass() -> SecondPass:
    from engine.features.sidecar.transcript_pass import take_transcripts

    return take_transcripts


FEATURE = Feature(
    commands=(
        ShellCommand(
            "sidecar", "write a folder's analysis into a file beside its sounds for others who add it, or show one"
        ),
    ),
    vector_source=_vector_source,
    second_pass=_second_pass,
)
