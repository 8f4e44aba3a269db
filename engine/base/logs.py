"""Logging of our programs: levels by EARSHOT_LOG, lines on standard error, and lines of child processes.

Modules log by `logging.getLogger(__name__)`. Text of the user's, such as a file's name or a query, is an argument in
`Name`; kept lines mark it with « », so that `without_names` can remove it later. CONTRIBUTING.md describes the levels.
"""

import copy
import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

LEVELS_VARIABLE = "EARSHOT_LOG"
"""Levels, such as `info` or `info,engine.ingest=debug`; child processes inherit them."""
FORM_VARIABLE = "EARSHOT_LOG_FORM"
"""`records` makes a child process write a JSON record a line, for `take_line` of its parent."""
PACKAGES = ("engine", "desktop", "training")
_RECORDS = "records"
_MARK = "earshot-log:"
"""Starts a record."""
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_log = logging.getLogger(__name__)


class Name:
    """Text of the user's in a log line: a file, a query, a tag. Converted only if the line is written."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __str__(self) -> str:
        return str(getattr(self._value, "text", self._value))


def start(*, is_verbose: bool = False, kept: int = logging.WARNING) -> None:
    """Sets levels by EARSHOT_LOG and logs to standard error; for the `main` of a program. Once a process.

    Args:
        is_verbose: log decisions and figures (`info`) unless EARSHOT_LOG sets other levels.
        kept: level for other handlers, such as a log file. Standard error gets it only if it was asked for.
    """
    wanted = os.environ.get(LEVELS_VARIABLE, "")
    if is_verbose:
        wanted = f"info,{wanted}" if wanted else "info"
    _Wanted.levels = wanted or (logging.getLevelName(kept).lower() if kept < logging.WARNING else "")
    set_levels(_Wanted.levels)
    if logging.getLogger().hasHandlers():
        return
    handler = logging.StreamHandler()
    is_child = os.environ.get(FORM_VARIABLE) == _RECORDS
    handler.setFormatter(_RecordFormatter() if is_child else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.NOTSET if wanted else logging.WARNING)
    logging.getLogger().addHandler(handler)


class _Wanted:
    levels = ""


def child_variables(*, is_read: bool = False) -> dict[str, str]:
    """Returns the variables that give a child process our levels.

    Args:
        is_read: this process reads the child's standard error, line by line, with `take_line`.
    """
    form = {FORM_VARIABLE: _RECORDS} if is_read else {}
    return {**form, **({LEVELS_VARIABLE: _Wanted.levels} if _Wanted.levels else {})}


def set_levels(text: str) -> None:
    """Sets levels from a text such as `info,engine.ingest=debug`; a level alone is for all of our loggers."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, word = part.rpartition("=")
        level = _LEVELS.get(word.strip().lower())
        if level is None:
            _log.warning("%s: %r is not a level; use debug, info, warning or error", LEVELS_VARIABLE, part)
            continue
        for logger in (name.strip(),) if name else PACKAGES:
            logging.getLogger(logger).setLevel(level)


class KeptFormatter(logging.Formatter):
    """Formats lines to keep: with time, and names marked."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return super().format(_marked(record))


class _RecordFormatter(logging.Formatter):
    """Formats a line that `take_line` reads in the parent process."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(_marked(record))
        return _MARK + json.dumps({"level": record.levelno, "logger": record.name, "text": text})


def take_line(line: str) -> bool:
    """Logs a line of a child process as if it came from here; False if it is not a log record."""
    if not line.startswith(_MARK):
        return False
    try:
        said = json.loads(line[len(_MARK) :])
        level, name, text = int(said["level"]), str(said["logger"]), str(said["text"])
    except (ValueError, LookupError, TypeError):
        return False
    logger = logging.getLogger(name)
    if logger.isEnabledFor(level):
        logger.handle(logger.makeRecord(name, level, "", 0, text, (), None))
    return True


def _is_ours(logger: str) -> bool:
    return logger.partition(".")[0] in PACKAGES


def _marked(record: logging.LogRecord) -> logging.LogRecord:
    args = record.args
    if not isinstance(args, tuple) or not args or not _is_ours(record.name):
        return record
    record = copy.copy(record)
    record.args = tuple(map(_marked_value, args))
    return record


_PLAIN = re.compile(r"[\w+-]{1,64}(\.[\d.]+)?")
"""What of texts is surely no name: one word, or a version."""


def _marked_value(value: object) -> object:
    if value is None or isinstance(value, int | float | Enum):
        return value
    if isinstance(value, BaseException):
        code = getattr(value, "errno", None) or getattr(getattr(getattr(value, "what", None), "what", None), "name", "")
        return " ".join(filter(None, (type(value).__name__, str(code or ""), _in_marks(str(value)))))
    if isinstance(value, tuple | list | set | frozenset):
        return ", ".join(str(_marked_value(one)) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_marked_value(key)} {_marked_value(one)}" for key, one in value.items())
    text = str(value)
    return text if isinstance(value, str) and _PLAIN.fullmatch(text) else _in_marks(text)


def _in_marks(text: str) -> str:
    return f"«{' '.join(text.replace('»', '›').split())}»"


_HEAD = re.compile(r"(\d{4}-\d\d-\d\dT[\d:.]+ [A-Z]+ )([\w.]+)(: )(.*)")
_NAMED = re.compile(r"«[^»]*»?")
_FRAME = re.compile(r'  File "([^"]*)", (line \d+, in [\w<>.]+)')
_RAISED = re.compile(r"([A-Za-z_][\w.]*)(: .*)?")


def without_names(lines: Iterable[str]) -> Iterator[str]:
    """Yields kept lines without anything that may name a sound, a folder or a query.

    Of tracebacks, frames and classes of errors stay. Lines of other packages, and of earlier formats, lose their text.
    """
    is_ours = False
    for line in lines:
        head = _HEAD.fullmatch(line)
        if head:
            when, logger, colon, text = head.groups()
            is_ours = _is_ours(logger)
            yield when + logger + colon + (_NAMED.sub("«»", text) if is_ours else "«»")
        elif line.startswith("Traceback (most recent call last)"):
            yield "Traceback:"
        elif frame := _FRAME.fullmatch(line):
            folder_and_file = frame[1].replace("\\", "/").split("/")[-2:]
            yield f"  {'/'.join(folder_and_file)}, {frame[2]}"
        elif is_ours and (raised := _RAISED.fullmatch(line)) and raised[1].endswith(("Error", "Exception", "Exit")):
            yield raised[1]
