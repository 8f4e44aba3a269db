"""How to start and restart a window."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base.folders import default_folder

if TYPE_CHECKING:
    from engine.base.types import FilePath

TRAINING = "training"
"""Subfolder of the data folder with every training and the environment that trains."""


class WindowStart(Struct, frozen=True):
    """Parameters of a window's start."""

    library: Path
    settings_file: Path
    pack: Path | None = None
    query: str = ""
    folders: "tuple[FilePath, ...]" = ()
    screenshot: Path | None = None
    """Write a screenshot here after the first answer, then end."""
    log_folder: Path | None = None
    """The log's folder; None for no log."""
    former_crash: Path | None = None
    """File to look into if the last session ended abnormally."""
    is_read_only: bool = False
    """Never change sounds, whatever the settings say; see `engine.base.read_only_mode`."""
    may_create: bool = True
    """Create the library if it does not exist; else report that."""
    data_folder: Path | None = None
    """Folder of trainings and their environment; None for the platform's data folder."""

    @property
    def data(self) -> Path:
        """Folder of trainings and their environment."""
        return self.data_folder or default_folder().parent

    @property
    def trainings(self) -> Path:
        """The folder of all trainings, as the preferences name it."""
        return self.data / TRAINING

    def again(self) -> tuple[str, list[str]]:
        """Program and arguments that reopen the same library."""
        arguments = ["-m", "desktop", "--library", str(self.library), "--settings", str(self.settings_file)]
        if self.may_create:
            arguments.append("--create")
        if self.is_read_only:
            arguments.append("--read-only")
        if self.pack is not None:
            arguments += ["--pack", str(self.pack)]
        if self.log_folder is not None:
            arguments += ["--log", str(self.log_folder)]
        if self.data_folder is not None:
            arguments += ["--data-folder", str(self.data_folder)]
        return sys.executable, arguments
