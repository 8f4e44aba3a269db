"""What listens for speech in an indexing job."""

from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from engine.base.types import Waves
from engine.features.speech.detector import SpeechFinder
from engine.features.speech.units_store import UnitsFile
from engine.features.speech.words_file import WordsFile


class Ear(Protocol):
    """Hears one sound from start to end. One thread owns it."""

    def take(self, samples: Waves) -> None:
        """Hears the next block, float32 [T], mono, at the listener's rate. Blocks follow without gaps."""

    def end(self) -> Any:
        """Returns the result, for `keep` of the listener's file."""


class Ears(Protocol):
    """One pack's model, independent of any library. Any thread, any process."""

    sample_rate_hz: int
    """Sample rate of the blocks that its ears take."""

    def ear(self, finder: SpeechFinder) -> Ear:
        """Returns an ear for one sound. All ears of that sound share `finder`."""


class SpeechListener(Struct, frozen=True):
    """One kind of listening with one pack, and the file in the library that keeps its results.

    The job's main thread only, except `ears`.
    """

    kind: str
    """words or units."""
    pack: Path
    """The pack's folder."""
    ears: Ears
    file: WordsFile | UnitsFile
