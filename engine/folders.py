"""Where a library lies when nobody says so. Loads nothing that takes time: the window's first moment asks it."""

from pathlib import Path

import platformdirs


def default_folder() -> Path:
    """Gives the library's folder when none is named: in the platform's data folder for the user."""
    return platformdirs.user_data_path("earshot", appauthor=False) / "library"
