"""Where the recorded sounds lie that some tests take: EARSHOT_DATA, one folder or several, the corpus first."""

import os
from pathlib import Path


def data_folders() -> list[Path]:
    """Gives the folders that EARSHOT_DATA names, none where it is not set."""
    return [Path(folder) for folder in os.environ.get("EARSHOT_DATA", "").split(os.pathsep) if folder]


def corpus_folder() -> Path | None:
    """Gives the corpus' own folder."""
    return next(iter(data_folders()), None)
