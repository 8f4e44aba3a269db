"""Interface between the indexing job and what listens for speech; words and units implement it."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from engine.base.types import SoundId, Waves
from engine.features.speech.detector import SpeechFinder


class Ear(Protocol):
    """Hears one sound from start to end. One thread owns it."""

    def take(self, samples: Waves) -> None:
        """Hears the next block, float32 [T], mono, at the listener's rate. Blocks follow without gaps."""

    def end(self) -> Any:
        """Returns the result, for the listener's `keep`."""


class Ears(Protocol):
    """One pack's model, independent of any library. Any thread, any process."""

    sample_rate_hz: int
    """Sample rate of the blocks that its ears take."""

    def ear(self, finder: SpeechFinder) -> Ear:
        """Returns an ear for one sound. All ears of that sound share `finder`."""


class SpeechListener(Protocol):
    """One kind of listening with one pack, and the file in the library that keeps its results.

    The job's main thread only, except `ears`.
    """

    kind: str
    """words or units."""
    pack: Path
    """The pack's folder."""

    @property
    def ears(self) -> Ears: ...

    def known(self) -> Mapping[SoundId, bytes]:
        """Returns the sounds this pack has heard, including failed ones, with the digest of their audio."""

    def forget(self, ids: Sequence[SoundId]) -> None:
        """Deletes the results of sounds that are gone or have changed."""

    def change(self) -> AbstractContextManager[None]:
        """A transaction for several results. Raises LibraryError if it cannot be written; nothing of it is kept."""

    def keep(self, id: SoundId, digest: bytes, heard: Any) -> bool:
        """Stores an ear's result, whole or not at all. Returns whether it contains speech.

        Raises:
            LibraryError: it cannot be written.
        """

    def failed(self, id: SoundId, digest: bytes, reason: str) -> None:
        """Records that a sound cannot be heard, so that it is not tried again until it changes."""

    def close(self) -> None: ...
