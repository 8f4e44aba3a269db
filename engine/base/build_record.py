"""What was settled when the package was built that this program came in: commit, date, and where news of versions are.

`make bundle` writes `resources/build.json` (installer/bundle/contents.py); a checkout and the
Debian package have none, and all fields are empty.
"""

import importlib.resources
import json
from pathlib import Path

from msgspec import Struct

BUILD_FILE = Path(str(importlib.resources.files("resources"))) / "build.json"


class BuildRecord(Struct, frozen=True):
    """The fields of build.json; each is "" where the package has none."""

    commit: str = ""
    """The first twelve digits of the commit's id."""
    date: str = ""
    """ISO 8601, UTC."""
    notice_address: str = ""
    """Where *Look for a newer version* asks; without one there is no such command."""
    notice_key: str = ""
    """The public key of minisign, in base64, by which that notice must be signed."""

    @property
    def id(self) -> str:
        """What `earshot --version` and About show, "" for a checkout."""
        return f"{self.date}, {self.commit}" if self.commit else ""


def build() -> BuildRecord:
    """Reads build.json; an empty record in a checkout."""
    if not BUILD_FILE.is_file():
        return BuildRecord()
    return BuildRecord(**json.loads(BUILD_FILE.read_text(encoding="utf-8")))
