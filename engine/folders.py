"""Where a library lies when nobody says so, and what the folder for dragged files is called.

Loads nothing that takes time: the window's first moment asks it.
"""

from pathlib import Path

import platformdirs

DRAGS_NAME = "Earshot drags"
"""What was dragged out is no new sound: a folder of this name is not listened to with what is above it."""


def default_folder() -> Path:
    """Gives the library's folder when none is named: in the platform's data folder for the user."""
    return platformdirs.user_data_path("earshot", appauthor=False) / "library"
