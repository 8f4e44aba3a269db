"""The transcripts of a query's sounds, for the shell."""

import argparse
from contextlib import closing

from engine.base.errors import DialogueError
from engine.base.types import FilePath, SoundId
from engine.cli.shell.answers import ranked
from engine.cli.shell.options import library_folder
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.features.dialogue.transcripts import Transcript, TranscriptFile
from engine.library.library import Library


def query_transcripts(options: argparse.Namespace) -> list[tuple[FilePath, Transcript]]:
    """Returns the files that a query finds, best first, each with what is said in it, corrected.

    Raises:
        DialogueError: nothing is transcribed.
        EngineError: the query or the library cannot be read.
    """
    folder = library_folder(options)
    file = TranscriptFile.at(folder)
    if file is None:
        raise DialogueError(DialogueFault.NOTHING_TRANSCRIBED, advice=DialogueAdvice.TRANSCRIBE)
    with closing(file), Library.open(folder, read_only=True) as library:
        ranking, count = ranked(library, options)
        hits = library.hits(ranking, range(count))
        return [(hit.sound.path, file.transcript(SoundId(int(hit.sound.id)))) for hit in hits]
