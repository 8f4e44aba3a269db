"""Folders of recorded sounds for some tests: EARSHOT_DATA, one folder or several, the corpus first."""

import os
from pathlib import Path


def data_folders() -> list[Path]:
    """Returns the folders in EARSHOT_DATA, none if it is not set."""
    return [Path(folder) for folder in os.environ.get("EARSHOT_DATA", "").split(os.pathsep) if folder]


def corpus_folder() -> Path | None:
    return next(iter(data_folders()), None)
