"""Transcripts of sounds on their way from one library to another: values, and what gives and takes them.

A feature that makes files about sounds asks for them by `TranscriptExchange`, and needs no other feature for it.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from engine.base.types import PackId, SpokenWord
from engine.store.files import KnownPayload


class SoundTranscripts(Struct, frozen=True):
    """What one dialogue pack wrote of some sounds, with the user's corrections in the place of its words."""

    pack_id: PackId
    rules: int
    """Version of the rules by which words were left out; others give other words."""
    sounds: Mapping[bytes, tuple[tuple[SpokenWord, ...], ...]]
    """By the digest of the payload: stretches of speech in order, each with its words; empty where nobody speaks."""


class TranscriptExchange(Protocol):
    """Gives a library's transcripts, and takes those of another."""

    def given(self, library: Path, payloads: Iterable[KnownPayload]) -> SoundTranscripts | None:
        """Returns the transcripts of sounds; None if the library has none.

        Raises:
            LibraryError: they cannot be read.
        """

    def lacking(self, library: Path, payloads: Iterable[KnownPayload]) -> list[KnownPayload]:
        """Returns those without a transcript.

        Raises:
            LibraryError: the transcripts cannot be read.
        """

    def is_fit(self, library: Path, transcripts: SoundTranscripts) -> bool:
        """Whether the library can take them: it has no pack and no transcripts of another kind."""

    def take(self, library: Path, transcripts: SoundTranscripts, payloads: Iterable[KnownPayload]) -> int:
        """Keeps the transcripts of `lacking` payloads; returns how many there are.

        Raises:
            LibraryError: they cannot be written.
        """
