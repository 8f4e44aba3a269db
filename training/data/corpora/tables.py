"""Lists as they are published: CSV in the encoding it really has, JSON, YAML; a broken row is told, not raised.

A list as a whole that cannot be read is a CorpusError; what is odd in one row is the reader's to leave out.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from training.data.corpus import CorpusError

TableRow = dict[str, str]

_CELL_LETTERS = 2**24
"""Descriptions of Freesound run to more than the module's usual 128 KiB."""


def csv_rows(path: Path, *, encoding: str = "utf-8-sig", delimiter: str = ",") -> Iterator[tuple[int, TableRow]]:
    """Gives the rows of a table with a head as (line, cells by column); a short row lacks its last columns.

    Args:
        path: the table.
        encoding: Clotho's metadata is ISO-8859-1; all else here is UTF-8, with or without a byte order mark.
        delimiter: TAU's meta.csv has tabs.

    Raises:
        CorpusError: there is no such file, or it is not in this encoding.
    """
    reader = csv.reader(io.StringIO(_text(path, encoding), newline=""), delimiter=delimiter)
    head: list[str] = []
    try:
        for cells in _of_long_cells(reader):
            if not head:
                head = [name.strip() for name in cells]
            elif any(cell.strip() for cell in cells):
                yield reader.line_num, dict(zip(head, cells, strict=False))
    except csv.Error as err:
        raise CorpusError(f"{path.name}, line {reader.line_num}: {err}", advice=_again(path)) from err


def _of_long_cells(reader: Iterator[list[str]]) -> Iterator[list[str]]:
    """The rows of a reader whose cells may be long; for others the bound, which is the process's, stays what it was."""
    while True:
        usual = csv.field_size_limit(_CELL_LETTERS)
        try:
            cells = next(reader, None)
        finally:
            csv.field_size_limit(usual)
        if cells is None:
            return
        yield cells


def json_of(path: Path) -> Any:
    """Gives what a JSON file holds.

    Raises:
        CorpusError: there is no such file, or it is no JSON.
    """
    try:
        return json.loads(_text(path, "utf-8-sig"))
    except ValueError as err:
        raise CorpusError(f"{path} is no JSON: {err}", advice=_again(path)) from err


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Gives (line, object) of a JSONL file; None for a line that is no JSON; empty lines are passed over.

    Raises:
        CorpusError: there is no such file, or it is not UTF-8.
    """
    for number, line in enumerate(_text(path, "utf-8-sig").splitlines(), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError:
                yield number, None


def yaml_of(path: Path) -> Any:
    """Gives what a YAML file holds, plain values only.

    Raises:
        CorpusError: there is no such file, or it is no YAML.
    """
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C is ten times faster
    try:
        return yaml.load(_text(path, "utf-8-sig"), Loader=loader)
    except yaml.YAMLError as err:
        raise CorpusError(f"{path} is no YAML: {err}", advice=_again(path)) from err


def _text(path: Path, encoding: str) -> str:
    try:
        return path.read_text(encoding=encoding)
    except OSError as err:
        raise CorpusError(f"{path} cannot be read: {err.strerror or err}", advice=_again(path)) from err
    except UnicodeDecodeError as err:
        raise CorpusError(f"{path} is not {encoding}: {err}", advice=_again(path)) from err


def _again(path: Path) -> str:
    return f"Download {path.name} again, or name the folder it lies in."
