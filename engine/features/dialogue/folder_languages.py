"""transcript-languages.db: what is spoken in the sounds of a folder, as the user said it.

The nearest folder that has a language counts for a sound. In the others the pack decides.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.base.errors import DialogueError
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.features.dialogue.packs import LANGUAGES, check_language, dialogue_pack
from engine.store.user_database import UserDatabase

AUTO = "auto"
"""The language of a folder in which the pack decides, within one that has a language."""
MOST_FOLDERS = 1_000
_FILE = UserDatabase(
    "transcript-languages.db",
    """
-- path: of the folder, bytes as the system has them. language: a code of ISO 639-1, or auto.
CREATE TABLE folder(path BLOB PRIMARY KEY, language TEXT NOT NULL) STRICT, WITHOUT ROWID;
""",
)
FILE_NAME = _FILE.name


class FolderLanguages:
    """The languages of a library's folders. Any thread."""

    def __init__(self, languages: Mapping[FilePath, str]) -> None:
        self.languages = languages

    def of(self, path: FilePath) -> str | None:
        """Returns what is spoken in a sound by its nearest folder: a code, "" where the pack decides, else None."""
        for folder in _above(path):
            language = self.languages.get(folder)
            if language is not None:
                return "" if language == AUTO else language
        return None


def folder_languages(library: Path) -> FolderLanguages:
    """Returns the languages of a library's folders.

    Raises:
        LibraryError: the file is damaged, or of a newer Earshot.
    """
    with _FILE.reading(library) as connection:
        if connection is None:
            return FolderLanguages({})
        rows: list[tuple[Any, ...]] = connection.execute("SELECT path, language FROM folder ORDER BY path").fetchall()
        found = {FilePath(bytes(path)): str(language) for path, language in rows}
        if not {AUTO, *LANGUAGES}.issuperset(found.values()):
            raise ValueError("a language that Earshot did not write")
        return FolderLanguages(found)


def set_folder_language(library: Path, folder: FilePath, language: str) -> None:
    """Says what is spoken in a folder and in those within it, which have none of their own.

    Args:
        library: the library's folder.
        folder: by its whole path.
        language: a code of `LANGUAGES`, or AUTO; empty takes the folder's language back.

    Raises:
        DialogueError: no such language, the library's pack does not know it, or too many folders.
        LibraryError: the file cannot be written, or the library is held.
        StorageFull: no space left.
    """
    if language not in ("", AUTO, *LANGUAGES):
        raise DialogueError(told(DialogueFault.LANGUAGE_UNKNOWN, language), advice=DialogueAdvice.LANGUAGE_CODE)
    pack = dialogue_pack(library)
    if pack is not None and language not in ("", AUTO):
        check_language(pack, language)
    if not language and not (library / FILE_NAME).is_file():
        return
    with _FILE.writing(library) as connection:
        connection.execute("DELETE FROM folder WHERE path = ?", (folder.raw,))
        if language:
            connection.execute("INSERT INTO folder VALUES (?, ?)", (folder.raw, language))
        if connection.execute("SELECT count(*) FROM folder").fetchone()[0] > MOST_FOLDERS:  # type: ignore[index]
            raise DialogueError(
                told(DialogueFault.LANGUAGE_FOLDERS, MOST_FOLDERS), advice=DialogueAdvice.LANGUAGE_ABOVE
            )


def _above(path: FilePath) -> Iterator[FilePath]:
    """Yields the folders of a sound, the nearest first."""
    while (folder := path.folder) != path and folder.raw:
        yield folder
        path = folder
