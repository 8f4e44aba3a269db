"""Facts about this installation, for the log and for reports of faults. Names no user, host or folder."""

import os
import platform


def version(package: str = "earshot") -> str:
    """Returns the version of an installed package."""
    from importlib import metadata  # slow: it imports the email package

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def system() -> str:
    """Returns the operating system, its processor and the number of cores."""
    return f"{platform.platform()}, {platform.machine()}, {os.cpu_count() or 1} cores"


def python() -> str:
    """Returns the interpreter and its version."""
    return f"{platform.python_implementation()} {platform.python_version()}"
