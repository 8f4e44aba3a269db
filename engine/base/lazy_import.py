"""Lazy imports of native modules, many of which take a tenth of a second or more.

The window is drawn before any of them is needed; imports at the top of a file would delay it. Written so that readers,
mypy and the packager still see an import:

    if TYPE_CHECKING:
        import soxr
    else:
        soxr = later("soxr")

Not for names in signatures or base classes, which Python needs while it loads the file.
"""

from importlib import import_module
from typing import Any


class _LazyModule:
    """Stands for a module; any thread may use it first."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)  # a third of a microsecond once it is loaded


def later(name: str) -> Any:
    """Returns a stand-in that imports the module (its full name) on first use."""
    return _LazyModule(name)
