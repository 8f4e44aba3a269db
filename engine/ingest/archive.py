"""Unpacks the zip file of a pack: a pack's own files and nothing else, none larger than a pack's file may be."""

import hashlib
import lzma
import stat
import struct
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from engine.error_wording.packs import PackAdvice, PackFault
from engine.errors import PackError
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, most_bytes
from engine.models.speech_pack import SPEECH_FILES
from engine.wording import told


def check_sha256(file: BinaryIO, name: str, sha256: str) -> None:
    """Compares a whole file with the checksum it must have, and goes back to its start.

    Args:
        file: read from its start to its end.
        name: what users know it by.
        sha256: 64 hexadecimal digits, in letters of either case.

    Raises:
        PackError: it has another one.
    """
    file.seek(0)
    digest = hashlib.sha256()
    while chunk := file.read(2**20):
        digest.update(chunk)
    found = digest.hexdigest()
    if found != sha256.lower():
        raise PackError(told(PackFault.OTHER_FILE, name, found, sha256.lower()), advice=PackAdvice.ASK_FOR_CHECKSUM)
    file.seek(0)


def unpack(file: BinaryIO, name: str, folder: Path) -> None:
    """Writes the files of a zipped pack into a folder; they may lie in one folder of the archive.

    Args:
        file: the zip file.
        name: what users know it by.
        folder: an empty folder. After an error it holds files that are not to be used.

    Raises:
        PackError: no zip file, a damaged one, or one that holds what no pack may: another name, a path, a link, the
            same file twice, or a file larger than it says or than a pack's may be.
        OSError: it cannot be read, or the folder not be written.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            _unpack(archive, name, folder)
    except (
        zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, lzma.LZMAError, ValueError,
        LookupError, OverflowError, struct.error,
    ) as err:  # fmt: skip
        # RuntimeError: it wants a password; the last four: damage that zipfile runs into unawares
        raise _unreadable(name, err) from err
    except OSError as err:
        if err.errno is None:  # bz2's word for damage
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
