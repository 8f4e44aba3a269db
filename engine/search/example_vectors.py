"""Converts a query's examples to vectors: stored ones if the library has them, else by running the audio tower.

Library thread only. New vectors are cached, so typing next to an example costs nothing more.
"""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from engine.base.types import FilePath, Ids, SoundId, Vectors
from engine.search.example_scores import ExampleVector
from engine.search.examples import Example
from engine.search.session import Session
from engine.search.similar import mean_direction
from engine.store.catalogue import Catalogue

_REMEMBERED = 256
_NEAR_S = 0.01
"""Tolerance of windows at the ends of a stretch, because written times are rounded."""


class ExampleEncoder:
    """Embeds examples with a session's pack."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._heard: OrderedDict[object, Vectors] = OrderedDict()

    def hear(self, session: Session, example: Example) -> ExampleVector:
        """An example with its vector.

        Raises:
            SoundGone: it is not in the library.
            AudioError: its file cannot be read, or the stretch is empty.
            QueryError: the stretch does not exist.
            DeviceError: the library's device cannot be used.
            PackError: the audio tower is damaged.
        """
        id = self._id(example)
        path = example.sound if isinstance(example.sound, FilePath) else self._catalogue.sounds.one(example.sound).path
        vectors = None if id is None else self._stored(session, id, example)
        if vectors is None:
            vectors = self._listened(session, path, example)
        whole = id if example.start_s is None and example.end_s is None else None
        return ExampleVector(path, example.start_s, example.end_s, example.weight, mean_direction(vectors), whole)

    def itself(self, examples: Sequence[Example]) -> frozenset[SoundId]:
        """The library's sounds that examples exclude from the answer."""
        left_out = (self._id(example) for example in examples if not example.with_itself)
        return frozenset(id for id in left_out if id is not None)

    def _id(self, example: Example) -> SoundId | None:
        return self._catalogue.files.meant(example.sound) if isinstance(example.sound, FilePath) else example.sound

    def _stored(self, session: Session, id: SoundId, example: Example) -> Vectors | None:
        """The vectors of the windows within the stretch; None if there are none, or one lacks a vector."""
        segments: Ids = self._catalogue.segments.of([id])
        if example.start_s is not None and example.end_s is not None:
            rows = self._catalogue.segments.rows(segments)
            is_within = (rows.start_s >= example.start_s - _NEAR_S) & (rows.end_s <= example.end_s + _NEAR_S)
            segments = segments[is_within]
        return session.stored_vectors(segments)

    def _listened(self, session: Session, path: FilePath, example: Example) -> Vectors:
        from engine.search.reference import reference_vectors  # imports the decoders, which stored vectors do not need

        state = path.native.stat() if path.is_there else None
        stamp = None if state is None else (state.st_size, state.st_mtime_ns)
        key = (path.raw, stamp, example.start_s, example.end_s, session.pack_id)
        if key not in self._heard:
            self._heard[key] = reference_vectors(
                path, session.audio, session.pack, start_s=example.start_s, end_s=example.end_s
            )
            while len(self._heard) > _REMEMBERED:
                self._heard.popitem(last=False)
        self._heard.move_to_end(key)
        return np.asarray(self._heard[key], np.float32)
