"""What PySide6 does beside Qt's own work, and what of it Earshot does without."""

import importlib
import sys


def read_no_sources() -> None:
    """Keeps PySide6 from reading the source of each module that is imported later; call it before they are.

    PySide6 looks in it for its own name, to offer `from __feature__ import …` there, which nothing here uses. Each
    source stays in `linecache` then: 24 MB, and a tenth of a second for a thousand modules. A PySide6 without that
    function is left as it is.
    """
    importlib.import_module("PySide6.QtCore")  # brings the next one
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", lambda module: False)  # noqa: B010 (mypy knows no such attribute)
