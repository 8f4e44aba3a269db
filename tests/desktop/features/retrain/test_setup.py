"""Making the environment for training: real environments out of tiny wheels, by uv and by pip."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.features.retrain import setup
from desktop.features.retrain.installers import Downloads, complaint, lock_files, uv_program
from desktop.features.retrain.interpreters import probe, python_of
from desktop.features.retrain.setup import TrainingSetup
from desktop.work.jobs import Jobs
from tests.helpers.scripted_training import make_packages
from tests.helpers.tiny_library import REPOSITORY
from tests.helpers.tiny_wheels import training_wheels, write_lock


class Maker:
    """A setup over tiny wheels, and what it said."""

    def __init__(self, qtbot: QtBot, folder: Path, **options: int) -> None:
        self._qtbot = qtbot
        self.jobs = Jobs()
        wheels = training_wheels(folder / "wheels")
        self.lock = write_lock(folder / "lock.txt", wheels)
        self.setup = TrainingSetup(folder / "data", self.jobs, locks=[self.lock], **options)
        self.said: list[str] = []
        self.fault = ("", "")
        self.is_finished = False
        self.setup.progressed.connect(lambda making: self.said.append(making.line))
        self.setup.finished.connect(self._finished)
        self.setup.failed.connect(self._failed)

    def make(self) -> None:
        """Makes, and waits for the end."""
        self.fault = ("", "")
        self.setup.make()
        self._qtbot.waitUntil(lambda: self.is_finished or bool(self.fault[0]), timeout=60_000)

    def _finished(self) -> None:
        self.is_finished = True

    def _failed(self, message: str, advice: str) -> None:
        self.fault = (message, advice)


@pytest.fixture
def maker(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    for tool in ("UV", "PIP"):
        monkeypatch.setenv(f"{tool}_NO_INDEX", "1")
        monkeypatch.setenv(f"{tool}_FIND_LINKS", str(tmp_path / "wheels"))
    made = Maker(qtbot, tmp_path)
    yield made
    made.setup.close()
    made.jobs.close()


@pytest.mark.parametrize("program", ["uv", "pip"])
def test_an_environment_is_made_that_can_train(
    maker: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    if program == "uv" and not uv_program():
        pytest.skip("no uv here")
    if program == "pip":
        if find_spec("torch") is None:
            pytest.skip("takes ten seconds: once, in the full environment, is enough")
        monkeypatch.setattr(setup, "uv_program", lambda: "")
    maker.make()
    assert maker.fault == ("", "")
    assert maker.said
    packages = make_packages(tmp_path / "packages")
    verdict = probe(python_of(tmp_path / "data" / "training" / "environment"), packages)
    assert verdict.is_good, verdict
    assert ("torch", "2.0") in verdict.versions
    assert verdict.device == "cpu"


def test_a_package_that_is_another_than_in_the_lock_is_not_installed(maker: Maker, tmp_path: Path) -> None:
    write_lock(maker.lock, sorted((tmp_path / "wheels").glob("*.whl")), is_wrong=True)
    maker.make()
    assert maker.fault[0] == "A package is not the one that Earshot was tested with; it was not installed."
    assert not list((tmp_path / "data").glob("**/torch.py"))


def test_one_that_was_cancelled_goes_on(maker: Maker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(maker.setup.progressed, timeout=20_000):
        maker.setup.make()
    maker.setup.cancel()
    assert not maker.setup.is_running
    maker.make()
    assert maker.is_finished


def test_too_little_room_is_said_before_anything_is_downloaded(qtbot: QtBot, tmp_path: Path) -> None:
    maker = Maker(qtbot, tmp_path, needed_bytes=10**18)
    maker.make()
    maker.jobs.close()
    assert "GB more must be free" in maker.fault[0]
    assert maker.fault[1].startswith("Free some space there")
    assert not (tmp_path / "data" / "training" / "environment").exists()


def test_without_a_network_it_says_so_and_goes_on_later(
    maker: Maker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not uv_program():
        pytest.skip("no uv here")
    monkeypatch.delenv("UV_NO_INDEX")
    monkeypatch.delenv("UV_FIND_LINKS")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "http://127.0.0.1:9/none")  # the discard port: nobody listens
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    maker.make()
    assert maker.fault[0] == "The packages cannot be reached: there is no connection to the network."
    monkeypatch.delenv("UV_DEFAULT_INDEX")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("UV_NO_INDEX", "1")
    maker.make()
    assert maker.is_finished


def test_the_locks_that_are_carried_are_those_of_the_installer() -> None:
    carried = lock_files()
    assert [path.name for path in carried] == ["cpu.txt", "training.txt"]
    for path in carried:
        assert path.read_bytes() == (REPOSITORY / "installer/locks" / path.name).read_bytes(), "run `make lock`"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "The disk is full.",
        ),
        (
            "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError(...)'",
            "cannot be reached",
        ),
        ("error: Failed to fetch: `https://example.org/torch/`", "cannot be reached"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "not the one that"),
        (
            "The virtual environment was not created successfully because ensurepip is not available.",
            "lacks what makes",
        ),
        ("error: something else", "could not be made: error: something else"),
    ],
)
def test_what_an_installer_says_is_said_in_plain_words(line: str, message: str) -> None:
    assert message in complaint([line])[0]


def test_downloads_of_uv_and_pip_are_added_up() -> None:
    by_uv, by_pip = Downloads(), Downloads()
    for line in ("Downloading torch (1.0MiB)", "Downloading numpy (2.0MiB)", " Downloaded numpy"):
        by_uv.hear(line)
    for line in ("Downloading torch-2.whl (554.6 MB)", "Collecting numpy", "  Downloading numpy-2.whl (100 kB)"):
        by_pip.hear(line)
    assert by_uv.done_bytes == 2 * 2**20
    assert by_pip.done_bytes == 554_600_000
