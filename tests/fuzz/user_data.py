"""Harnesses of files of user data, which come from other machines: their lines, and what taking one in does."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.base.errors import EngineError
from engine.features.user_data import file_format
from engine.features.user_data.file_format import LineRefused
from engine.features.user_data.import_file import preview, take_in
from engine.store.catalogue import Catalogue
from tests.fuzz.harness import Harness, file_of, scratch

_GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("user-data-*.jsonl"))


def _line(data: bytes) -> None:
    file_format.header_from(data)
    try:
        line = file_format.from_bytes(data)
    except LineRefused:
        return
    assert file_format.from_bytes(file_format.to_text(line).encode()) == line, "what is written of it is read otherwise"


def _file(data: bytes) -> None:
    """Into an empty library: what a preview says comes about, and once is as good as twice."""
    path = file_of(data, "data.jsonl").native
    library = scratch() / "taking"
    shutil.rmtree(library, ignore_errors=True)
    shutil.copytree(_empty(), library)
    try:
        said = preview(library, path)
        done = take_in(library, path)
    except EngineError:
        return
    assert done.counts == said.counts, (done.counts, said.counts)
    assert preview(library, path).is_nothing_new, "taken in again, it changes something"


@cache
def _empty() -> Path:
    folder = scratch() / "empty"
    with Catalogue.open(folder):
        pass
    return folder


def _golden_lines() -> Iterator[bytes]:
    for golden in _GOLDEN:
        yield from golden.read_bytes().splitlines()


def _golden_files() -> Iterator[bytes]:
    for golden in _GOLDEN:
        whole = golden.read_bytes()
        yield whole
        head, *rest = whole.splitlines(keepends=True)
        for line in rest:
            yield head + line + json.dumps({"kind": "end", "lines": 2}).encode() + b"\n"


_WORDS = (
    "null", "true", "1e999", "-1", "NaN", "Infinity", "[]", "{}", '""', "\\ud800", "\\u0000", "[[[[", "9" * 40, "1.5",
    '"kind"', '"sound"', '"tags"', '"collections"', '"rating"', '"note"', '"saved search"', '"search"', '"waiting"',
    '"thesaurus"', '"word"', '"added"', '"refused"',
)  # fmt: skip

HARNESSES = (
    Harness("user-data-line", _line, _golden_lines, _WORDS, 1024),
    Harness("user-data", _file, _golden_files, _WORDS),
)
