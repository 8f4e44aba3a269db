"""A library that is held: its catalogue failed a check, and nothing is written into it until it is mended.

What is written into a damaged catalogue may be lost with it, and may take more along: whoever searches and listens can
go on, whoever would change something is told. It is said by a file beside the catalogue, so that every process and
every later one knows. A check that the whole catalogue passes ends it, as mending and going back to a backup do.
"""

from contextlib import suppress
from pathlib import Path

from engine.errors import LibraryHeld
from engine.private import private_opener

FILE_NAME = "catalogue.damaged"
_TEXT = (
    "This library's catalogue failed its check. Earshot writes nothing into it until it is mended (earshot verify "
    "--mend), or a backup is put in its place (earshot restore). This file goes then.\n"
)


def is_held(folder: Path) -> bool:
    """Whether nothing may be written into the catalogue of the library in `folder`."""
    return (folder / FILE_NAME).exists()


def hold(folder: Path) -> None:
    """The catalogue failed a check. Where the folder cannot be written nobody can write the catalogue either."""
    with suppress(OSError), open(folder / FILE_NAME, "w", encoding="ascii", opener=private_opener) as file:
        file.write(_TEXT)


def release(folder: Path) -> None:
    """The catalogue is whole."""
    with suppress(OSError):
        (folder / FILE_NAME).unlink(missing_ok=True)


def refuse_held(folder: Path) -> None:
    """Asked before anything is written into a catalogue.

    Raises:
        LibraryHeld: it failed a check, and was not mended since.
    """
    if is_held(folder):
        raise LibraryHeld(
            f"the library {folder} is damaged, and nothing was written into it",
            advice="`earshot verify --mend` mends what can be mended; `earshot restore` shows what going back to a "
            "backup would cost. Searching and listening go on. In the window: Library, Mend the library.",
        )
