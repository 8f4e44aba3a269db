"""Where a sound lies, told without what differs from machine to machine: the folders above its root, the separator."""

from engine.types import FilePath


def place_of(path: bytes, root: bytes) -> str:
    """A sound's path from its root's own name on, with / between the parts; of a file outside the root, its name.

    It tells copies of one payload apart and is for people. Only the payload says which sound it is.
    """
    above = root.rstrip(b"/\\") if path.startswith(root) else path
    start = _last_separator(above) + 1
    return FilePath(path[start:]).text.replace("\\", "/")


def _last_separator(path: bytes) -> int:
    return max(path.rfind(b"/"), path.rfind(b"\\"))
