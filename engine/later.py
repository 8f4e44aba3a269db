"""Modules that are loaded when they are first used: native ones, of which many take a tenth of a second and more.

The window is drawn before any of them is needed; imported at the top of a file, all of them would hold it up. Written
so that readers, mypy and the packager still see an import:

    if TYPE_CHECKING:
        import soxr
    else:
        soxr = later("soxr")

Not for a name in a signature or a base class, which Python looks up while it loads the file.
"""

from importlib import import_module
from typing import Any


class _Later:
    """Stands for a module; any thread may be the first to use it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)  # once it is loaded: a third of a microsecond


def later(name: str) -> Any:
    """Gives a stand-in that loads a module at its first use.

    Args:
        name: of the module, in full.
    """
    return _Later(name)
