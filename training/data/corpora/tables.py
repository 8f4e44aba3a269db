"""Published lists: CSV in its actual encoding, JSON and YAML.

An unreadable list raises CorpusError; readers handle odd rows themselves.
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
"""Freesound descriptions exceed the csv module's usual 128 KiB."""


def csv_rows(path: Path, *, encoding: str = "utf-8-sig", delimiter: str = ",") -> Iterator[tuple[int, TableRow]]:
    """Yields (line, cells by column) of a table with a header; a short row lacks its last columns.

    Args:
        encoding: Clotho's metadata is ISO-8859-1; the other lists are UTF-8, with or without a byte order mark.
        delimiter: TAU's meta.csv uses tabs.

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
    """Reads rows with long cells, restoring the process-wide field limit after each."""
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
    """Loads a JSON file.

    Raises:
        CorpusError: there is no such file, or it is not JSON.
    """
    try:
        return json.loads(_text(path, "utf-8-sig"))
    except ValueError as err:
        raise CorpusError(f"{path} is no JSON: {err}", advice=_again(path)) from err


def json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yields (line, object) of a JSONL file; None for an invalid line; skips empty lines.

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
    """Loads plain values of a YAML file.

    Raises:
        CorpusError: there is no such file, or it is not YAML.
    """
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster in C
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
