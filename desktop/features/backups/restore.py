"""Restores a backup or repairs a library after the window has closed, and reports the result."""

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressBar, QProgressDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.features.backups.backup_messages import mended
from desktop.widgets.buttons import NoticeDialog
from desktop.widgets.motion import show_busy
from desktop.work.jobs import Jobs
from engine.base.errors import EngineError
from engine.base.findings import Finding
from engine.features.backups.restore import restore
from engine.features.verify.verify import mend


def put_back(library: Path, backup: Path) -> bool:
    """Restores a backup, showing progress; reports a failure and returns False.

    GUI thread only, once nothing in this process has the library open.
    """
    faults: list[EngineError] = []
    loop, jobs = QEventLoop(), Jobs()
    progress = _progress(translate("BackupsFeature", "Restoring the backup…"))

    def failed(err: EngineError) -> None:
        faults.append(err)
        loop.quit()

    jobs.run(lambda cancel: restore(library, backup), lambda replaced: loop.quit(), failed=failed)
    loop.exec()
    jobs.close()
    progress.hide()
    for err in faults:
        print(f"{err}. {err.advice}", file=sys.stderr)
        NoticeDialog(progress, "Earshot", *engine_words.error(err)).exec()
    progress.close()
    return not faults


def mend_library(library: Path) -> bool:
    """Checks the whole library and repairs what it can; reports a failed check and returns False.

    GUI thread only, once nothing in this process has the library open.
    """
    faults: list[EngineError] = []
    found: list[Finding] = []
    loop, jobs = QEventLoop(), Jobs()
    progress = _progress(translate("BackupsFeature", "Checking and repairing the library…"))

    def done(findings: list[Finding]) -> None:
        found.extend(findings)
        loop.quit()

    def failed(err: EngineError) -> None:
        faults.append(err)
        loop.quit()

    jobs.run(lambda cancel: list(mend(library, cancel=cancel)), done, failed=failed)
    loop.exec()
    jobs.close()
    progress.hide()
    for err in faults:
        print(f"{err}. {err.advice}", file=sys.stderr)
        NoticeDialog(progress, "Earshot", *engine_words.error(err)).exec()
    if not faults:
        NoticeDialog(progress, "Earshot", *mended(found)).exec()
    progress.close()
    return not faults


def _progress(what: str) -> QProgressDialog:
    progress = QProgressDialog(what, "", 0, 0)
    bar = QProgressBar(progress)
    progress.setBar(bar)
    show_busy(bar)
    progress.setWindowTitle("Earshot")
    progress.setCancelButton(None)
    progress.setWindowModality(Qt.WindowModality.ApplicationModal)
    progress.setMinimumDuration(400)
    return progress
