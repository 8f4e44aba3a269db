"""The table of published models that Earshot can make a pack of, resources/published-packs.json.

Sizes are those that the hub's pages state, rounded. A file has a sha256 here only where somebody compared it with the
file itself; otherwise what the hub states at the download is compared. Nothing here goes online.
"""

import importlib.resources
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.base.errors import PackError

_VERSION = 1
_FILE = "published-packs.json"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PATH = re.compile(r"[\w.-]+(/[\w.-]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
ROLES = ("audio", "text", "tokenizer", "extractor")
_ADVICE = "Ask whoever made the table to mend it; if it is Earshot's own, reinstall Earshot."
_ROUNDED = 1.25
"""A file may be larger than the rounded size on its page by this factor."""


class ModelFile(Struct, frozen=True):
    """One file of a published model."""

    path: str
    """Below the model's address."""
    size_bytes: int
    """As its page states it, rounded."""
    sha256: str = ""
    """64 hexadecimal digits; empty if nobody compared it yet."""

    @property
    def most_bytes(self) -> int:
        """A larger download is refused."""
        return round(self.size_bytes * _ROUNDED) + 2**12

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class PublishedModel(Struct, frozen=True):
    """A published model, as ONNX graphs of its two towers, a tokenizer and the settings of its feature extractor."""

    name: str
    purpose: str
    page: str
    address: str
    """Of the folder that its files lie in."""
    licence: str
    languages: str
    training_data: str
    files: Mapping[str, ModelFile]
    """By role: see `ROLES`."""

    @property
    def size_bytes(self) -> int:
        """Of the whole download, about."""
        return sum(file.size_bytes for file in self.files.values())


def read_table(file: Path | None = None) -> tuple[PublishedModel, ...]:
    """Reads a table of published models.

    Args:
        file: another table than the one that comes with Earshot.

    Raises:
        PackError: it cannot be read, is of a later Earshot, or an entry is invalid.
    """
    place = importlib.resources.files("resources") / _FILE if file is None else file
    try:
        content: Any = json.loads(place.read_text(encoding="utf-8"))
        if content["version"] != _VERSION:
            raise PackError(
                f"the table {place} has version {content['version']!a}, this Earshot reads {_VERSION}",
                advice="Update Earshot.",
            )
        return tuple(_model(entry) for entry in content["models"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as err:
        raise PackError(f"the table of published models {place} cannot be used: {err}", advice=_ADVICE) from err


def model_called(name: str, models: tuple[PublishedModel, ...]) -> PublishedModel:
    """Returns the model of this name.

    Raises:
        PackError: there is none.
    """
    for model in models:
        if model.name == name.casefold():
            return model
    known = ", ".join(model.name for model in models)
    raise PackError(f"there is no published model called {name!a} in the table", advice=f"There are: {known}.")


def _model(entry: Mapping[str, Any]) -> PublishedModel:
    files = {role: ModelFile(**record) for role, record in entry["files"].items()}
    model = PublishedModel(**{**entry, "files": files})
    texts = (model.purpose, model.page, model.address, model.licence, model.languages, model.training_data)
    claims = {
        "name": _NAME.fullmatch(model.name),
        "texts": all(isinstance(text, str) and text for text in texts),
        "files": files.keys() == set(ROLES),
        "paths": all(_PATH.fullmatch(file.path) and ".." not in file.path for file in files.values()),
        "sizes": all(type(file.size_bytes) is int and 0 < file.size_bytes <= 2**30 for file in files.values()),
        "checksums": all(not file.sha256 or _SHA256.fullmatch(file.sha256) for file in files.values()),
    }
    wrong = [name for name, holds in claims.items() if not holds]
    if wrong:
        raise ValueError(f"{model.name!a}: {', '.join(wrong)}")
    return model
