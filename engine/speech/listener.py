"""What listens for speech in the sounds of a library, as the indexing job knows it: words and units are two such."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from engine.speech.detector import SpeechFinder
from engine.types import SoundId, Waves


class Ear(Protocol):
    """Hears one sound from its start to its end. One thread owns it."""

    def take(self, samples: Waves) -> None:
        """Hears the next block, float32 [T], mono, at the listener's rate; blocks follow each other without a gap."""

    def end(self) -> Any:
        """Gives what was heard, for the listener's `keep`."""


class Ears(Protocol):
    """The hearing of one pack, which knows of no library. Any thread, any process."""

    sample_rate_hz: int
    """What its ears want."""

    def ear(self, finder: SpeechFinder) -> Ear:
        """Gives an ear for one sound, whose ears have one `finder` together."""


class SpeechListener(Protocol):
    """One way of listening with one pack, and the file in the library where it keeps what it heard.

    The job's main thread only, but for `ears`.
    """

    kind: str
    """words or units."""
    pack: Path
    """The pack's folder."""

    @property
    def ears(self) -> Ears:
        """What hears for it."""

    def known(self) -> Mapping[SoundId, bytes]:
        """The sounds that were heard by this pack, failures among them, with the digest of what was heard."""

    def forget(self, ids: Sequence[SoundId]) -> None:
        """Drops what was heard of sounds that are gone or hold something else now."""

    def change(self) -> AbstractContextManager[None]:
        """One transaction for all that is kept within it.

        Raises:
            LibraryError: it cannot be written; nothing of it is kept.
        """

    def keep(self, id: SoundId, digest: bytes, heard: Any) -> bool:
        """Keeps what an ear heard, whole or not at all; says whether there was any speech.

        Raises:
            LibraryError: it cannot be written.
        """

    def failed(self, id: SoundId, digest: bytes, reason: str) -> None:
        """Notes that a sound cannot be heard, so that it is not tried again until it changes."""

    def close(self) -> None:
        """Lets go of the file."""
