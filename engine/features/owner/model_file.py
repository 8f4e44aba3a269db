"""A file of what was learnt: one per pack in the library, and exchanged with other libraries that use the same pack.

A JSON object: format, version, the pack's id and name, and the lessons with their vectors as float16 in base64;
`checksum` is the BLAKE2b of the rest. It names no sound and no file, but contains the words.
"""

import base64
import binascii
import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from engine.base.atomic_files import replacing
from engine.base.errors import OwnerError
from engine.base.file_messages import system_words
from engine.base.identifiers import pack_id_of
from engine.base.messages import told
from engine.base.types import PackId, Vectors
from engine.features.owner.lessons import Lesson
from engine.features.owner.messages import OwnerAdvice, OwnerFault

FORMAT, VERSION = "earshot-owner", 1
MOST_LESSONS = 300
"""Most lessons stored: a file with vectors of 256 numbers stays under 500 kB."""
MOST_BYTES = 1_000_000
_LONGEST_TEXT = 400


class OwnerModel(Struct, frozen=True, eq=False):
    """What was learnt with one pack."""

    pack_id: PackId
    pack_name: str
    dim: int
    learnt_s: float
    """Unix time."""
    lessons: tuple[Lesson, ...]


def write_model(model: OwnerModel, path: Path) -> int:
    """Writes a model, whole or not at all; returns its size in bytes.

    Raises:
        OwnerError: it is larger than MOST_BYTES: the pack's vectors are long.
        StorageFull, LibraryError: it cannot be written.
    """
    text = _text_of(model)
    if len(text.encode()) > MOST_BYTES:
        raise OwnerError(told(OwnerFault.LEARNT_TOO_LARGE, path), advice=OwnerAdvice.FORGET_SOME)
    with replacing(path) as file:
        file.write(text)
    return len(text.encode())


def read_model(path: Path, pack_id: PackId, pack_name: str) -> OwnerModel:
    """Reads a model of the library's pack.

    Args:
        pack_name: its name, for the error.

    Raises:
        OwnerError: it is unreadable, of another kind, damaged, from a later Earshot, or of another pack.
    """
    try:
        raw = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
    except OSError as err:
        raise OwnerError(
            told(OwnerFault.LEARNT_UNREAD, path, system_words(err)), advice=OwnerAdvice.CHECK_LEARNT_FILE
        ) from err
    try:
        record = json.loads(raw.decode("utf-8"))
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ValueError("another format")
    except (ValueError, RecursionError) as err:
        raise OwnerError(told(OwnerFault.NO_LEARNT_FILE, path), advice=OwnerAdvice.GIVE_LEARNT_FILE) from err
    version = record.get("version")
    if isinstance(version, int) and version > VERSION:
        raise OwnerError(told(OwnerFault.LEARNT_LATER, path, version, VERSION), advice=OwnerAdvice.LEARNT_NEEDS_NEWER)
    try:
        if record.pop("checksum", None) != _checksum(record):
            raise ValueError("another checksum")
        model = _model_of(record)
    except (ValueError, KeyError, TypeError, RecursionError) as err:
        raise OwnerError(told(OwnerFault.LEARNT_DAMAGED, path), advice=OwnerAdvice.EXPORT_LEARNT_AGAIN) from err
    if model.pack_id != pack_id:
        other = told(OwnerFault.LEARNT_OTHER_PACK, path, model.pack_name, model.pack_id[:8], pack_name, pack_id[:8])
        raise OwnerError(other, advice=OwnerAdvice.SAME_PACK_FIRST)
    return model


def _text_of(model: OwnerModel) -> str:
    record = {
        "format": FORMAT,
        "version": VERSION,
        "pack_id": model.pack_id,
        "pack_name": model.pack_name,
        "dim": model.dim,
        "learnt_s": model.learnt_s,
        "lessons": [
            {
                "text": one.text,
                "is_word": one.is_word,
                "sounds": one.sounds,
                "agreement": round(one.agreement, 4),
                "asked": _packed(one.asked),
                "towards": _packed(one.towards),
            }
            for one in model.lessons[:MOST_LESSONS]
        ],
    }
    return json.dumps({**record, "checksum": _checksum(record)}, ensure_ascii=False) + "\n"


def _checksum(record: dict[str, Any]) -> str:
    text = json.dumps(record, ensure_ascii=True, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _model_of(record: dict[str, Any]) -> OwnerModel:
    dim = record["dim"]
    if type(dim) is not int or not 0 < dim <= 1 << 14:
        raise ValueError("no size of vectors")
    lessons = tuple(_lesson_of(one, dim) for one in record["lessons"])
    learnt_s = float(record["learnt_s"])
    if not np.isfinite(learnt_s):
        raise ValueError("no time")
    return OwnerModel(pack_id_of(record["pack_id"]), _words(record["pack_name"]), dim, learnt_s, lessons)


def _lesson_of(record: dict[str, Any], dim: int) -> Lesson:
    sounds, agreement = record["sounds"], float(record["agreement"])
    if type(sounds) is not int or sounds < 1 or not -1.01 <= agreement <= 1.01:
        raise ValueError("no lesson")
    vectors = _unpacked(record["asked"], dim), _unpacked(record["towards"], dim)
    return Lesson(_words(record["text"]), bool(record["is_word"]), sounds, agreement, *vectors)


def _words(value: object) -> str:
    if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT:
        raise ValueError("no text")
    value.encode()  # a lone surrogate could not be written again
    return value


def _packed(vector: Vectors) -> str:
    return base64.b64encode(vector.astype("<f2").tobytes()).decode()


def _unpacked(text: object, dim: int) -> Vectors:
    if not isinstance(text, str):
        raise TypeError("no vector")
    try:
        vector = np.frombuffer(base64.b64decode(text, validate=True), "<f2").astype(np.float32)
    except binascii.Error as err:
        raise ValueError("no vector") from err
    length = float(np.linalg.norm(vector)) if len(vector) == dim else 0.0
    if not 0.9 < length < 1.1:
        raise ValueError("no unit vector")
    return np.asarray(vector / length, np.float32)
