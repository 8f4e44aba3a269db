"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.search.extensions import MakesEvidence


def _evidence() -> MakesEvidence:
    from engine.features.owner.owner import Owner

    return Owner


FEATURE = Feature(
    commands=(
        ShellCommand("owner", "learn from your choices in searches; show, forget, export or import what was learnt"),
    ),
    evidence=_evidence,
)
