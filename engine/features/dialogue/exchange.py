"""Gives a library's transcripts to a file about its sounds, and takes those of such a file."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from engine.base.errors import DialogueError
from engine.features.dialogue.packs import dialogue_pack
from engine.features.dialogue.recogniser import VERSION as RULES
from engine.features.dialogue.transcripts import TranscriptFile
from engine.features.speech.speech_phase import digest_of
from engine.ingest.sound_transcripts import SoundTranscripts
from engine.store.files import KnownPayload


class LibraryExchange:
    """A `TranscriptExchange`. Any thread, one call at a time."""

    def given(self, library: Path, payloads: Iterable[KnownPayload]) -> SoundTranscripts | None:
        file = TranscriptFile.at(library)
        if file is None:
            return None
        with contextlib.closing(file):
            sounds = {
                one.payload_digest: file.transcript(one.id)
                for one in payloads
                if one.payload_digest is not None and file.digest(one.id) == _digest(one)
            }
            return SoundTranscripts(file.pack_id(), RULES, sounds)

    def lacking(self, library: Path, payloads: Iterable[KnownPayload]) -> list[KnownPayload]:
        file = TranscriptFile.at(library)
        if file is None:
            return list(payloads)
        with contextlib.closing(file):
            known = file.known()
        return [one for one in payloads if known.get(one.id) != _digest(one)]

    def is_fit(self, library: Path, transcripts: SoundTranscripts) -> bool:
        try:
            pack = dialogue_pack(library)
        except DialogueError:  # its own pack is damaged: that is told where it is used
            return False
        if transcripts.rules != RULES or (pack is not None and pack.pack_id != transcripts.pack_id):
            return False
        file = TranscriptFile.at(library)
        if file is None:
            return True
        with contextlib.closing(file):
            return file.pack_id() == transcripts.pack_id

    def take(self, library: Path, transcripts: SoundTranscripts, payloads: Iterable[KnownPayload]) -> int:
        taken = 0
        with contextlib.closing(TranscriptFile.for_pack(library, transcripts.pack_id)) as file, file.change():
            for one in payloads:
                said = None if one.payload_digest is None else transcripts.sounds.get(one.payload_digest)
                if said is not None:
                    file.keep(one.id, _digest(one), said)
                    taken += 1
        return taken


def _digest(one: KnownPayload) -> bytes:
    return digest_of(one.content_id, one.payload_digest)
