"""Unpacks a pack's zip file: only a pack's own files, none larger than such a file may be."""

import hashlib
import lzma
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO

from engine.base.errors import PackError
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, most_bytes
from engine.models.speech_pack import SPEECH_FILES


def check_sha256(file: IO[bytes], name: str, sha256: str) -> None:
    """Compares a whole file with its expected checksum, and rewinds it.

    Args:
        file: read from start to end.
        name: shown to users.
        sha256: 64 hexadecimal digits in either case.

    Raises:
        PackError: the checksum differs.
    """
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(2**20):
        digest.update(chunk)
    found = digest.hexdigest()
    if found != sha256.lower():
        raise PackError(told(PackFault.OTHER_FILE, name, found, sha256.lower()), advice=PackAdvice.ASK_FOR_CHECKSUM)
    file.seek(0)


def unpack(file: IO[bytes], name: str, folder: Path) -> None:
    """Writes the files of a zipped pack to a folder; the archive may hold them in a folder.

    Args:
        file: the zip file.
        name: shown to users.
        folder: empty. After an error it holds files that must not be used.

    Raises:
        PackError: not a zip file, a damaged one, or one with entries no pack may have: another name, a path, a link, a
            repeated file, or a file larger than stated or than a pack's may be.
        OSError: it cannot be read, or the folder cannot be written.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            _unpack(archive, name, folder)
    except (
        zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, lzma.LZMAError, ValueError,
        LookupError, OverflowError, struct.error,
    ) as err:  # fmt: skip
        # RuntimeError: it needs a password; the last four: damage that zipfile does not catch
        raise _unreadable(name, err) from err
    except OSError as err:
        if err.errno is None:  # bz2 reports damage so
            raise _unreadable(name, err) from err
        raise


def _unreadable(name: str, err: Exception) -> PackError:
    return PackError(told(PackFault.NO_ZIP, name, str(err)), advice=PackAdvice.ASK_FOR_A_PACK)


def _unpack(archive: zipfile.ZipFile, name: str, folder: Path) -> None:
    wanted = {MANIFEST, *FILES, *SPEECH_FILES}
    above: set[PurePosixPath] = set()
    for entry in archive.infolist():
        path = PurePosixPath(entry.filename)
        if entry.is_dir() or "__MACOSX" in path.parts:
            continue
        is_link = stat.S_ISLNK(entry.external_attr >> 16)
        if path.name not in wanted or len(path.parts) > 2 or ".." in path.parts or is_link:
            raise PackError(told(PackFault.ZIP_HOLDS, name, ascii(entry.filename)), advice=PackAdvice.ASK_FOR_A_PACK)
        above.add(path.parent)
        if len(above) > 1 or entry.file_size > most_bytes(path.name) or (folder / path.name).exists():
            raise PackError(told(PackFault.ZIP_NO_PACK, name, ascii(entry.filename)), advice=PackAdvice.ASK_FOR_A_PACK)
        with archive.open(entry) as packed, (folder / path.name).open("xb") as file:
            left = entry.file_size
            while chunk := packed.read(min(2**20, left + 1)):
                left -= len(chunk)
                if left < 0:
                    raise PackError(
                        told(PackFault.ZIP_LARGER, ascii(entry.filename), name), advice=PackAdvice.ASK_FOR_A_PACK
                    )
                file.write(chunk)
