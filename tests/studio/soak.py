"""Ten people edit at once; one loses the network and returns; the server and clients are killed meanwhile."""

import os
import random
import string
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.features.studio import facade
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer, programs
from tests.studio.judging import Verdict, judge
from tests.studio.proxy import Proxy


@dataclass(frozen=True)
class Soaked:
    """The events of a soak, and its verdict."""

    seconds: float
    server_kills: int
    client_kills: int
    cuts: int
    verdict: Verdict


class _Person:
    def __init__(self, folder: Path, name: str, passwords: Path) -> None:
        self.folder = folder
        self._name = name
        self._environment = {**os.environ, "PGPASSFILE": str(passwords)}
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0

    def start(self) -> None:
        self._starts += 1
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.studio.client", self.folder, self._name, str(self._starts)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=self._environment,
            cwd=Path(__file__).parents[2],
        )

    def wait_until_editing(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        assert self._process.stdout.readline() == b"editing\n"

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def end(self) -> int:
        assert self._process is not None
        self._process.communicate()
        return self._process.returncode


def soak(
    folder: Path, *, seconds: float, clients: int, seed: int = 1, say: Callable[[str], None] = lambda text: None
) -> Soaked:
    """Runs the soak and returns its outcome.

    Args:
        folder: an empty one, for the libraries.
        seconds: duration, extended until each event happened once.
        seed: of the events and their times.
        say: receives each event.
    """
    chance = random.Random(seed)
    postgres = Postgres(programs())
    try:
        postgres.start()
        server = SharedServer(postgres, "soak")
        proxy = Proxy(postgres.port)
        passwords = folder / "pgpass"
        passwords.write_text(f"127.0.0.1:*:*:*:{PASSWORD}\n")
        passwords.chmod(0o600)
        people = []
        for number in range(clients):
            address = server.person(f"p{number}", port=proxy.port if number == 0 else None)
            copy = Copy(folder / f"copy{number}", string.ascii_letters).joined(address)
            people.append(_Person(copy.folder, f"p{number}", passwords))
        for person in people:
            person.start()
        for person in people:
            person.wait_until_editing()
        kills = {"server": 0, "client": 0, "cut": 0}
        began = time.monotonic()
        step = max(2.0, min(20.0, seconds / 6))
        while (left := seconds - (time.monotonic() - began)) > 0 or not all(kills.values()):
            time.sleep(max(0.0, min(left, step / 3)))
            match (
                chance.choice(("server", "client", "cut")) if min(kills.values()) else min(kills, key=kills.__getitem__)
            ):
                case "server":
                    kills["server"] += 1
                    postgres.kill()
                    say("server killed")
                    time.sleep(chance.uniform(0.0, step / 3))
                    postgres.start()
                    say("server is back")
                case "client":
                    kills["client"] += 1
                    person = chance.choice(people[1:])
                    person.kill()
                    person.start()
                    say(f"{person.folder.name} killed and begun anew")
                case _:
                    kills["cut"] += 1
                    proxy.cut()
                    say("copy0 has no network")
                    time.sleep(chance.uniform(step / 4, step))
                    proxy.mend()
                    say("copy0 has its network again")
        lasted = time.monotonic() - began
        for person in people:
            assert person.end() == 0, person.folder
        _settle_down([person.folder for person in people])
        verdict = judge(server, [person.folder for person in people])
        proxy.close()
        return Soaked(lasted, kills["server"], kills["client"], kills["cut"], verdict)
    finally:
        postgres.end()


def _settle_down(folders: list[Path]) -> None:
    """Syncs everybody until nothing is pending: the first round sends, the second receives."""
    for _ in range(2):
        for folder in folders:
            facade.sync(folder, password=PASSWORD)
