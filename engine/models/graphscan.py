"""Scans an ONNX file, byte by byte, before any native code sees it.

ONNX Runtime follows a graph's references to other files, even for a graph from memory (relative to the current folder).
This scan walks the protobuf wire format of the few messages that can hold such a reference and refuses those, and
operators outside ONNX and ONNX Runtime. It does not validate the graph: ONNX Runtime does.

Field numbers are those of onnx.proto3 (ONNX 1.21); wire types those of the protobuf encoding specification.
"""

from collections.abc import Iterator

from engine.base.errors import PackError, broken_pack
from engine.base.pack_messages import PackAdvice

_MAX_DEPTH = 32
_DOMAINS = frozenset({"", "ai.onnx", "com.microsoft"})
_FILE_READING_OPS = frozenset({"EPContext", "PythonOp", "PythonOpGrad"})
"""Operators of ONNX Runtime that open files or run foreign code."""
_EXTERNAL = 1

_CHILDREN: dict[str, dict[int, str]] = {
    "Model": {7: "Graph", 8: "OperatorSet", 20: "Training", 25: "Function"},
    "Training": {1: "Graph", 2: "Graph"},
    "Function": {7: "Node", 9: "OperatorSet", 11: "Attribute"},
    "Graph": {1: "Node", 5: "Tensor", 15: "SparseTensor"},
    "Node": {5: "Attribute"},
    "Attribute": {5: "Tensor", 6: "Graph", 10: "Tensor", 11: "Graph", 22: "SparseTensor", 23: "SparseTensor"},
    "SparseTensor": {1: "Tensor", 2: "Tensor"},
    "OperatorSet": {},
    "Tensor": {},
}
"""Fields of each message kind that lead to a tensor, a node or an operator set."""


def check_graph(data: bytes, name: str) -> None:
    """Checks that the file is one self-contained ONNX model.

    Args:
        data: the whole file.
        name: for the message.

    Raises:
        PackError: a reference to another file, a foreign operator, or bytes that are not a protobuf message.
    """
    try:
        view = memoryview(data)
        if not any(number == 7 for number, _ in wire_fields(view)):
            raise _Malformed("no graph in it")
        _walk(view, "Model", name, 0)
    except _Malformed as err:
        raise broken_pack(f"{name} is not an ONNX model: {err}", PackAdvice.INSTALL_AGAIN) from err


class _Malformed(Exception):
    """The bytes are not the expected message."""


def _walk(view: memoryview, kind: str, name: str, depth: int) -> None:
    if depth > _MAX_DEPTH:
        raise _Malformed(f"nested more than {_MAX_DEPTH} deep")
    children = _CHILDREN[kind]
    for number, value in wire_fields(view):
        if number in children:
            if not isinstance(value, memoryview):
                raise _Malformed(f"field {number} of {kind} is no message")
            _walk(value, children[number], name, depth + 1)
        elif kind == "Tensor" and (number == 13 or (number == 14 and value == _EXTERNAL)):
            raise broken_pack(f"{name} refers to data in another file", PackAdvice.EXPORT_WHOLE)
        elif kind == "Tensor" and number == 14 and value != 0:
            raise _Malformed(f"a tensor's data lie at unknown place {value!r}")
        elif kind == "Node" and number in (4, 7):
            _refuse_operator(_text(value), number, name)
        elif kind == "OperatorSet" and number == 1 and _text(value) not in _DOMAINS:
            raise _foreign(_text(value), name)


def _refuse_operator(word: str, number: int, name: str) -> None:
    """Field 4 of a node is its operator, field 7 its domain."""
    if (number == 4 and word in _FILE_READING_OPS) or (number == 7 and word not in _DOMAINS):
        raise _foreign(word, name)


def _foreign(word: str, name: str) -> PackError:
    return broken_pack(f"{name} needs {word!r}, which a pack may not use", PackAdvice.EXPORT_PLAIN)


def wire_fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """Yields field number and value: int for numbers, the bytes for everything with a length."""
    position = 0
    while position < len(view):
        key, position = _varint(view, position)
        number, wire = key >> 3, key & 7
        if number == 0:
            raise _Malformed("field number 0")
        if wire == 0:
            value, position = _varint(view, position)
            yield number, value
        elif wire == 2:
            length, position = _varint(view, position)
            if length > len(view) - position:
                raise _Malformed("a length that runs past the end")
            yield number, view[position : position + length]
            position += length
        elif wire in (1, 5):
            width = 8 if wire == 1 else 4
            if width > len(view) - position:
                raise _Malformed("a number that runs past the end")
            yield number, int.from_bytes(view[position : position + width], "little")
            position += width
        else:
            raise _Malformed(f"wire type {wire}")


def _varint(view: memoryview, position: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(view):
            raise _Malformed("a number that runs past the end")
        byte = view[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise _Malformed("a number of more than ten bytes")


def _text(value: int | memoryview) -> str:
    if not isinstance(value, memoryview):
        raise _Malformed("a number where text should be")
    return bytes(value).decode("utf-8", errors="replace")
