"""What was exported from a library, for threads that own no `Library`: entries, pieces to export again, credits."""

from collections.abc import Sequence
from pathlib import Path

from engine.base.atomic_files import replacing, unwritable
from engine.base.errors import LibraryError, TransferError
from engine.base.messages import Message, told
from engine.base.types import Sound, SoundMetadata
from engine.features.journal.export_journal import ExportJournal, JournalEntry
from engine.features.journal.messages import JournalAdvice, JournalFault
from engine.store.catalogue import Catalogue
from engine.transfer.collect import ExportItem
from engine.transfer.credits import Credit, CreditsFormat, add_credits, credits_text


def exported(
    library: Path,
    *,
    cue: str = "",
    text: str = "",
    since_s: float = 0.0,
    ids: Sequence[int] | None = None,
    limit: int = -1,
) -> list[JournalEntry]:
    """Returns entries of a library's journal, newest first; the arguments are those of `ExportJournal.entries`.

    Raises:
        LibraryError: the journal is damaged, or lacks one of `ids`.
    """
    journal = ExportJournal.to_read(library)
    found: list[JournalEntry] = []
    if journal is not None:
        with journal:
            found = journal.entries(cue=cue, text=text, since_s=since_s, ids=ids, limit=limit)
    if ids is not None and (missing := set(ids) - {entry.id for entry in found}):
        raise LibraryError(told(JournalFault.NO_EXPORT, min(missing)), advice=JournalAdvice.LIST)
    return found


def pieces_again(library: Path, entries: Sequence[JournalEntry]) -> tuple[list[ExportItem], list[Message]]:
    """Returns what to export to repeat entries, oldest first, each part once; and why others cannot be repeated.

    A sound that moved within the library is taken from its new place.

    Raises:
        LibraryError: the library cannot be opened.
    """
    pieces: dict[object, ExportItem] = {}
    refused = []
    with Catalogue.open(library, read_only=True) as catalogue:
        for entry in reversed(entries):
            record = entry.record
            if record.is_synthetic:
                refused.append(told(JournalFault.NOT_REPEATED, record.file.name, record.source.name))
                continue
            sound = _now(catalogue, entry)
            path, metadata = (record.source, SoundMetadata()) if sound is None else (sound.path, sound.metadata)
            item = ExportItem(path, metadata, record.start_s, record.end_s, record.effects, words=record.words)
            pieces.setdefault((path, record.start_s, record.end_s, record.effects, record.words), item)
    return list(pieces.values()), refused


def write_credits(entries: Sequence[JournalEntry], folder: Path, form: CreditsFormat) -> Path:
    """Adds the credits of entries to those of a folder, oldest first, once for each file.

    Raises:
        TransferError: there are no entries.
        StorageFull, LibraryError: they cannot be written.
    """
    if not entries:
        raise TransferError(told(JournalFault.NO_EXPORTS), advice=JournalAdvice.LIST)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as err:
        raise unwritable(folder, err) from err
    return add_credits(folder, credits_of(entries), form)


def credits_of(entries: Sequence[JournalEntry]) -> list[Credit]:
    """Returns the credits of entries, oldest first, once for each file."""
    return list({entry.credit.file: entry.credit for entry in reversed(entries)}.values())


def save_credits(entries: Sequence[JournalEntry], path: Path, form: CreditsFormat) -> None:
    """Writes the credits of entries as one file, oldest first; replaces an existing one.

    Raises:
        StorageFull, LibraryError: it cannot be written.
    """
    with replacing(path) as file:
        file.write(credits_text(credits_of(entries), form))


def sound_of(library: Path, entry: JournalEntry) -> Sound | None:
    """Returns an entry's sound as the library has it now, at its new place if it moved; None if it is gone.

    Raises:
        LibraryError: the library cannot be opened.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        return _now(catalogue, entry)


def _now(catalogue: Catalogue, entry: JournalEntry) -> Sound | None:
    id = catalogue.files.at(entry.record.source)
    if id is None and entry.sound is not None:
        rows = catalogue.database.rows(
            "SELECT id FROM sound WHERE id = ? AND content_id IS ?", entry.sound, entry.content
        )
        id = rows[0][0] if rows else None
    return None if id is None else catalogue.sounds.one(id)
