"""A held library: its catalogue failed a check, and nothing is written into it until it is repaired.

Writes into a damaged catalogue may be lost and may damage more, so searching and listening continue while changes are
refused. A marker file beside the catalogue tells every process, now and later. A passed check of the whole catalogue, a
repair or a restore ends the hold.
"""

from contextlib import suppress
from pathlib import Path

from engine.base.errors import LibraryHeld
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.private_files import private_opener

FILE_NAME = "catalogue.damaged"
_TEXT = (
    "This library's catalogue failed its check. Earshot writes nothing into it until it is repaired (earshot "
    "verify --repair) or a backup is restored (earshot restore). Earshot then deletes this file.\n"
)


def is_held(folder: Path) -> bool:
    """Whether the catalogue in `folder` must not be written."""
    return (folder / FILE_NAME).exists()


def hold(folder: Path) -> None:
    """Holds a library whose catalogue failed a check. If its folder is read-only, nobody can write anyway."""
    with suppress(OSError), open(folder / FILE_NAME, "w", encoding="ascii", opener=private_opener) as file:
        file.write(_TEXT)


def release(folder: Path) -> None:
    """Ends the hold: the catalogue is whole."""
    with suppress(OSError):
        (folder / FILE_NAME).unlink(missing_ok=True)


def refuse_held(folder: Path) -> None:
    """Refuses writes to a held library.

    Raises:
        LibraryHeld: it failed a check and has not been repaired.
    """
    if is_held(folder):
        raise LibraryHeld(told(LibraryFault.LIBRARY_HELD, folder), advice=LibraryAdvice.MEND)
