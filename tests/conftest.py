"""Shared by all tests: Qt draws offscreen unless a test starts a real window, which runs in a process of its own."""

import atexit
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import engine  # noqa: F401  first of all: keeps ONNX Runtime's telemetry off in what tests import by themselves
from resources.translations import compile_all
from tests.helpers.collection import import_share
from tests.helpers.tiny_library import TinyLibrary, make_tiny_library

if TYPE_CHECKING:
    from tests.helpers.crashes import FileScheduling
    from tests.helpers.patience import PatientBot
    from tests.helpers.postgres import Postgres, SharedServer

_LONGEST = ("test_without_features.py", "test_window_every_control.py", "test_window_every_dialog.py")
"""Files of minutes, which begin first: a process that began one at the end would work while the others wait."""
_NUMBERS = itertools.count(1)
"""Of databases."""
settings.register_profile("patient", deadline=None)  # 200 ms by default, which a busy machine takes for nothing
settings.load_profile("patient")

compile_all()


def _temporary(prefix: str) -> str:
    """A folder that is removed when the process ends."""
    folder = tempfile.mkdtemp(prefix=prefix)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


if sys.platform.startswith("linux"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if "XDG_RUNTIME_DIR" not in os.environ:  # in a bare root; Qt would say so on the stderr that a test reads
        os.environ["XDG_RUNTIME_DIR"] = _temporary("earshot-run-")
    os.environ["XDG_MUSIC_DIR"] = _temporary("earshot-music-")  # dragged files; not the user's own


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", type=Path, help="write what each test costs: tests/costs.py")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """After pytest's own, which would have a crash's stacks on the terminal."""
    if (costs := config.getoption("--costs")) is not None:
        from tests.costs import CostWriter

        config.pluginmanager.register(CostWriter(costs.resolve()))
    if config.pluginmanager.hasplugin("xdist"):
        from tests.helpers.crashes import keep_stacks

        keep_stacks(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Compiles once what all processes need."""
    import_share(session)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Ends with the stacks of what has crashed."""
    if config.pluginmanager.hasplugin("xdist"):
        from tests.helpers.crashes import tell_stacks

        tell_stacks(terminalreporter)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "FileScheduling | None":
    """One that goes on after a crash; None, and so pytest-xdist's own, for all but whole files."""
    from tests.helpers.crashes import FileScheduling

    return FileScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begins with the longest files; the order of all others stays."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)


@pytest.fixture(scope="session")
def original_tiny_library(tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    """A real library of tones and noises, indexed with the tiny pack by the real command. Nothing opens it to write."""
    return make_tiny_library(tmp_path_factory.mktemp("tiny-library"))


@pytest.fixture(scope="module")
def tiny_library(original_tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    """The file's own copy of the library: what its tests use or hand out is used in no other file's.

    The sounds are everybody's; a test that writes into them copies them.
    """
    folder = tmp_path_factory.mktemp("tiny-library-copy") / "library"
    shutil.copytree(original_tiny_library.folder, folder)
    return replace(original_tiny_library, folder=folder)


@pytest.fixture(scope="session")
def x_display() -> Iterator[str]:
    """The DISPLAY of an X server with a window manager, for tests with a real window."""
    from tests.helpers.qt import XServer, missing_x_programs

    missing = missing_x_programs()
    if missing:
        pytest.skip(f"a real window needs {', '.join(missing)}")
    with XServer() as server:
        yield server.display


@pytest.fixture(scope="session")
def postgres() -> Iterator["Postgres"]:
    """A real PostgreSQL with pgvector, one for the process. Tests that kill it start their own."""
    from tests.helpers.postgres import Postgres, programs

    server = Postgres(programs())
    try:
        server.start()
        yield server
    finally:
        server.end()


@pytest.fixture
def shared_server(postgres: "Postgres") -> "SharedServer":
    """A shared library in a database of its own, without anybody."""
    from tests.helpers.postgres import SharedServer

    return SharedServer(postgres, f"studio_{next(_NUMBERS)}")


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> "PatientBot":
    """pytest-qt's, with patience for a busy machine."""
    from tests.helpers.patience import PatientBot

    return PatientBot(request)


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    """A settings file that is not the user's."""
    return tmp_path / "window.json"
