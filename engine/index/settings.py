"""Thresholds and parameters of the index tiers."""

from msgspec import Struct


class IndexSettings(Struct, frozen=True):
    """Thresholds and HNSW parameters; the defaults come from measurements in docs and tests/benchmarks."""

    base_from_segments: int = 50_000
    """Vectors from which an HNSW base is worth building; below, exact search answers alone."""
    cells_from_segments: int = 100_000
    """Vectors from which a base consists of cells. There, a ranking takes two thirds of the graph's time, and a third
    of its memory (docs/decisions/0135)."""
    orders_from_sounds: int = 100_000
    """Sounds from which the orders of columns are cached: reading and sorting the names of this many takes .6 s of CPU
    time, descriptions .24."""
    subset_below: float = 0.1
    """Share of vectors passing a filter under which only those are scanned, exactly."""
    rebuild_above: float = 0.2
    """Share of vectors missing from the base, or dead in it, above which a new base is due."""
    largest_k: int = 512
    """In a small library, more neighbours than this are found exactly: HNSW would examine more than it saves."""
    reach: float = 0.01
    """Share of the vectors that the base may be asked for, if that exceeds `largest_k`; at this share it takes as long
    as a scan in one thread (60,000 vectors of 256: 1.4 ms; a candidate of HNSW 0.9 microseconds, two per neighbour)."""
    links: int = 16
    """M: links per node. Recall@10 0.9995 at ef 100 on 100,000 clustered vectors."""
    ef_construction: int = 200
    ef: int = 100
    """Search candidates; raised to the number of neighbours requested."""
    thorough: float = 0.005
    """Least share of the vectors examined for a query outside their cloud, as words are. Recall@10 of 300 captions over
    vectors like the starter pack's: 0.971, 0.992, 0.997, 1.000 at ef 100, 200, 400, 800 on 60,000; 0.928, 0.964, 0.986,
    0.997 on 200,000, in 1.8 ms at ef 800 where the scan takes 10.4."""
    cells_reach: float = 0.1
    """Least share of passing rows read in cells. Recall@10 of captions over starter vectors, jittered to 300,000 in
    1,024 cells: 0.995, 0.999, 1.000 at 2, 5 and 10 %; of the best 5,000: 0.82, 0.96, 0.99."""
    cells_reach_first: float = 0.05
    """The same for up to `cells_first` neighbours: an answer's first rows; the rest, which follows, uses the other."""
    cells_first: int = 4_000
    cells_depth: float = 5.0
    """Least number of rows read in cells per neighbour wanted: the best 12,500 of 300,000 have recall 0.99 at 5."""
    cells_least: int = 20_000
    """Least number of rows read in cells: half a millisecond's work, and everything behind a narrow filter."""
    most_read: float = 0.6
    """Share of passing rows from which the rest is read too: reading all then takes no longer, and is exact."""
    threads: int = 2
    """Threads of a build, which leaves one core to others."""

    def __post_init__(self) -> None:
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
        """Least number of passing rows to read in cells for k neighbours."""
        reach = self.cells_reach_first if k <= self.cells_first else self.cells_reach
        return int(max(self.cells_least, reach * passing, self.cells_depth * k))
