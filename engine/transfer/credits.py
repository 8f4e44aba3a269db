"""Credits for the sounds of a project: authors and licences, as far as metadata states them."""

import csv
import io
import re
from collections.abc import Sequence
from enum import StrEnum
from itertools import count, pairwise
from pathlib import Path

from msgspec import Struct

from engine.audio.slate import slate_of
from engine.base.atomic_files import numbered, replacing, unwritable
from engine.base.types import SoundMetadata
from engine.transfer.table import harmless

NO_LICENCE = "no licence stated"
_HEAD = "Credits for sounds in this folder, written by Earshot"
_COLUMNS = ("file", "title", "author", "licence", "source", "description")
_SOURCES = (
    "vorbis.contact", "vorbis.website", "vorbis.url", "vorbis.source", "id3.woaf", "id3.woas", "id3.woar", "id3.wxxx",
    "id3.txxx:source", "id3.txxx:url", "ixml.user.url", "info.isrc", "info.isrf", "mp4.purl", "asf.wm/audiofileurl",
    "ape.related", "ape.file",
)  # fmt: skip
"""Fields for the origin of a file, best first, in lower case."""
_URL = re.compile(r"https?://[^\s<>\"'|]+")


class CreditsFormat(StrEnum):
    """Format of a credits file."""

    TEXT = "text"
    """credits.txt, for people."""
    CSV = "csv"
    """credits.csv, for programs."""

    @property
    def file_name(self) -> str:
        return "credits.csv" if self is CreditsFormat.CSV else "credits.txt"


class Credit(Struct, frozen=True):
    """The credit of one file; its licence is `NO_LICENCE` where its metadata names none."""

    file: str
    title: str
    author: str
    licence: str
    source: str
    description: str


def credit_of(file: str, metadata: SoundMetadata) -> Credit:
    """Extracts the credit of a file from its metadata."""
    return Credit(
        file=file,
        title=_line(metadata.title),
        author=_line(metadata.artist or slate_of(metadata.fields).originator),
        licence=_line(metadata.licence) or NO_LICENCE,
        source=source_url(metadata),
        description=_line(metadata.description or metadata.comment),
    )


def source_url(metadata: SoundMetadata) -> str:
    """The address of a file's origin, empty without one. That of its licence does not count."""
    fields = {name.lower(): text for name, text in metadata.fields.items()}
    ordered = [fields[name] for name in _SOURCES if name in fields]
    ordered += [text for name, text in sorted(fields.items()) if name not in _SOURCES and "lic" not in name]
    for text in ordered:
        for found in _URL.findall(text):
            address: str = found.rstrip(".,;)")
            if address not in metadata.licence and "creativecommons.org" not in address:
                return address
    return ""


def add_credits(folder: Path, credits: Sequence[Credit], form: CreditsFormat) -> Path:
    """Adds credits to those of a folder, once per file.

    A file of that name which Earshot did not write is left alone, and a numbered one is used.

    Raises:
        StorageFull, LibraryError: it cannot be read or written.
    """
    path, before = _place(folder, form)
    there = _credited(before, form)
    credits = [credit for credit in credits if there.isdisjoint((credit.file, harmless(credit.file)))]
    if not credits:
        return path
    with replacing(path) as file:
        file.write(before)
        file.write(credits_text(credits, form, has_head=not before))
    return path


def credits_text(credits: Sequence[Credit], form: CreditsFormat, *, has_head: bool = True) -> str:
    """The text of a credits file; without its head, to go on with one."""
    text = io.StringIO(newline="")
    if form is CreditsFormat.CSV:
        table = csv.writer(text, lineterminator="\r\n")
        if has_head:
            table.writerow(_COLUMNS)
        table.writerows([harmless(getattr(credit, name)) for name in _COLUMNS] for credit in credits)
    else:
        if has_head:
            text.write(f"{_HEAD}\n{'=' * len(_HEAD)}\n")
        text.writelines(map(_entry, credits))
    return text.getvalue()


def _credited(before: str, form: CreditsFormat) -> set[str]:
    if form is CreditsFormat.CSV:
        return {row[0] for row in csv.reader(before.splitlines()) if row}
    lines = before.splitlines()
    return {line for above, line in pairwise(lines) if not above and not line.startswith(" ")}


def _entry(credit: Credit) -> str:
    lines = [("Title", credit.title), ("Author", credit.author), ("Licence", credit.licence)]
    lines += [("Source", credit.source), ("Description", credit.description)]
    said = "".join(f"  {name}: {text}\n" for name, text in lines if text)
    return f"\n{credit.file}\n{said}"


def _place(folder: Path, form: CreditsFormat) -> tuple[Path, str]:
    start = _HEAD if form is CreditsFormat.TEXT else ",".join(_COLUMNS)
    for number in count(1):
        path = folder / numbered(form.file_name, number)
        try:
            with path.open(encoding="utf-8", errors="replace", newline="") as file:
                text = file.read()
        except FileNotFoundError:
            return path, ""
        except OSError as err:
            raise unwritable(path, err) from err
        if text.startswith(start):
            return path, text
    raise AssertionError("unreachable")


def _line(text: str) -> str:
    return " ".join(text.split())
