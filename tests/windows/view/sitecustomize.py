"""Shows the modules of Earshot a standard library as Windows has it; others see the one of this system.

Python imports this at its start when the folder is on PYTHONPATH, in child processes too. `EARSHOT_LACKING` names a
file of what is lacking, as JSON. What Windows alone has is stood in for: locks by fcntl, and a kernel32 that agrees to
everything.
"""

import builtins
import errno
import fcntl
import json
import os
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

_OURS = ("engine", "desktop")
_import = builtins.__import__


class _View(types.ModuleType):
    """A module without some names and with some others; what tests put into the true one is seen."""

    def __init__(self, true: types.ModuleType, lacking: frozenset[str], others: Mapping[str, object]) -> None:
        super().__init__(true.__name__, true.__doc__)
        self.__dict__.update(_true=true, _lacking=lacking, _others=dict(others))

    def __getattr__(self, name: str) -> Any:
        if name in self._others:
            return self._others[name]
        if name in self._lacking:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._true, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._true, name, value)

    def __dir__(self) -> list[str]:
        return sorted({*dir(self._true), *self._others} - self._lacking)


class _Kernel32:
    """Agrees to everything, and has 8 GiB."""

    def __getattr__(self, name: str) -> Callable[..., int]:
        return lambda *_arguments: 1

    def GlobalMemoryStatusEx(self, status: Any) -> int:  # noqa: N802
        status._obj.physical = 8 << 30
        return 1


def _locking(descriptor: int, mode: int, _size_bytes: int) -> None:
    """msvcrt.locking, which says EACCES where another has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as err:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from err


def _show() -> None:
    lacking = json.loads(Path(os.environ["EARSHOT_LACKING"]).read_text(encoding="utf-8"))
    absent = {name for name, names in lacking.items() if names is None}
    msvcrt = types.ModuleType("msvcrt")
    msvcrt.__dict__.update(locking=_locking, LK_NBLCK=2, LK_UNLCK=0)
    windll = types.SimpleNamespace(kernel32=_Kernel32(), psapi=_Kernel32())
    more: dict[str, dict[str, object]] = {"sys": {"platform": "win32"}, "ctypes": {"windll": windll}}
    views: dict[str, types.ModuleType] = {"msvcrt": msvcrt}
    for name in {*lacking, *more} - absent:
        views[name] = _View(_import(name), frozenset(lacking.get(name, ())), more.get(name, {}))

    def import_as_on_windows(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> types.ModuleType:
        asks = str((globals or {}).get("__name__", ""))
        if asks.partition(".")[0] not in _OURS and not _is_main_of_ours(asks, globals):
            return _import(name, globals, locals, fromlist or (), level)
        top = name.partition(".")[0]
        if top in absent:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        if name not in views:
            found = _import(name, globals, locals, fromlist or (), level)
            return views.get(top, found) if not fromlist and top in views else found
        return views[name]

    builtins.__import__ = import_as_on_windows


def _is_main_of_ours(asks: str, known: Mapping[str, object] | None) -> bool:
    """Whether it is `python -m engine.…`, whose name is `__main__`."""
    package = str((known or {}).get("__package__") or "")
    return asks == "__main__" and package.partition(".")[0] in _OURS


_show()
