"""The default folder of a library, and the name of the folder for dragged files.

Imports nothing slow: the window needs it at its first moment.
"""

from pathlib import Path

import platformdirs

DRAGS_NAME = "Earshot drags"
"""Files dragged out are no new sounds: indexing a folder above skips folders of this name."""


def default_folder() -> Path:
    """Returns the default library folder, in the platform's data folder for the user."""
    return platformdirs.user_data_path("earshot", appauthor=False) / "library"
