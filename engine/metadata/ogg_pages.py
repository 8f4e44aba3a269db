"""Pages of an Ogg file, each with a number and a checksum, which change when the header takes more or fewer pages."""

from typing import IO, Any

import mutagen.ogg

from engine.error_wording.metadata import WriteAdvice, WriteFault
from engine.errors import WriteRefused
from engine.types import FilePath
from engine.wording import told

_OggPage: Any = mutagen.ogg.OggPage


def refuse_odd_pages(path: FilePath) -> None:
    """Lets only files pass whose pages can be numbered anew, and back again to the last byte.

    Raises:
        WriteRefused: a page is damaged, is missing, or something else lies between pages or behind them.
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
    """Numbers the pages behind a header of another length, as the header's writer would have, in each of its streams.

    Args:
        file: open for reading and writing.
        header_bytes: where the header ends; it holds whole pages.
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
    """The refusal of a file that could not be given back to the last byte."""
    return WriteRefused(told(WriteFault.PAGES_DAMAGED, path.text), advice=WriteAdvice.CONVERT_FIRST)
