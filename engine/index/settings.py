"""The numbers by which the index tiers decide."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Thresholds and HNSW parameters; the defaults are those of the measurements in docs and tests/benchmarks."""

    base_from_segments: int = 50_000
    """Vectors from which an HNSW base is worth building; under it exact search answers alone."""
    cells_from_segments: int = 100_000
    """Vectors from which a base is cells, not a graph. There, a ranking takes two thirds of the time of one by the
    graph, and a third of its memory (docs/decisions/0135)."""
    orders_from_sounds: int = 100_000
    """Sounds from which the orders of columns are kept: of so many, names are read and put in order in .6 s of the
    processor, descriptions in .24."""
    subset_below: float = 0.1
    """Share of vectors a filter passes under which only they are scanned, exactly."""
    rebuild_above: float = 0.2
    """Share of vectors that are not in the base, or dead in it, above which a new base is due."""
    largest_k: int = 512
    """More neighbours than this are found exactly in a small library: HNSW would look at more than it saves."""
    reach: float = 0.01
    """Share of the vectors that the base may be asked for, where that is more than `largest_k`: as long as a scan in
    one thread takes (60,000 vectors of 256: 1.4 ms; a candidate of HNSW 0.9 microseconds, two a neighbour)."""
    links: int = 16
    """M: links a node. Recall@10 0.9995 at ef 100 on 100,000 clustered vectors."""
    ef_construction: int = 200
    ef: int = 100
    """Candidates looked at; raised to what a query asks for."""
    thorough: float = 0.005
    """Share of the vectors looked at, at least, for a query from outside their cloud, as words are. Recall@10 of
    300 captions over vectors like the starter pack's: 0.971, 0.992, 0.997, 1.000 at ef 100, 200, 400, 800 on 60,000;
    0.928, 0.964, 0.986, 0.997 on 200,000, in 1.8 ms at ef 800 where the scan takes 10.4."""
    cells_reach: float = 0.1
    """Share of what passes that is read in cells, at least. Recall@10 of captions over starter vectors, jittered to
    300,000 in 1,024 cells: 0.995, 0.999, 1.000 at 2, 5 and 10 %; of the best 5,000: 0.82, 0.96, 0.99."""
    cells_reach_first: float = 0.05
    """The same for up to `cells_first` neighbours: an answer's first rows; the rest, which follows, has the other."""
    cells_first: int = 4_000
    cells_depth: float = 5.0
    """Rows that are read in cells per neighbour wanted, at least: those of the best 12,500 of 300,000 are 0.99 at 5."""
    cells_least: int = 20_000
    """Rows that are read in cells, at least: half a millisecond's work, and all there is behind a narrow filter."""
    most_read: float = 0.6
    """Share of what passes from which the rest is read too: reading all takes no longer then, and is exact."""
    threads: int = 2
    """Threads of a build; a core is left to whoever works."""

    def __post_init__(self) -> None:
        """Refuses numbers that make no sense."""
        shares = (
            self.rebuild_above,
            self.reach,
            self.thorough,
            self.cells_reach,
            self.cells_reach_first,
            self.most_read,
        )
        if not (0 < self.subset_below < 1 and self.rebuild_above > 0 and all(0 <= share <= 1 for share in shares)):
            raise ValueError(
                "subset_below, rebuild_above, reach, thorough, cells_reach, cells_reach_first and most_read are shares"
                " between 0 and 1"
            )
        counts = (
            self.base_from_segments,
            self.cells_from_segments,
            self.cells_least,
            self.cells_first,
            self.cells_depth,
        )
        graph = (self.largest_k, self.links, self.ef_construction, self.ef)
        if min(*counts, *graph, self.orders_from_sounds, self.threads) < 1:
            raise ValueError("counts must be 1 or more")

    def cells_for(self, k: int, passing: int) -> int:
        """How many rows of those that pass are read in cells, at least, for k neighbours."""
        reach = self.cells_reach_first if k <= self.cells_first else self.cells_reach
        return int(max(self.cells_least, reach * passing, self.cells_depth * k))
