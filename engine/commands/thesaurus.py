"""`earshot thesaurus`: the words that stand for others, from a shell, and as a text file that any editor writes.

An entry is a line: the word, a colon, what is searched too; a minus before what is not. `#` begins a remark.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.commands import DONE, SOME_SKIPPED
from engine.commands.show import json_line, printable, say
from engine.errors import KeepingError
from engine.export.writing import replacing
from engine.keeping import ThesaurusEntry
from engine.keeping.thesaurus import tidy_entry
from engine.library import Library, default_folder


def run_thesaurus(options: argparse.Namespace) -> int:
    """Lists, changes, reads or writes the user's thesaurus; 3 when lines of a file were passed over."""
    action = options.action or "list"
    folder = options.library if options.library is not None else default_folder()
    with Library.open(folder, read_only=action in ("list", "export")) as library:
        keeping = library.keeping
        if action == "list" and getattr(options, "word", None):
            _show_word(options.word, library.synonyms_of(options.word), options)
        elif action == "list":
            for entry in keeping.thesaurus():
                _show(entry, options)
        elif action == "export":
            entries = keeping.thesaurus()
            write_entries(options.file, entries)
            say(f"{_entries(len(entries))} written: {printable(str(options.file))}")
        elif action == "import":
            return _take_in(library, options)
        else:
            if action == "add":
                keeping.add_synonyms(options.word, options.others)
            elif action == "forbid":
                keeping.add_synonyms(options.word, refused=options.others)
            else:
                keeping.remove_synonyms(options.word, options.others)
            _show_word(options.word, library.synonyms_of(options.word), options)
    return DONE


def read_entries(path: Path) -> tuple[list[ThesaurusEntry], list[int]]:
    """Reads a text file; gives its entries and the numbers of the lines that cannot be read.

    Raises:
        KeepingError: the file cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise KeepingError(f"{path} cannot be read: {err}", advice="Choose a text file, as UTF-8.") from err
    entries, unread = [], []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word, colon, behind = text.partition(":")
        others = [other.strip() for other in behind.split(",") if other.strip()]
        added = tuple(other for other in others if not other.startswith("-"))
        refused = tuple(other[1:].strip() for other in others if other.startswith("-"))
        try:
            if not colon or not others:
                raise KeepingError("no entry", advice="")
            entries.append(tidy_entry(ThesaurusEntry(word, added, refused)))
        except KeepingError:
            unread.append(number)
    return entries, unread


def write_entries(path: Path, entries: Sequence[ThesaurusEntry]) -> None:
    """Writes entries as a text file, whole or not at all.

    Raises:
        StorageFull, LibraryError: it cannot be written.
    """
    with replacing(path) as file:
        for entry in entries:
            file.write(f"{_line(entry)}\n")


def _line(entry: ThesaurusEntry) -> str:
    return f"{entry.word}: {', '.join((*entry.added, *(f'-{other}' for other in entry.refused)))}"


def _take_in(library: Library, options: argparse.Namespace) -> int:
    entries, unread = read_entries(options.file)
    library.keeping.take_in_synonyms(entries)
    say(f"{_entries(len(entries))} taken in")
    for number in unread:
        say(f"line {number} is no entry")
    return SOME_SKIPPED if unread else DONE


def _show(entry: ThesaurusEntry, options: argparse.Namespace) -> None:
    if options.json:
        json_line({"word": entry.word, "added": entry.added, "refused": entry.refused})
    else:
        print(printable(_line(entry)))


def _show_word(word: str, synonyms: Sequence[str], options: argparse.Namespace) -> None:
    if options.json:
        json_line({"word": word, "searched": list(synonyms)})
    else:
        print(printable(f"{word}: {', '.join(synonyms) or 'nothing else'}"))


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"
