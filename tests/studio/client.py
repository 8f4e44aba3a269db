"""One person who edits and syncs all the time, like a window: a process of its own, which tests kill.

`python -m tests.studio.client FOLDER NAME SEED`; the password is in PGPASSFILE. Writes its edits, and the server's
acknowledgements, to files beside the library, a line each, before the next edit. Ends with its standard input.
"""

import contextlib
import json
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from engine.base.errors import KeepingError, LibraryBusy, StudioError
from engine.base.types import Colour, SoundId
from engine.features.studio import facade
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue

_TAGS = ("wet", "dry", "best", "loud", "Night")
_NAMES = ("Doors", "Rain", "Night", "Cars")


class Editing:
    """Edits at random. Each note names its author and is unique."""

    def __init__(self, folder: Path, name: str, seed: int) -> None:
        self._name = f"{name}-{seed}"
        self._random = random.Random(seed)
        self._catalogue = Catalogue.open(folder)
        self._keeping = UserData(self._catalogue)
        self._ids = [SoundId(row[0]) for row in self._catalogue.database.rows("SELECT id FROM sound")]
        self._letters = dict(self._catalogue.database.rows("SELECT id, substr(payload_digest, 1, 1) FROM sound"))
        self._made = (folder.parent / f"{folder.name}.made").open("a", encoding="utf-8")
        self._count = 0

    def one(self) -> None:
        pick, keeping, some = self._random.random(), self._keeping, self._some()
        with contextlib.suppress(KeepingError):
            if pick < 0.35:
                self._note(some[0])
            elif pick < 0.6:
                keeping.set_rating(some, self._random.randrange(6))
            elif pick < 0.65:
                keeping.set_colour(some, self._random.choice([None, *Colour]))
            elif pick < 0.72:
                keeping.add_tags(some, self._random.sample(_TAGS, 2))
            elif pick < 0.79:
                keeping.remove_tags(some, self._random.sample(_TAGS, 2))
            elif pick < 0.84:
                keeping.set_favourite(some, self._random.random() < 0.5)
            else:
                self._list(some)

    def _some(self) -> list[SoundId]:
        return self._random.sample(self._ids, self._random.choice((1, 1, 1, 2, 5)))

    def _note(self, id: SoundId) -> None:
        self._count += 1
        text = f"{self._name}-{self._count}"
        self._keeping.set_note(id, text)
        write_line(self._made, [self._letters[id].decode(), text])

    def _list(self, some: list[SoundId]) -> None:
        keeping, lists = self._keeping, self._keeping.collections()
        pick = self._random.random()
        if len(lists) < 3 or (pick < 0.1 and len(lists) < 12):
            keeping.make_collection(f"{self._random.choice(_NAMES)} {self._random.randrange(50)}", some)
        elif pick < 0.2:
            keeping.rename_collection(self._random.choice(lists).id, f"{self._name} {self._random.randrange(50)}")
        elif pick < 0.27:
            keeping.remove_collection(self._random.choice(lists).id)
        elif pick < 0.75:
            keeping.add_to(self._random.choice(lists).id, some)
        else:
            keeping.take_out(self._random.choice(lists).id, some)


class Syncing:
    """Syncs, and records acknowledgements."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._catalogue = Catalogue.open(folder, read_only=True)
        self._acknowledged = (folder.parent / f"{folder.name}.acknowledged").open("a", encoding="utf-8")
        self.failures = 0

    def one(self) -> None:
        """Syncs once; ignores a server that does not answer."""
        before = self._waiting()
        try:
            facade.sync(self._folder)
        except (StudioError, LibraryBusy):
            self.failures += 1
        for edit in before - self._waiting():
            write_line(self._acknowledged, edit)

    def _waiting(self) -> set[str]:
        return {row[0].hex() for row in self._catalogue.database.rows("SELECT edit FROM shared_edit")}


def write_line(file: TextIO, record: Any) -> None:
    """Writes a line that survives a kill of this process."""
    file.write(f"{json.dumps(record)}\n")
    file.flush()


def main(folder: Path, name: str, seed: int) -> None:
    """Edits and syncs until standard input ends."""
    ended, broken = threading.Event(), threading.Event()

    def work(make: Callable[[], Editing | Syncing], least_s: float, most_s: float) -> None:
        try:
            worker, pause = make(), random.Random(seed)
            while not ended.is_set():
                worker.one()
                time.sleep(pause.uniform(least_s, most_s))
        except BaseException:
            traceback.print_exc()
            broken.set()

    threads = [
        threading.Thread(target=work, args=(lambda: Editing(folder, name, seed), 0.02, 0.25), daemon=True),
        threading.Thread(target=work, args=(lambda: Syncing(folder), 0.2, 1.0), daemon=True),
    ]
    for thread in threads:
        thread.start()
    print("editing", flush=True)
    sys.stdin.read()
    ended.set()
    for thread in threads:
        thread.join()
    sys.exit(1 if broken.is_set() else 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
