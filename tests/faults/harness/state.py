"""The contents of a world as single comparable facts: what a person would miss if it were lost.

Leaves out row ids and times of change, which differ from run to run.
"""

import contextlib
import hashlib
from collections.abc import Mapping
from pathlib import Path

from engine.audio.content import payload_digest
from engine.audio.metadata import read_metadata
from engine.base.errors import EarshotError, PackError
from engine.base.types import Ids, PackId
from engine.features.doctor.doctor import Check, examine
from engine.library.library import Library
from engine.models.pack import load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.vectors import VectorLog
from tests.faults.harness.steps import steady
from tests.faults.harness.world import World

Facts = Mapping[str, object]
_LAST_OF_OURS = "model"
_MEANT = "meant "
_ANY_RUN = ("-wal", "-shm", "backups/*daily*", "library/backups", "backups/backup.lock")


def facts(world: World) -> dict[str, object]:
    """Returns everything: files of sounds, exports, and all that a library knows and keeps, if there is one."""
    found = _files(world)
    if (world.library / "catalogue.sqlite").is_file():
        found |= _kept(world) | _sounds(world)
    return found


def names(world: World) -> set[str]:
    """Returns all files and folders, without those that differ from run to run and SQLite's beside a catalogue.

    On another day, whatever runs first may make a daily backup and its folder.
    """
    found = {steady(path.relative_to(world.home).as_posix()) for path in world.home.rglob("*")}
    return {name for name in found if not name.endswith(_ANY_RUN)}


def not_between(now: Facts, before: Facts, after: Facts) -> list[str]:
    """Returns what is neither as before nor as after: lost, torn or made up. Empty when all is well."""
    wrong = [f"lost: {key}" for key in before.keys() & after.keys() if key not in now]
    # A name's vector may be stored before or after the name itself, and is found under either.
    meant = {value for side in (before, after) for key, value in side.items() if key.startswith(_MEANT)}
    for key, value in now.items():
        if key.startswith(_MEANT) and value in meant:
            continue
        if all(key not in side or side[key] != value for side in (before, after)):
            wrong.append(f"torn: {key} is {value!r}, was {before.get(key)!r}, should become {after.get(key)!r}")
    return sorted(wrong)


def faults_of(library: Path) -> list[Check]:
    found = []
    for check in examine(library):
        found.append(check)
        if check.name == _LAST_OF_OURS:
            break
    return [check for check in found if check.status == "fail"]


def _files(world: World) -> dict[str, object]:
    found: dict[str, object] = {}
    for folder in (world.sounds, world.home / "moved", world.new):
        for path in sorted(folder.rglob("*.*")):
            if path.name.startswith("."):
                continue
            name = path.relative_to(world.home).as_posix()
            try:
                found[f"sound {name}"] = payload_digest(path).hex()
                found[f"title in {name}"] = read_metadata(path).title
            except EarshotError as err:
                found[f"sound {name}"] = f"unreadable: {err}"
    for path in sorted(world.out.rglob("*.*")):
        if not path.name.startswith("."):
            found[f"export {path.relative_to(world.out)}"] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def _kept(world: World) -> dict[str, object]:
    """Returns collections, searches, the thesaurus, roots and packs."""
    found: dict[str, object] = {}
    with Library.open(world.library, read_only=True) as library, library.reader() as reader:
        keeping = library.keeping
        for collection in keeping.collections():
            listed = [sound.path.text for sound in reader.sounds(keeping.collection_ids(collection.id))]
            # By the part of a sound's name that no job changes: a half renamed list is whole.
            found[f"collection {collection.name}"] = [Path(text).name.removeprefix("renamed ") for text in listed]
        for saved in keeping.saved():
            found[f"saved search {saved.name}"] = saved.text
        for entry in keeping.thesaurus():
            found[f"thesaurus {entry.word}"] = (entry.added, entry.refused)
        for text in keeping.history():
            found[f"searched {text}"] = True
        stats = library.stats()
        found |= {"pack": stats.pack_id} if stats.pack_id else {}  # an unfinished library has none
        for root in stats.roots:
            found[f"root {_short(root, world)}"] = True
    return found


def _sounds(world: World) -> dict[str, object]:
    found: dict[str, object] = {}
    with Catalogue.open(world.library, read_only=True) as catalogue:
        catalogue.database.integrity_check()
        pack = catalogue.packs.searched()
        ids = catalogue.passing.ids(Filters())
        vectors, sentences = _vectors(catalogue, pack, "segments"), _vectors(catalogue, pack, "names")
        for sound in catalogue.sounds.many(ids):
            name = f"{_short(sound.path.text, world)}"
            marks = sound.marks
            found[f"row {name}"] = True
            found[f"where {name}"] = sound.whereabouts.value
            found[f"tags {name}"] = marks.tags
            found[f"rating {name}"] = marks.rating
            found[f"favourite {name}"] = marks.is_favourite
            found[f"colour {name}"] = marks.colour
            found[f"note {name}"] = marks.note
            found[f"title {name}"] = sound.metadata.title
            found[f"outline {name}"] = hashlib.sha256(catalogue.sounds.peaks_bytes(sound.id)).hexdigest()
            if pack is not None:
                of_pack = f"{name} by {pack[1]}"
                segments = catalogue.segments.of([sound.id]).tolist()
                found[f"heard {of_pack}"] = _digest(vectors, segments)
                found[f"meant {of_pack}"] = _digest(sentences, [sound.id])
    return found


def _vectors(catalogue: Catalogue, pack: tuple[PackId, str] | None, kind: str) -> dict[int, bytes]:
    if pack is None:
        return {}
    log = None
    with contextlib.suppress(PackError):  # the pack knows its sizes, whatever became of the first file
        info = load_pack_of(catalogue.folder, pack).info
        dim = info.dim if kind == "segments" else info.sentence_dim
        log = VectorLog(catalogue.folder / "vectors", pack[0], kind, dim)  # type: ignore[arg-type]
    if log is None:
        return {}
    found: dict[int, bytes] = {}
    for ids, vectors in log.read_all(catalogue.frames.of(pack[0], kind)):  # type: ignore[arg-type]
        found |= {id: vector.tobytes() for id, vector in zip(ids.tolist(), vectors, strict=True)}
    return found


def _digest(vectors: Mapping[int, bytes], ids: "Ids | list[int]") -> str:
    missing = [id for id in ids if id not in vectors]
    if missing:
        return f"{len(missing)} missing"
    return hashlib.sha256(b"".join(vectors[id] for id in ids)).hexdigest()


def _short(path: str, world: World) -> str:
    return path.removeprefix(f"{world.home}/")
