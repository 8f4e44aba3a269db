"""Ogg pages, whose numbers and checksums change when the header takes more or fewer pages."""

from typing import IO, Any

import mutagen.ogg

from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_OggPage: Any = mutagen.ogg.OggPage


def refuse_odd_pages(path: FilePath) -> None:
    """Refuses files whose pages cannot be renumbered and restored byte for byte.

    Raises:
        WriteRefused: a page is damaged or missing, or other data lies between or after the pages.
    """
    numbers: dict[int, int] = {}
    with path.native.open("rb") as file:
        try:
            while True:
                at = file.tell()
                page = _OggPage(file)
                end = file.tell()
                file.seek(at)
                is_whole = page.write() == file.read(end - at)
                if not is_whole or page.sequence != numbers.get(page.serial, page.sequence):
                    raise odd_pages(path)
                numbers[page.serial] = page.sequence + 1
        except EOFError:
            return
        except (mutagen.MutagenError, ValueError) as err:
            raise odd_pages(path) from err


def renumber(file: IO[bytes], header_bytes: int) -> None:
    """Renumbers the pages after a header of another length, in each of its streams, as the header's writer would.

    Args:
        file: open for reading and writing.
        header_bytes: end of the header, which holds whole pages.
    """
    pages: dict[int, int] = {}
    file.seek(0)
    while file.tell() < header_bytes:
        page = _OggPage(file)
        pages[page.serial] = page.sequence + 1
    for serial, first in pages.items():
        file.seek(header_bytes)
        _OggPage.renumber(file, serial, first)


def odd_pages(path: FilePath) -> WriteRefused:
    """Returns the error for a file that could not be restored byte for byte."""
    return WriteRefused(told(WriteFault.PAGES_DAMAGED, path.text), advice=WriteAdvice.CONVERT_FIRST)
