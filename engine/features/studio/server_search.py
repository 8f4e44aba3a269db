"""Searches on the server: the query is parsed and encoded here, and compared there.

For sounds that are not in this library, such as those of an unmapped volume. Compares by sound only; a joined library
is searched locally, with names and meaning too.
"""

from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.chips import ChipKind
from engine.base.errors import QueryError, StudioRefused
from engine.base.identifiers import is_identifier
from engine.base.messages import told
from engine.base.text_forms import folded
from engine.base.types import PackId, Vectors
from engine.features.studio.half_vectors import HalfVector, teach
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.server import Connection
from engine.models.encoder import TextEncoder
from engine.models.pack import find_pack, load_pack
from engine.search.query import Query
from engine.search.query_parser import parse
from engine.store import filters as columns
from engine.store.filters import AllOf, AnyOf, Between, Filters, Is

_SEGMENTS_A_SOUND = 4
"""Segments requested per sound: several of one sound are near each other."""
_EF_SEARCH = 200
"""Candidates of pgvector's HNSW; the default of 40 misses too many of the nearest."""
_MOST_SCANNED = 200_000
"""Segments an iterative scan examines before it gives up on a filter."""
_CHIPS = (ChipKind.DESCRIBE, ChipKind.FILTER)
_KEYS = ("dur", "ch", "sr", "ext", "rating", "tag", "fav")
_NUMBERS = {
    columns.LENGTH: "sound.duration_s",
    columns.CHANNELS: "sound.channels",
    columns.RATE: "sound.sample_rate_hz",
}
_HAS = "EXISTS (SELECT 1 FROM earshot.field WHERE field.subject = sound.subject AND field.field = {} AND {})"


class ServerHit(Struct, frozen=True):
    """A sound on the server, and its best moment."""

    name: str
    """Of one of its files."""
    volume: str
    """Of one of its files; empty if it is on none."""
    path: str
    """Below the volume, with / between its parts; for people."""
    payload: bytes
    score: float
    """Cosine of the query and the moment."""
    start_s: float
    end_s: float


class ServerPack(Struct, frozen=True):
    """A pack with vectors on the server."""

    number: int
    pack_id: PackId
    name: str
    dim: int


class ServerSearch:
    """Searches the sounds that one pack analysed on one server."""

    def __init__(self, connection: Connection, pack: ServerPack) -> None:
        self._connection = connection
        self._pack = pack
        teach(connection)
        connection.execute(
            "SELECT set_config('hnsw.ef_search', %s, false), set_config('hnsw.iterative_scan', 'relaxed_order', false),"
            " set_config('hnsw.max_scan_tuples', %s, false)",
            (str(_EF_SEARCH), str(_MOST_SCANNED)),
        )

    def find(
        self, vector: NDArray[np.float32], filters: Filters, limit: int, *, exact: bool = False
    ) -> list[ServerHit]:
        """Returns the nearest sounds, each with its best moment, best first.

        Args:
            vector: float32 [D], of unit length.
            filters: those that `read` allows.
        """
        conditions, values = _where(filters)
        wanted = limit * _SEGMENTS_A_SOUND
        while True:
            rows = self._rows(vector, conditions, values, wanted, limit, exact)
            found = len(rows)
            if found >= limit or not rows or rows[0][-1] < wanted:
                return [_hit(row) for row in rows]
            wanted *= 4

    def statement(self, conditions: str, exact: bool) -> str:
        dim = self._pack.dim
        distance = f"(vector::halfvec({dim})) <#> %s::halfvec({dim})"
        # The planner only uses the index for ordering by exactly the indexed expression.
        order = f"({distance}) + 0" if exact else distance
        joined = " JOIN earshot.sound ON sound.id = segment.sound" if conditions else ""
        where = f" AND {conditions}" if conditions else ""
        return (
            f"WITH near AS MATERIALIZED (SELECT segment.sound, start_s, end_s, -({distance}) AS score"
            f" FROM earshot.segment{joined} WHERE pack = {self._pack.number}{where} ORDER BY {order} LIMIT %s),"
            " best AS (SELECT DISTINCT ON (sound) sound, start_s, end_s, score FROM near ORDER BY sound, score DESC)"
            " SELECT sound.name, volume.name, place.path, payload, score, start_s, end_s, (SELECT count(*) FROM near)"
            " FROM best JOIN earshot.sound ON sound.id = best.sound"
            " LEFT JOIN LATERAL (SELECT volume, path FROM earshot.place WHERE place.sound = best.sound"
            " ORDER BY volume, path LIMIT 1) AS place ON true LEFT JOIN earshot.volume ON volume.id = place.volume"
            " ORDER BY score DESC, payload LIMIT %s"
        )

    def _rows(
        self, vector: NDArray[np.float32], conditions: str, values: list[Any], wanted: int, limit: int, exact: bool
    ) -> list[tuple[Any, ...]]:
        half = HalfVector(vector.astype(np.float16))
        given = [half, *values, half, wanted, limit]
        return self._connection.execute(self.statement(conditions, exact).encode(), given, binary=True).fetchall()


def packs_of(connection: Connection) -> list[ServerPack]:
    """Returns the packs with vectors on the server, most sounds first; omits invalid ids."""
    rows = connection.execute(
        "SELECT id, pack_id, name, dim FROM earshot.pack"
        " ORDER BY (SELECT count(*) FROM earshot.heard WHERE pack = pack.id) DESC, id"
    ).fetchall()
    return [ServerPack(number, PackId(id), name, dim) for number, id, name, dim in rows if is_identifier(id)]


def search(connection: Connection, library: Path, text: str, limit: int, *, exact: bool = False) -> list[ServerHit]:
    """Answers a typed query.

    Args:
        connection: a reader's.
        library: the folder with the user's packs.

    Raises:
        QueryError: it has no words, or parts that only a local library can answer.
        StudioRefused: the pack is not installed, or the server lacks a filter.
    """
    query = read(text)
    for pack in packs_of(connection):
        folder = find_pack(pack.pack_id, library)
        if folder is not None:
            vector = encoded(TextEncoder(load_pack(folder)), query)
            return ServerSearch(connection, pack).find(vector, query.filters, limit, exact=exact)
    raise StudioRefused(StudioFault.PACK_NOT_KNOWN_HERE, advice=StudioAdvice.GET_PACK)


def read(text: str) -> Query:
    """Parses a query for the server.

    Raises:
        QueryError: it has no words, or parts that only a local library can answer.
        StudioRefused: it has a filter that the server lacks.
    """
    query = parse(text, synonyms=lambda word: ())
    for chip in query.chips:
        if chip.kind is ChipKind.FILTER and chip.key not in _KEYS:
            raise StudioRefused(told(StudioFault.FILTER_NOT_ASKED, chip.text), advice=StudioAdvice.FILTERS_ASKED)
        if chip.kind not in _CHIPS:
            raise QueryError(told(StudioFault.NOT_ASKED_THERE, chip.text), advice=StudioAdvice.WORDS_AND_FILTERS)
    if not any(side.describe for side in query.alternatives):
        raise QueryError(StudioFault.NO_WORDS_ASKED, advice=StudioAdvice.WORDS_AND_FILTERS)
    return query


def encoded(encoder: TextEncoder, query: Query) -> NDArray[np.float32]:
    """Returns float32 [D], of unit length: the mean of the alternatives."""
    joint: Vectors = encoder.encode([side.describe for side in query.alternatives if side.describe]).joint
    mean: NDArray[np.float32] = joint.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _hit(row: tuple[Any, ...]) -> ServerHit:
    name, volume, path, payload, score, start_s, end_s, _ = row
    shown = "" if path is None else bytes(path).decode("utf-8", errors="replace")
    return ServerHit(name, volume or "", shown, bytes(payload), float(score), start_s, end_s)


def _where(filters: Filters) -> tuple[str, list[Any]]:
    """SQL over earshot.sound, and its values."""
    clauses: list[str] = []
    values: list[Any] = []
    for condition in filters.conditions:
        match condition:
            case Between(column, low, high) if column in _NUMBERS:
                below = "<" if column.is_half_open else "<="
                for sign, bound in ((">=", low), (below, high)):
                    if bound is not None:
                        clauses.append(f"{_NUMBERS[column]} {sign} %s")
                        values.append(bound)
            case Between(column, low, high) if column is columns.RATING:
                lowest, highest = int(low or 0), 5 if high is None else int(high)
                if lowest > 0:
                    clauses.append(_HAS.format("'rating'", "value BETWEEN to_jsonb(%s::int) AND to_jsonb(%s::int)"))
                    values += [lowest, highest]
                else:
                    clauses.append("NOT " + _HAS.format("'rating'", "value > to_jsonb(%s::int)"))
                    values.append(highest)
            case AnyOf(column, names) if column is columns.FORMATS:
                clauses.append("sound.suffix = ANY(%s)")
                values.append([name.lower() for name in names])
            case Is(column, wanted) if column is columns.FAVOURITES:
                clauses.append(("" if wanted else "NOT ") + _HAS.format("'favourite'", "value = 'true'"))
            case AllOf(column, names) if column is columns.TAGS:
                for name in names:
                    clauses.append(_HAS.format("%s", "value <> 'null'"))
                    values.append(f"tag:{folded(name)}")
            case _:
                raise AssertionError(condition)  # `read` allows no other filter
    return " AND ".join(clauses), values
