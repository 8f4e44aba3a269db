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
    """pytest-xdist's, by file; a test that crashed is not run again, and the others of its file are.

    Its own waits for ever after a crash, for two reasons. Files that the crashed process had finished are handed out
    again as empty work, which nobody reports as done. And a new process gets one file only: where that has one test
    left, the process waits for what comes after it, and is given more when that test is done.
    """

    def remove_node(self, node: WorkerController) -> str | None:
        files = self.assigned_work.pop(node)
        left = {file: tests for file, tests in files.items() if not all(tests.values())}
        if not left:
            return None
        at_work = next(iter(left.values()))
        crashed = next(test for test, is_done in at_work.items() if not is_done)
        at_work[crashed] = True
        self.workqueue.update((file, tests) for file, tests in left.items() if not all(tests.values()))
        for other in self.nodes:
            self._reschedule(other)
        return crashed

    def _reschedule(self, node: WorkerController) -> None:
        super()._reschedule(node)
        while self.workqueue and not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)


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
