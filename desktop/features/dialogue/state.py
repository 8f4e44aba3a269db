"""How transcripts stand in a library, read off the GUI thread."""

from pathlib import Path

from msgspec import Struct

from engine.features.dialogue.listening import lacking
from engine.features.dialogue.packs import dialogue_pack, known_packs
from engine.features.dialogue.recogniser import is_installed
from engine.features.dialogue.recogniser_packages import wheels_here
from engine.features.dialogue.transcripts import TranscriptFile


class TranscriptState(Struct, frozen=True):
    """The model and the counts."""

    is_installed: bool
    """Whether the recogniser is there."""
    pack: str
    """Name of the library's model; empty without one."""
    counts: tuple[int, int, int]
    """Sounds transcribed, sounds in all, sounds with speech."""
    lacking: int
    """Sounds that the pass would transcribe."""
    offered: str
    offered_bytes: int
    recogniser_bytes: int
    """Size of the recogniser's download; 0 if there is none for this system."""


def read_state(library: Path) -> TranscriptState:
    """Reads the state. Raises EngineError if library or pack cannot be read."""
    pack, file = dialogue_pack(library), TranscriptFile.at(library)
    transcribed = spoken = 0
    if file is not None:
        try:
            transcribed, spoken = file.counts()
        finally:
            file.close()
    missing = lacking(library)
    offer = known_packs()[0]
    counts = (transcribed, transcribed + missing, spoken)
    return TranscriptState(
        is_installed(),
        "" if pack is None else pack.name,
        counts,
        missing,
        offer.name,
        offer.size_bytes,
        sum(wheel.size_bytes for wheel in wheels_here()),
    )
