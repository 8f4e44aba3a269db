"""A library that is held: its catalogue failed a check, and nothing is written into it until it is mended.

What is written into a damaged catalogue may be lost with it, and may damage more: searching and listening go on,
changes are refused. A file beside the catalogue marks it, so that every process knows, now and later. A check that the
whole catalogue passes ends the hold, as do mending and going back to a backup.
"""

from contextlib import suppress
from pathlib import Path

from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.errors import LibraryHeld
from engine.private import private_opener
from engine.wording import told

FILE_NAME = "catalogue.damaged"
_TEXT = (
    "This library's catalogue failed its check. Earshot writes nothing into it until it is repaired (earshot "
    "verify --repair) or a backup is restored (earshot restore). Earshot then deletes this file.\n"
)


def is_held(folder: Path) -> bool:
    """Whether nothing may be written into the catalogue of the library in `folder`."""
    return (folder / FILE_NAME).exists()


def hold(folder: Path) -> None:
    """Holds a library whose catalogue failed a check. Where its folder is read-only, nobody can write anyway."""
    with suppress(OSError), open(folder / FILE_NAME, "w", encoding="ascii", opener=private_opener) as file:
        file.write(_TEXT)


def release(folder: Path) -> None:
    """Ends the hold: the catalogue is whole."""
    with suppress(OSError):
        (folder / FILE_NAME).unlink(missing_ok=True)


def refuse_held(folder: Path) -> None:
    """Lets nothing be written into the catalogue of a held library.

    Raises:
        LibraryHeld: it failed a check, and has not been mended since.
    """
    if is_held(folder):
        raise LibraryHeld(told(LibraryFault.LIBRARY_HELD, folder), advice=LibraryAdvice.MEND)
