"""Libraries whose sounds are told apart by a letter each: that of their payload."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.base.types import FilePath, Ids
from engine.features.user_data.records import ExportResult
from engine.features.user_data.write import write
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound


def digest(letter: str) -> bytes:
    """The payload digest of a letter's sounds; none for a dash."""
    return b"" if letter == "-" else letter.encode() * 32


def make(folder: Path, letters: str, *, places: Sequence[str] = (), root: FilePath = ROOT) -> Path:
    """A library with a sound for each letter; the same letter twice is a copy. The ids are 1, 2, 3 and so on."""
    with Catalogue.open(folder) as catalogue:
        add(catalogue, letters, places=places, root=root)
    return folder


def add(catalogue: Catalogue, letters: str, *, places: Sequence[str] = (), root: FilePath = ROOT) -> None:
    first, segments = catalogue.sounds.reserve_ids(len(letters), 2 * len(letters))
    into = catalogue.roots.add(root)
    sounds = []
    for at, letter in enumerate(letters):
        name = places[at] if places else f"{first + at} {letter}.wav"
        sound = a_sound(first + at, root=into, first_segment=segments + 2 * at, payload_digest=digest(letter))
        separator = b"\\" if b"\\" in root.raw else b"/"
        stamp = replace(sound.stamp, path=FilePath(root.raw + separator + name.encode()))
        sounds.append(replace(sound, stamp=stamp))
    catalogue.sounds.store(sounds, [])


def export(library: Path, path: Path) -> ExportResult:
    with Catalogue.open(library, read_only=True) as catalogue:
        return write(catalogue, path)


def exported(library: Path) -> list[dict[str, Any]]:
    """The lines of an export, the first and the last left out."""
    path = library.parent / f"{library.name}.jsonl"
    export(library, path)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[1:-2]]


def without_places(lines: list[dict[str, Any]]) -> list[str]:
    """Lines that can be compared between libraries whose files lie elsewhere."""
    sounds = sorted(_text(line) for line in lines if line["kind"] == "sound")
    return sounds + [_text(line) for line in lines if line["kind"] != "sound"]


def _text(line: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in line.items() if key != "place"}, sort_keys=True)


class Open:
    """A library that is open to be marked."""

    def __init__(self, folder: Path) -> None:
        self.catalogue = Catalogue.open(folder)
        self.keeping = UserData(self.catalogue)

    def __enter__(self) -> "Open":
        return self

    def __exit__(self, *_: object) -> None:
        self.catalogue.close()

    def tags(self, id: int) -> list[str]:
        return [
            row[0] for row in self.catalogue.database.rows("SELECT name FROM tag WHERE sound_id = ? ORDER BY name", id)
        ]

    def marks(self, id: int) -> tuple[Any, ...]:
        """Rating, colour and note."""
        rows = self.catalogue.database.rows("SELECT rating, colour, note FROM mark WHERE sound_id = ?", id)
        return rows[0] if rows else (0, None, "")

    def collection(self, name: str) -> list[int]:
        found = self.keeping.collection_named(name)
        ids: Ids | list[int] = [] if found is None else self.keeping.collection_ids(found.id)
        return [int(id) for id in ids]
