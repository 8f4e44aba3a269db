"""How a window is started, and started again."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.folders import default_folder

if TYPE_CHECKING:
    from engine.types import FilePath

TRAINING = "training"
"""In the data folder: a folder for every training, and the environment that trains."""


@dataclass(frozen=True, slots=True)
class WindowStart:
    """How to start the window."""

    library: Path
    settings_file: Path
    pack: Path | None = None
    query: str = ""
    folders: "tuple[FilePath, ...]" = ()
    screenshot: Path | None = None
    """Write a picture of the window here after the first answer, then end."""
    log_folder: Path | None = None
    """Where the log lies; None when none is kept."""
    former_crash: Path | None = None
    """What to look into when the last session did not end in order."""
    is_read_only: bool = False
    """Leave sounds alone, whatever the settings say, see `engine.promise`."""
    may_create: bool = True
    """Make the library where there is none; else say that there is none."""
    data_folder: Path | None = None
    """Where trainings and the environment for them are kept; None: the platform's data folder."""

    @property
    def data(self) -> Path:
        """Where trainings and the environment for them are kept."""
        return self.data_folder or default_folder().parent

    @property
    def trainings(self) -> Path:
        """The folder of them all: what the preferences name."""
        return self.data / TRAINING

    def again(self) -> tuple[str, list[str]]:
        """Program and arguments that open the same library once more."""
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
