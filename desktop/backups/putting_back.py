"""Puts a backup back after the window has closed, and says why where that fails."""

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressDialog

from desktop import engine_words
from desktop.translation import translate
from desktop.widgets.buttons import NoticeDialog
from desktop.work.jobs import Jobs
from engine.backups.restore import restore
from engine.errors import EngineError


def put_back(library: Path, backup: Path) -> bool:
    """Goes back to a backup, showing progress; False, after saying why, where it could not.

    GUI thread only, when nothing of this process has the library open any more.
    """
    faults: list[EngineError] = []
    loop, jobs = QEventLoop(), Jobs()
    progress = QProgressDialog(translate("Backups", "Putting the backup back…"), "", 0, 0)
    progress.setWindowTitle("Earshot")
    progress.setCancelButton(None)
    progress.setWindowModality(Qt.WindowModality.ApplicationModal)
    progress.setMinimumDuration(400)

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
