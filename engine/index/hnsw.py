"""The HNSW base: hnswlib with the checks it lacks. Immutable; built and first loaded in a child process.

hnswlib is published as source only and may be missing: then `is_available` is False and exact search answers.
"""

import importlib.util
import platform
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.messages import told
from engine.base.types import Ids, Vectors
from engine.index.base_files import SPACE, GraphManifest, refused
from engine.index.exact import Scores
from engine.index.messages import IndexFlaw
from engine.index.settings import IndexSettings
from engine.store.vectors import HalfVectors

_CHUNK = 8_192


def is_available() -> bool:
    """Whether hnswlib is installed."""
    return importlib.util.find_spec("hnswlib") is not None


def maker() -> str:
    """Build of hnswlib and kind of machine, by which to recognise a base made by others."""
    import importlib.metadata  # slow: it imports the email package

    return f"hnswlib {importlib.metadata.version('hnswlib')} {platform.system()} {platform.machine()}"


class HnswBase:
    """A loaded base. Search thread only: hnswlib keeps the number of candidates in the index object."""

    def __init__(self, index: Any, ef: int) -> None:
        """Use `load` or `build`."""
        self._index = index
        self._ef = 0
        self._default_ef = ef
        self._labels: Ids = np.array(index.get_ids_list(), dtype=np.int64)
        index.set_num_threads(1)

    @classmethod
    def load(cls, path: Path, manifest: GraphManifest) -> "HnswBase":
        """Loads a file that `base_files.verify` has passed.

        Raises:
            IndexDamaged: hnswlib refuses it, or its number of vectors differs.
        """
        import hnswlib

        index = hnswlib.Index(space=SPACE, dim=manifest.dim)
        try:
            index.load_index(str(path), max_elements=manifest.count)
        except (RuntimeError, MemoryError) as err:
            raise refused(path, told(IndexFlaw.NOT_LOADED, str(err))) from err
        if index.get_current_count() != manifest.count:
            raise refused(path, told(IndexFlaw.OTHER_COUNT, index.get_current_count(), manifest.count))
        return cls(index, manifest.ef)

    @classmethod
    def build(cls, ids: Ids, vectors: HalfVectors, settings: IndexSettings) -> "HnswBase":
        """Builds a base over float16 [N, D] vectors, N >= 1; takes minutes for hundreds of thousands."""
        import hnswlib

        count, dim = vectors.shape
        index = hnswlib.Index(space=SPACE, dim=dim)
        index.init_index(
            max_elements=count, M=settings.links, ef_construction=settings.ef_construction, random_seed=20_261_120
        )
        for start in range(0, count, _CHUNK):
            stop = start + _CHUNK
            index.add_items(vectors[start:stop].astype(np.float32), ids[start:stop], num_threads=settings.threads)
        return cls(index, settings.ef)

    def __len__(self) -> int:
        return len(self._labels)

    @property
    def ids(self) -> Ids:
        """int64 [N], unordered."""
        return self._labels

    @property
    def file_size_bytes(self) -> int:
        return int(self._index.index_file_size())

    def write(self, path: Path) -> None:
        """Writes as hnswlib does: in place, ignoring a full disk. See `base_files.save_base`."""
        self._index.save_index(str(path))

    def search(self, query: Vectors, k: int, ef: int = 0) -> tuple[Ids, Scores]:
        """About the k nearest, best first, from `ef` candidates; at least k and the base's own ef.

        Args:
            query: float32 [D], finite and of unit length.
            k: 1 to len(self).
            ef: number of candidates.
        """
        labels, distances = self._query(query, k, ef)
        return labels[0].view(np.int64), np.float32(1.0) - distances[0]

    def propose(self, query: Vectors, k: int, ef: int = 0) -> Ids:
        """As `search`, ids only: the stored vectors decide the scores."""
        proposed: Ids = self._query(query, k, ef)[0][0].view(np.int64)
        return proposed

    def _query(self, query: Vectors, k: int, ef: int) -> Any:
        ef = max(ef, k, self._default_ef)
        if ef != self._ef:
            self._index.set_ef(ef)
            self._ef = ef
        return self._index.knn_query(query, k=k, num_threads=1)
