"""`earshot thesaurus`: shows and changes the user's synonyms, also as a text file.

An entry is a line: the word, a colon, further words to search, and excluded words after a minus. `#` starts a comment.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import KeepingError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, library_folder
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.library.library import Library
    from engine.library.user_data import ThesaurusEntry

DESCRIPTION = """\
Show and change your own thesaurus: words that are searched too where another is asked for, and words of Earshot's own
list that are not. It is kept in the library and travels with `earshot export-data`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser)

    def worded(name: str, text: str, others: str, least: str) -> None:
        parser = action(name, text)
        parser.add_argument("word", metavar="WORD", help="the word that is searched for, in any of its forms")
        parser.add_argument("others", nargs=least, metavar="OTHER", help=others)

    listed = action("list", "list the entries (the default)")
    listed.add_argument(
        "word", nargs="?", metavar="WORD", help="list every word that is searched for along with this one"
    )
    worded(
        "add", "search for more words whenever one is searched for", "a word or phrase to search for along with it", "+"
    )
    worded("forbid", "stop searching for words that Earshot adds by itself", "a word of Earshot's list", "+")
    worded("remove", "remove words from an entry", "a word of the entry; without any, the whole entry is removed", "*")
    file = "a text file, an entry a line: drum: kick, snare drum, -percussion"
    for name, text in (("import", "add the entries of a text file"), ("export", "write the entries as a text file")):
        action(name, text).add_argument("file", type=Path, metavar="FILE", help=file)


def run(options: argparse.Namespace) -> int:
    """Lists, changes, imports or exports the user's thesaurus; 3 if lines of a file were skipped."""
    from engine.library.library import Library

    action = options.action or "list"
    folder = library_folder(options)
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
    """Reads a text file; returns its entries and the numbers of unreadable lines.

    Raises:
        KeepingError: the file cannot be read.
    """
    from engine.library.user_data import ThesaurusEntry
    from engine.library.user_data.thesaurus import tidy_entry

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
    from engine.base.atomic_files import replacing

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
