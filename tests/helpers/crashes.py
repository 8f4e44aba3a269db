"""What becomes of a process of tests that crashes: where it was is told at the end, and other processes go on."""

import faulthandler
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

_FOLDER = "EARSHOT_TEST_CRASHES"
"""Environment variable with the folder of the stacks, one file per process."""


class FileScheduling(LoadFileScheduling):
    """pytest-xdist's, by file. Its own waits forever after a crash: files that the crashed process had finished are
    handed out again as empty work, which nobody reports as done."""

    def remove_node(self, node: WorkerController) -> str | None:
        files = self.assigned_work[node]
        for finished in [file for file, tests in files.items() if all(tests.values())]:
            del files[finished]
        return super().remove_node(node)


def keep_stacks(config: pytest.Config) -> None:
    """Keeps the stacks of a process that crashes: on the terminal they scroll away among the tests of the others."""
    if not hasattr(config, "workerinput"):
        folder = os.environ[_FOLDER] = tempfile.mkdtemp(prefix="earshot-crashes-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        return
    name = f"{config.workerinput['workerid']}.txt"
    file = Path(os.environ[_FOLDER], name).open("a", encoding="utf-8")  # noqa: SIM115  (open until the process ends)
    config.add_cleanup(file.close)
    faulthandler.enable(file)
    config.add_cleanup(faulthandler.disable)


def tell_stacks(report: pytest.TerminalReporter) -> None:
    """Tells kept stacks at the end of a run."""
    for file in sorted(Path(os.environ[_FOLDER]).glob("*.txt")):
        if stacks := file.read_text(encoding="utf-8"):
            report.section(f"stacks of {file.stem}, which crashed")
            report.write(stacks)
