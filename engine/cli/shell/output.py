"""Prints for people and for programs: JSON lines, and names that cannot manipulate a terminal."""

import sys
from collections.abc import Callable, Mapping
from typing import Any, TextIO

NAMED = 20
"""Sounds, lines and differences listed for people; --json lists more."""


def printable(text: str) -> str:
    r"""Escapes line breaks, control letters and direction marks as \n, \x1b, \u202e."""
    from unicodedata import category

    return "".join(
        letter.encode("unicode_escape").decode() if category(letter)[0] == "C" else letter for letter in text
    )


def say(text: str = "") -> None:
    """Prints a line for people on standard error."""
    print(text, file=sys.stderr, flush=True)


def json_line(record: Mapping[str, Any], out: TextIO | None = None) -> None:
    """Prints an object as a line of standard output, or of `out`."""
    import json

    print(json.dumps(record, ensure_ascii=False), file=out, flush=True)


def bar(word: str) -> Callable[[float], None]:
    """Returns a function that shows a share, 0 to 1, on a terminal, and nothing elsewhere."""

    def show(share: float) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{word}: {share:.0%}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)

    return show


def size_text(size_bytes: int) -> str:
    """Formats a size: 3.4 MB."""
    size = float(size_bytes)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    raise AssertionError("unreachable")


def duration_text(seconds: float) -> str:
    """Formats a time span: 4 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def say_names(names: tuple[str, ...], count: int) -> None:
    """Lists the first names, and the number of the others."""
    for name in names[:NAMED]:
        say(f"  {printable(name) or '(its name is not known)'}")
    if count > NAMED:
        say(f"  and {count - NAMED} more")


def counted(count: int, one: str, many: str) -> str:
    """Formats a count with its noun: 1 sound, 2 sounds."""
    return f"{count} {one if count == 1 else many}"
