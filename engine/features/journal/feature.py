"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.store.export_log import ExportLog
    from engine.store.feature_files import FeatureFiles


def _log() -> ExportLog:
    from engine.features.journal.export_journal import JournalOfExports

    return JournalOfExports()


def _files() -> FeatureFiles:
    from engine.features.journal.journal_check import JournalFiles

    return JournalFiles()


FEATURE = Feature(
    commands=(ShellCommand("journal", "list what was exported, export it again, write its credits"),),
    files=_files,
    export_log=_log,
)
