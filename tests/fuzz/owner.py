"""Harness of a file of what was learnt, which another library handed on."""

import json
from collections.abc import Iterator
from typing import Any

from engine.base.errors import EngineError
from engine.features.owner import model_file
from engine.features.owner.lessons import Lessons
from engine.features.owner.model_file import OwnerModel, read_model, write_model
from tests.engine.features.owner.test_model_file import PACK, a_model
from tests.fuzz.harness import Harness, file_of, scratch


def _owner(data: bytes) -> None:
    """A file as it is, and again with the checksum that it needs; one that is read can be asked and written."""
    for raw in (data, _checked(data)):
        try:
            found = read_model(file_of(raw, "owner.json").native, PACK, "tiny")
        except EngineError:
            continue
        if found.lessons:
            Lessons(found.lessons).pull("our door slams", found.lessons[0].asked)
        write_model(found, scratch() / "again.json")
        assert _texts(read_model(scratch() / "again.json", PACK, "tiny")) == _texts(found)


def _checked(data: bytes) -> bytes:
    """The same file with its own checksum: else mutants would never come past it."""
    try:
        record: Any = json.loads(data)
        record.pop("checksum", None)
        return json.dumps({**record, "checksum": model_file._checksum(record)}).encode()
    except (ValueError, AttributeError, RecursionError, TypeError):
        return data


def _texts(model: OwnerModel) -> list[str]:
    return [one.text for one in model.lessons[: model_file.MOST_LESSONS]]


def _files() -> Iterator[bytes]:
    path = scratch() / "seed.json"
    write_model(a_model(), path)
    yield path.read_bytes()


_JSON = ("null", "true", "1e999", "-1", "NaN", "[]", "{}", '""', "\\ud800", "[[[[", "9" * 40, '"lessons"', "AAA=")
HARNESSES = (Harness("owner-file", _owner, _files, _JSON),)
