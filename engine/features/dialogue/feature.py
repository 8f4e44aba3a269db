"""The record of the feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.feature import Feature, ShellCommand

if TYPE_CHECKING:
    from engine.base.feature import OptionalParts
    from engine.ingest.sound_transcripts import TranscriptExchange
    from engine.search.extensions import MakesTranscriptSearch
    from engine.store.feature_files import FeatureFiles


def _files() -> FeatureFiles:
    from engine.features.dialogue.transcripts_check import TranscriptFiles

    return TranscriptFiles()


def _transcripts() -> MakesTranscriptSearch:
    from engine.features.dialogue.library_transcripts import LibraryTranscripts

    return LibraryTranscripts


def _optional_parts() -> OptionalParts:
    from engine.features.dialogue.optional_parts import optional_parts

    return optional_parts


def _transcript_exchange() -> TranscriptExchange:
    from engine.features.dialogue.exchange import LibraryExchange

    return LibraryExchange()


FEATURE = Feature(
    needs=frozenset({"speech"}),
    commands=(ShellCommand("dialogue", "transcribe what is said, and export transcripts"),),
    files=_files,
    transcripts=_transcripts,
    transcript_exchange=_transcript_exchange,
    optional_parts=_optional_parts,
)
