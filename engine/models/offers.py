"""The catalogue of packs available elsewhere, resources/packs-catalogue.json.

An offer is either a ready pack, an address with the checksum of its file, or a published checkpoint with the commands
that make a pack of it. Nothing here goes online: `engine.ingest.pack_download` does, on request.
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
_FILE = "packs-catalogue.json"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ADVICE = "Ask whoever made the list to mend it; if it is Earshot's own, reinstall Earshot."


class Offer(Struct, frozen=True):
    """A pack to download, or a checkpoint to make a pack from."""

    name: str
    """For `install`: lower-case letters, digits and hyphens."""
    purpose: str
    page: str
    """https address of its makers' description."""
    hugging_face: str = ""
    """Its id there, owner/name; empty if it is elsewhere."""
    licence: str = ""
    """SPDX expression; empty if only its page says."""
    size_bytes: int = 0
    """Download size; 0 if only its page says."""
    commands: tuple[str, ...] = ()
    """For a checkpoint: commands that make and install a pack, in order."""
    address: str = ""
    """For a ready pack: https address of its zip file."""
    sha256: str = ""
    """Of that zip file, 64 lower-case hexadecimal digits."""

    def __post_init__(self) -> None:
        """Refuses an unusable offer.

        Raises:
            PackError: names the wrong field.
        """
        wrong = [
            name
            for name, is_well in (
                ("name", _NAME.fullmatch(self.name)),
                ("purpose", self.purpose),
                ("page", self.page.startswith("https://")),
                ("size_bytes", self.size_bytes >= 0),
                ("commands or address", bool(self.commands) != bool(self.address)),
                ("address", not self.address or "://" in self.address),
                ("sha256", _SHA256.fullmatch(self.sha256) if self.address else not self.sha256),
            )
            if not is_well
        ]
        if wrong:
            raise PackError(f"the offer {self.name!a}: {', '.join(wrong)} will not do", advice=_ADVICE)


def read_offers(file: Path | None = None) -> tuple[Offer, ...]:
    """Reads a catalogue of packs, in its order.

    Args:
        file: another list than the one that comes with Earshot.

    Raises:
        PackError: it cannot be read, is of a later Earshot, or an entry is invalid.
    """
    place = importlib.resources.files("resources") / _FILE if file is None else file
    try:
        content: Any = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as err:
        raise PackError(f"the catalogue of packs {place} cannot be read: {err}", advice=_ADVICE) from err
    if (
        not isinstance(content, dict)
        or content.keys() != {"version", "packs"}
        or not isinstance(content["packs"], list)
    ):
        raise PackError(f"{place} is not a catalogue of packs: it needs version and packs", advice=_ADVICE)
    if content["version"] != _VERSION:
        raise PackError(
            f"the catalogue of packs {place} has version {content['version']!a}, this Earshot reads {_VERSION}",
            advice="Update Earshot.",
        )
    offers = tuple(_offer(entry) for entry in content["packs"])
    if len({offer.name for offer in offers}) < len(offers):
        raise PackError(f"{place} has two packs of one name", advice=_ADVICE)
    return offers


def offer_called(name: str, offers: tuple[Offer, ...]) -> Offer | None:
    """Finds an offer by its name or its Hugging Face id, ignoring case."""
    wanted = name.casefold()
    known = (offer for offer in offers if wanted in (offer.name, offer.hugging_face.casefold()))
    return next(known, None) if wanted else None


def _offer(entry: object) -> Offer:
    """Makes an offer from a JSON object; unknown keys are errors, so that a slip does not pass for a missing value."""
    if not isinstance(entry, Mapping):
        raise PackError(f"no offer of a pack: {entry!a:.80}", advice=_ADVICE)
    kinds = {"size_bytes": int, "commands": list}
    odd = [
        key
        for key, value in entry.items()
        if key not in Offer.__struct_fields__ or type(value) is not kinds.get(key, str) or value in ("", [])
    ]
    commands = entry.get("commands", [])
    if odd or not all(isinstance(line, str) and line for line in commands):
        named = ", ".join(odd) or "commands"
        raise PackError(f"the offer {entry.get('name')!a}: {named} is unknown or will not do", advice=_ADVICE)
    try:
        return Offer(**{**entry, "commands": tuple(commands)})
    except TypeError as err:
        raise PackError(f"the offer {entry.get('name')!a} lacks something: {err}", advice=_ADVICE) from err
