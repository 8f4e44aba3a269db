"""Which process runs which file of tests, also after one has crashed."""

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController


class FileScheduling(LoadFileScheduling):
    """pytest-xdist's, by file. Its own waits forever after a crash: files that the crashed process had finished are
    handed out again as empty work, which nobody reports as done."""

    def remove_node(self, node: WorkerController) -> str | None:
        files = self.assigned_work[node]
        for finished in [file for file, tests in files.items() if all(tests.values())]:
            del files[finished]
        return super().remove_node(node)
