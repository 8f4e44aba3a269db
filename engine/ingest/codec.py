"""Encodes messages of a reading process: JSON, followed by the bytes of its arrays. Never a pickle.

A malicious file may make its decoder's process send anything. The job therefore accepts only a few kinds of messages,
with the fields their classes declare: numbers that SQLite can hold, arrays of the declared type, nothing that runs
code.
"""

import json
import math
import struct
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NewType

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import EarshotError
from engine.base.events import JobAborted, from_line, to_line
from engine.base.file_messages import FileProblem, trouble_in
from engine.base.messages import Message, message_in, record_of

_HEAD = struct.Struct(">I")
_MOST_DIMS = 2
_INT64 = 1 << 63


class MessageRefused(Exception):
    """The bytes are not a message that a reader sends."""


class _Parts:
    """The bytes of arrays after the JSON, in the order of its fields."""

    def __init__(self, data: memoryview) -> None:
        self._data = data

    def take(self, count: int) -> memoryview:
        if not 0 <= count <= len(self._data):
            raise ValueError(f"{count} bytes of {len(self._data)}")
        part, self._data = self._data[:count], self._data[count:]
        return part

    def end(self) -> None:
        if len(self._data):
            raise ValueError(f"{len(self._data)} bytes too many")


class _Codec(Struct, frozen=True):
    """How values of one type are written and read."""

    write: Callable[[Any, list[bytes]], Any]
    read: Callable[[Any, _Parts], Any]


def packed(message: object) -> bytes:
    """Encodes a message: a struct or dataclass whose field types are all supported here."""
    parts: list[bytes] = []
    head = json.dumps(_one_of((type(message),)).write(message, parts), default=_number).encode("ascii")
    return b"".join((_HEAD.pack(len(head)), head, *parts))


class MessageReader:
    """Reads messages of some kinds."""

    def __init__(self, *kinds: type[Any]) -> None:
        """Args: the accepted message classes."""
        self._form = _one_of(kinds)

    def unpacked(self, data: bytes) -> Any:
        """Decodes a message. Raises MessageRefused for anything but these kinds."""
        try:
            (length,) = _HEAD.unpack_from(data)
            parts = _Parts(memoryview(data)[_HEAD.size :])
            message = self._form.read(json.loads(bytes(parts.take(length))), parts)
            parts.end()
        except _NO_MESSAGE as err:
            raise MessageRefused(f"{type(err).__name__}: {str(err)[:200]}") from err
        return message


_NO_MESSAGE = (
    struct.error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
    MemoryError,
    EarshotError,
)


def _number(value: object) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not sent")


@cache
def _form_of(hint: Any) -> _Codec:
    if hint in _FORMS:
        return _FORMS[hint]
    if isinstance(hint, NewType):
        return _form_of(hint.__supertype__)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _maybe(args) if types.NoneType in args else _one_of(args)
    if origin is np.ndarray:
        return _array(np.dtype(typing.get_args(args[1])[0]))
    if origin is tuple:
        return _row(args[0]) if args[-1] is Ellipsis else _tuple(args)
    if origin is not None and issubclass(origin, Mapping) and args == (str, str):
        return _Codec(lambda value, parts: dict(value), _texts)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Codec(lambda value, parts: value.value, lambda value, parts: hint(value))
    if isinstance(hint, type) and (issubclass(hint, Struct) or is_dataclass(hint)):
        return _record(hint)
    raise TypeError(f"{hint} is not sent")


def _record(kind: type[Any]) -> _Codec:
    hints = typing.get_type_hints(kind)
    names = kind.__struct_fields__ if issubclass(kind, Struct) else [field.name for field in fields(kind)]
    forms = [_form_of(hints[name]) for name in names]

    def write(value: Any, parts: list[bytes]) -> list[Any]:
        return [form.write(getattr(value, name), parts) for name, form in zip(names, forms, strict=True)]

    def read(value: Any, parts: _Parts) -> Any:
        rows = zip(forms, _list(value), strict=True)
        return kind(*[form.read(each, parts) for form, each in rows])

    return _Codec(write, read)


def _one_of(kinds: tuple[Any, ...]) -> _Codec:
    forms = {kind.__name__: _form_of(kind) for kind in kinds}

    def write(value: Any, parts: list[bytes]) -> list[Any]:
        name = type(value).__name__
        return [name, forms[name].write(value, parts)]

    def read(value: Any, parts: _Parts) -> Any:
        name, inner = _list(value)
        return forms[name].read(inner, parts)

    return _Codec(write, read)


def _maybe(args: tuple[Any, ...]) -> _Codec:
    rest = tuple(each for each in args if each is not types.NoneType)
    form = _form_of(rest[0]) if len(rest) == 1 else _one_of(rest)
    return _Codec(
        lambda value, parts: None if value is None else form.write(value, parts),
        lambda value, parts: None if value is None else form.read(value, parts),
    )


def _row(hint: Any) -> _Codec:
    form = _form_of(hint)
    return _Codec(
        lambda value, parts: [form.write(each, parts) for each in value],
        lambda value, parts: tuple(form.read(each, parts) for each in _list(value)),
    )


def _tuple(hints: tuple[Any, ...]) -> _Codec:
    forms = [_form_of(hint) for hint in hints]
    return _Codec(
        lambda value, parts: [form.write(each, parts) for form, each in zip(forms, value, strict=True)],
        lambda value, parts: tuple(form.read(each, parts) for form, each in zip(forms, _list(value), strict=True)),
    )


def _array(dtype: "np.dtype[Any]") -> _Codec:
    def write(value: NDArray[Any], parts: list[bytes]) -> list[int]:
        if value.dtype != dtype:
            raise TypeError(f"{value.dtype} for {dtype}")
        parts.append(value.tobytes())
        return list(value.shape)

    def read(value: Any, parts: _Parts) -> NDArray[Any]:
        shape = [_count(each) for each in _list(value)]
        if not 1 <= len(shape) <= _MOST_DIMS:
            raise ValueError(f"an array of {len(shape)} dimensions")
        size = dtype.itemsize
        for each in shape:
            size *= each
        array: NDArray[Any] = np.frombuffer(parts.take(size), dtype).reshape(shape).copy()
        return array

    return _Codec(write, read)


def _write_bytes(value: bytes, parts: list[bytes]) -> int:
    parts.append(value)
    return len(value)


def _list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise ValueError("no list")
    return value


def _texts(value: Any, parts: _Parts) -> dict[str, str]:
    if type(value) is not dict or not all(type(each) is str for each in value.values()):
        raise ValueError("no texts")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value < _INT64:
        raise ValueError("no count")
    return value


def _integer(value: Any, parts: _Parts) -> int:
    if type(value) is not int or not -_INT64 <= value < _INT64:
        raise ValueError("no integer of 64 bits")
    return value


def _float(value: Any, parts: _Parts) -> float:
    if type(value) is int:
        return _integer(value, parts)
    if type(value) is not float or math.isnan(value):  # SQLite would store NaN as NULL
        raise ValueError("no number")
    return value


def _text(value: Any, parts: _Parts) -> str:
    if type(value) is not str:
        raise ValueError("no text")
    return value


def _flag(value: Any, parts: _Parts) -> bool:
    if type(value) is not bool:
        raise ValueError("neither true nor false")
    return value


def _read_broke(value: Any, parts: _Parts) -> JobAborted:
    event = from_line(_text(value, parts))
    if not isinstance(event, JobAborted):
        raise ValueError("no error")
    for each in (event.message, event.advice, event.kind, event.name):
        _text(each, parts)
    return event


def _as_is(value: Any, parts: list[bytes]) -> Any:
    return value


_FORMS: dict[Any, _Codec] = {
    int: _Codec(_as_is, _integer),
    float: _Codec(_as_is, _float),
    str: _Codec(_as_is, _text),
    bool: _Codec(_as_is, _flag),
    bytes: _Codec(_write_bytes, lambda value, parts: bytes(parts.take(_count(value)))),
    Message: _Codec(lambda value, parts: record_of(value), lambda value, parts: message_in(value)),
    FileProblem: _Codec(lambda value, parts: value.record(), lambda value, parts: trouble_in(value)),
    JobAborted: _Codec(lambda value, parts: to_line(value), _read_broke),
}
