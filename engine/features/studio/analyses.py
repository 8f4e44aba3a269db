"""Transfers analyses of sounds to the server, and from there to libraries without them.

The data are those of a sidecar: by payload and pack, vectors bit for bit. Data from the server become sidecars in the
library's folder, which the next indexing trusts like any other.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from msgspec import Struct

from engine.audio.peaks import to_bytes
from engine.base.atomic_files import put
from engine.base.cancellation import Cancel, check
from engine.base.errors import LibraryError
from engine.base.identifiers import file_name, is_identifier
from engine.base.types import FilePath, PackId
from engine.features.sidecar.format import MOST_SOUNDS, about_of, checked_sound, packed
from engine.features.sidecar.writer import SidecarVectors, gathered
from engine.features.studio import local_state
from engine.features.studio.fetched_vectors import FETCHED
from engine.features.studio.half_vectors import HalfVector, teach
from engine.features.studio.records import AnalysesTransferred
from engine.features.studio.server import Connection, connected, facts_of_joined
from engine.features.studio.volumes import relative, volumes
from engine.ingest.ready import PayloadAnalysis
from engine.store.catalogue import Catalogue
from engine.store.connection import storage_error
from engine.store.word_splitting import suffix_of

_BATCH = 200
_GATHERED = 5_000
"""Sounds whose vectors are in memory at once."""
_T = TypeVar("_T")


class SoundAnalysis(Struct, frozen=True, eq=False):
    """A pack's analysis of a sound, and the name of one of its files."""

    file: FilePath
    sound: PayloadAnalysis


def add_heard(
    connection: Connection, pack_id: PackId, pack: str, dim: int, sounds: Iterable[SoundAnalysis], cancel: Cancel
) -> AnalysesTransferred:
    """Adds analyses that the server lacks. Repeatable; a batch is stored completely or not at all.

    Args:
        connection: an editor's.
        sounds: read while they are sent.

    Raises:
        StopRequested: `cancel` returned True; what was sent stays.
        StudioError: the server failed, or this user lacks the right.
    """
    teach(connection)
    row = connection.execute("SELECT earshot.add_pack(%s, %s, %s)", (pack_id, pack, dim)).fetchone()
    assert row is not None
    added = segments = known = 0
    for batch in _batches(sounds, _BATCH):
        check(cancel)
        with connection.transaction():
            new = _add(connection, int(row[0]), batch)
        added += len(new)
        segments += sum(len(one.sound.bounds) for one in new)
        known += len(batch) - len(new)
    return AnalysesTransferred(added, segments, known, 0)


def add_places(
    connection: Connection,
    folders: Sequence[tuple[int, FilePath]],
    files: Iterable[tuple[FilePath, bytes | None]],
    cancel: Cancel,
) -> None:
    """Records where sounds lie. Repeatable; ignores files outside the folders.

    Args:
        connection: an editor's.
        folders: of volumes, by the server's numbers.
        files: with digests of payloads that the server has.

    Raises:
        StopRequested: `cancel` returned True; what was recorded stays.
        StudioError: the server failed, or this user lacks the right.
    """
    below = ((number, relative(folder, path), payload) for path, payload in files for number, folder in folders)
    for some in _batches((place for place in below if place[1] is not None), 1_000):
        check(cancel)
        with connection.transaction(), connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO earshot.place(volume, path, sound) SELECT %s, %s, id FROM earshot.sound WHERE payload = %s"
                " ON CONFLICT (volume, path) DO UPDATE SET sound = excluded.sound WHERE place.sound <> excluded.sound",
                some,
            )


def share(
    library: Path, password: str | None, cancel: Cancel, progress: Callable[[float], None]
) -> AnalysesTransferred:
    """See `engine.features.studio.facade.share_sounds`."""
    with Catalogue.open(library, makes=False) as catalogue:
        joined = local_state.joined_here(catalogue.database)
        with connected(joined.address, password) as connection:
            facts_of_joined(connection, joined.address, joined.library_id)
            return _share(catalogue, connection, cancel, progress)


def fetch(
    library: Path, password: str | None, cancel: Cancel, progress: Callable[[float], None]
) -> AnalysesTransferred:
    """See `engine.features.studio.facade.fetch_sounds`."""
    with Catalogue.open(library, makes=False) as catalogue:
        joined = local_state.joined_here(catalogue.database)
        mapped = [volume.name for volume in volumes(catalogue) if volume.folder is not None]
        own = {one.payload_digest for one in catalogue.files.payloads()}
        with connected(joined.address, password) as connection:
            facts_of_joined(connection, joined.address, joined.library_id)
            return _fetch(connection, library, mapped, own, cancel, progress)


def _share(
    catalogue: Catalogue, connection: Connection, cancel: Cancel, progress: Callable[[float], None]
) -> AnalysesTransferred:
    searched = catalogue.packs.searched()
    all_known = list(catalogue.files.payloads())
    spans = {sound: (first, count) for sound, first, count in catalogue.packs.segment_spans(None) if count}
    known = [one for one in all_known if int(one.id) in spans and len(one.payload_digest or b"") == 32]
    carried = AnalysesTransferred(0, 0, 0, len(all_known) - len(known))
    if searched is None or not known:
        return carried
    there = {
        bytes(row[0])
        for row in connection.execute(
            "SELECT payload FROM earshot.heard JOIN earshot.sound ON sound.id = heard.sound"
            " JOIN earshot.pack ON pack.id = heard.pack WHERE pack_id = %s",
            (searched[0],),
        )
    }
    missing = list({one.payload_digest: one for one in known if one.payload_digest not in there}.values())
    sent = segments = 0
    for some in _batches(missing, _GATHERED):
        progress(0.9 * sent / max(1, len(missing)))
        spans_of_some = np.array([(one.id, *spans[int(one.id)]) for one in some], np.int64)
        vectors = SidecarVectors(catalogue, spans_of_some)
        files = {one.payload_digest: one.path for one in some}
        sounds = [SoundAnalysis(files[sound.payload_digest], sound) for sound in gathered(catalogue, some, vectors)]
        added = add_heard(connection, searched[0], searched[1], vectors.dim, sounds, cancel)
        sent += added.sounds
        segments += added.segments
    numbers: dict[str, int] = dict(connection.execute("SELECT name, id FROM earshot.volume").fetchall())
    mapped = [(numbers[one.name], one.folder) for one in volumes(catalogue) if one.folder and one.name in numbers]
    add_places(connection, mapped, ((one.path, one.payload_digest) for one in known), cancel)
    progress(1.0)
    return AnalysesTransferred(
        sent, segments, len(known) - len(missing), len(all_known) - len(known) + len(missing) - sent
    )


def _add(connection: Connection, pack: int, batch: Sequence[SoundAnalysis]) -> list[SoundAnalysis]:
    """Adds a batch inside a transaction; returns the new ones. Callers with equal sounds wait for each other."""
    ordered = sorted(batch, key=lambda one: one.sound.payload_digest)
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO earshot.sound"
            " (payload, content, name, suffix, duration_s, channels, sample_rate_hz, about, peaks)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (payload) DO NOTHING",
            [_row(one) for one in ordered],
        )
        ids: dict[bytes, int] = dict(
            cursor.execute(
                "SELECT payload, id FROM earshot.sound WHERE payload = ANY(%s)",
                ([one.sound.payload_digest for one in ordered],),
            ).fetchall()
        )
        heard = [(pack, ids[one.sound.payload_digest], len(one.sound.bounds)) for one in ordered]
        fresh = set()
        for row in heard:
            inserted = cursor.execute(
                "INSERT INTO earshot.heard(pack, sound, segments) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
                " RETURNING sound",
                row,
            ).fetchone()
            if inserted is not None:
                fresh.add(inserted[0])
        new = [one for one in ordered if ids[one.sound.payload_digest] in fresh]
        columns = "pack, sound, number, start_s, end_s, vector"
        with cursor.copy(f"COPY earshot.segment({columns}) FROM STDIN (FORMAT BINARY)".encode()) as copy:
            copy.set_types(["int4", "int8", "int4", "float8", "float8", "halfvec"])
            for one in new:
                sound, id = one.sound, ids[one.sound.payload_digest]
                for number, ((start_s, end_s), vector) in enumerate(zip(sound.bounds, sound.vectors, strict=True)):
                    copy.write_row((pack, id, number, start_s, end_s, HalfVector(vector)))
    return new


def _row(one: SoundAnalysis) -> tuple[object, ...]:
    sound, raw = one.sound, one.file.raw
    name = one.file.name.replace("\0", "")
    return (
        sound.payload_digest,
        bytes(sound.content_id),
        name,
        suffix_of(raw).replace("\0", ""),
        sound.info.duration_s,
        sound.info.channels,
        sound.info.sample_rate_hz,
        json.dumps(about_of(sound)).replace("\\u0000", ""),
        to_bytes(sound.peaks),
    )


def _fetch(
    connection: Connection,
    library: Path,
    mapped: Sequence[str],
    own: set[bytes | None],
    cancel: Cancel,
    progress: Callable[[float], None],
) -> AnalysesTransferred:
    teach(connection)
    folder = _fetched_folder(library)
    fetched = segments = known = left_out = 0
    packs = connection.execute("SELECT id, pack_id, name, dim FROM earshot.pack ORDER BY id").fetchall()
    for pack, pack_id, name, dim in packs:
        rows = connection.execute(
            "SELECT DISTINCT sound.id, payload FROM earshot.place JOIN earshot.volume ON volume.id = place.volume"
            " JOIN earshot.sound ON sound.id = place.sound JOIN earshot.heard ON heard.sound = sound.id"
            " WHERE volume.name = ANY(%s) AND heard.pack = %s ORDER BY sound.id",
            (list(mapped), pack),
        ).fetchall()
        wanted = [id for id, payload in rows if bytes(payload) not in own]
        known += len(rows) - len(wanted)
        if not is_identifier(pack_id):  # no pack has such an id, and it may lead out of the folder
            left_out += len(wanted)
            continue
        for number, some in enumerate(_batches(wanted, MOST_SOUNDS // 10)):
            sounds: list[PayloadAnalysis] = []
            for part in _batches(some, _BATCH):
                check(cancel)
                good = _sounds(connection, pack, dim, part)
                sounds += good
                left_out += len(part) - len(good)
                progress(min(1.0, (fetched + len(sounds)) / max(1, len(wanted))))
            put(folder / file_name(f"{pack_id}-{number}.sidecar"), packed(PackId(pack_id), name, dim, sounds))
            fetched += len(sounds)
            segments += sum(len(sound.bounds) for sound in sounds)
    return AnalysesTransferred(fetched, segments, known, left_out)


def _sounds(connection: Connection, pack: int, dim: int, ids: Sequence[int]) -> list[PayloadAnalysis]:
    """The valid ones of some sounds."""
    found = []
    with connection.cursor(binary=True) as cursor:
        rows = cursor.execute(
            "SELECT sound, array_agg(start_s ORDER BY number), array_agg(end_s ORDER BY number),"
            " array_agg(vector ORDER BY number) FROM earshot.segment WHERE pack = %s AND sound = ANY(%s)"
            " GROUP BY sound",
            (pack, list(ids)),
        ).fetchall()
        about = {
            row[0]: row[1:]
            for row in cursor.execute(
                "SELECT id, content, payload, about::text, peaks FROM earshot.sound WHERE id = ANY(%s)", (list(ids),)
            )
        }
    for id, starts_s, ends_s, vectors in rows:
        content, payload, record, peaks = about[id]
        try:
            halves = np.stack([vector.numbers for vector in vectors])
            if halves.shape[1] != dim:
                raise ValueError("size of vectors")
            bounds = np.array([starts_s, ends_s], np.float64).T
            found.append(
                checked_sound(bytes(content), bytes(payload), json.loads(record), bytes(peaks), bounds, halves)
            )
        except (ValueError, LookupError, TypeError, OverflowError, RecursionError, LibraryError):
            continue
    return found


def _fetched_folder(library: Path) -> Path:
    """The folder for fetched sidecars.

    Raises:
        LibraryError: it cannot be created.
    """
    folder = library / FETCHED
    try:
        folder.mkdir(exist_ok=True)
    except OSError as err:
        raise storage_error(err, folder) from err
    return folder


def _batches(items: Iterable[_T], size: int) -> Iterator[list[_T]]:
    batch: list[_T] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
