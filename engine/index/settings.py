"""The numbers by which the index tiers decide."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Thresholds and HNSW parameters; the defaults are those of the measurements in docs and tests/benchmarks."""

    base_from_segments: int = 50_000
    """Vectors from which an HNSW base is worth building; under it exact search answers alone."""
    subset_below: float = 0.1
    """Share of vectors a filter passes under which only they are scanned, exactly."""
    rebuild_above: float = 0.2
    """Share of vectors that are not in the base, or dead in it, above which a new base is due."""
    largest_k: int = 512
    """More neighbours than this are found exactly: HNSW would have to look at more than it saves."""
    links: int = 16
    """M: links a node. Recall@10 0.9995 at ef 100 on 100,000 clustered vectors."""
    ef_construction: int = 200
    ef: int = 100
    """Candidates looked at; raised to what a query asks for."""
    threads: int = 2
    """Threads of a build."""

    def __post_init__(self) -> None:
        """Refuses numbers that make no sense."""
        if not (0 < self.subset_below < 1 and 0 < self.rebuild_above <= 1):
            raise ValueError("subset_below and rebuild_above are shares between 0 and 1")
        if min(self.base_from_segments, self.largest_k, self.links, self.ef_construction, self.ef, self.threads) < 1:
            raise ValueError("counts must be 1 or more")
