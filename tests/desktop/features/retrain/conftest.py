"""A training by a script, and what follows it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.features.retrain.process import ProcessState, TrainingProcess
from desktop.features.retrain.runs import RunFolder, RunKind, TrainingRequest
from desktop.features.retrain.training_progress import TrainingProgress


class Follower:
    """Follows runs of a data folder and keeps what it is told."""

    def __init__(self, qtbot: QtBot, data: Path, *, grace_s: float = 60.0) -> None:
        self._qtbot = qtbot
        self.process = TrainingProcess(data, grace_s=grace_s)
        self.story = TrainingProgress()
        self.run: RunFolder | None = None
        self.life: ProcessState | None = None
        self.faults: list[tuple[str, str]] = []
        self.found = 0
        self.process.found.connect(self._found)
        self.process.told.connect(lambda lines: [self.story.take(line) for line in lines])
        self.process.lived.connect(self._lived)
        self.process.failed.connect(lambda message, advice: self.faults.append((message, advice)))

    def until(self, is_so: Callable[[], object]) -> None:
        """Waits for what signals bring."""
        self._qtbot.waitUntil(lambda: bool(is_so()), timeout=20_000)

    def until_over(self) -> None:
        """Waits for the end of the process."""
        self.until(lambda: self.life is not None and not self.life.is_alive)

    def _found(self, run: RunFolder | None) -> None:
        self.run, self.story, self.life = run, TrainingProgress(), None
        self.found += 1

    def _lived(self, life: ProcessState) -> None:
        self.life = life


@pytest.fixture
def follow(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Follower]]:
    """Makes followers of one data folder, which end with the test, and what they started too."""
    made: list[Follower] = []

    def make(**options: float) -> Follower:
        made.append(Follower(qtbot, tmp_path / "data", **options))
        return made[-1]

    yield make
    for follower in made:
        if follower.run is not None:
            found = follower.found
            follower.process.discard()
            qtbot.waitUntil(lambda follower=follower, found=found: follower.found > found, timeout=20_000)
        follower.process.close()


@pytest.fixture
def asked(tmp_path: Path) -> TrainingRequest:
    """A library to learn from, for two minutes."""
    library = tmp_path / "library"
    library.mkdir(exist_ok=True)
    return TrainingRequest(RunKind.LIBRARY, str(library), 2.0, str(library))
