"""Analyses made elsewhere, which a job may store instead of analysing a sound itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.messages import Message
from engine.base.types import AudioInfo, ContentId, Measures, Peaks, Vectors


class PayloadAnalysis(Struct, frozen=True, eq=False):
    """The analysis of one payload by one pack."""

    content_id: ContentId
    payload_digest: bytes
    """32 bytes of BLAKE2b over the whole payload, the only one that this analysis applies to."""
    info: AudioInfo
    measures: Measures
    peaks: Peaks
    bounds: tuple[tuple[float, float], ...]
    """Start and end of each segment in seconds."""
    vectors: NDArray[np.float16]
    """float16 [S, D], the library's bits."""


class ReadyVectors(Protocol):
    """Analyses for one job. Any thread may ask; `notes` is for the job's thread."""

    def __bool__(self) -> bool:
        """Whether any analysis is usable."""

    def knows(self, content_id: ContentId) -> bool:
        """Whether it may know a payload, so that reading the file for its digest is worthwhile."""

    def take(self, digest: bytes) -> PayloadAnalysis | None:
        """Returns the analysis of a payload; None if there is none, or if it should be analysed and `compare`d."""

    def compare(self, digest: bytes, bounds: Sequence[tuple[float, float]], vectors: Vectors) -> None:
        """Compares the analysis of a payload that `take` withheld; ignores others."""

    def notes(self) -> list[tuple[Path, Message]]:
        """Returns remarks on the files of the analyses after the job."""
