"""Packs that can be had elsewhere: the catalogue of packs, resources/packs-catalogue.json, read and checked.

An offer is either a ready pack, an address with the checksum of what lies there, or a published checkpoint with the
commands that make a pack of it. Nothing here goes online: `engine.ingest.download` does, when it is asked to.
"""

import importlib.resources
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PackError

_VERSION = 1
_FILE = "packs-catalogue.json"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ADVICE = "Ask whoever made the list to mend it; if it is Earshot's own, reinstall Earshot."


@dataclass(frozen=True, slots=True)
class Offer:
    """One pack that can be had, or one checkpoint that can be made a pack of."""

    name: str
    """What it is installed by: small letters, digits and hyphens."""
    purpose: str
    """What it is for, a line for people."""
    page: str
    """The https address of what its makers say of it."""
    hugging_face: str = ""
    """Its id there, owner/name; empty when it lies elsewhere."""
    licence: str = ""
    """An SPDX expression; empty when its page has to be asked."""
    size_bytes: int = 0
    """Of what is downloaded; 0 when its page has to be asked."""
    commands: tuple[str, ...] = ()
    """For a checkpoint: what makes a pack of it and installs that, in this order."""
    address: str = ""
    """For a ready pack: the https address of its zip file."""
    sha256: str = ""
    """Of that zip file, 64 hexadecimal digits in small letters."""

    def __post_init__(self) -> None:
        """Refuses an offer that nobody could take.

        Raises:
            PackError: which field is wrong.
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
    """Finds an offer by its name or its Hugging Face id, in letters of either case."""
    wanted = name.casefold()
    known = (offer for offer in offers if wanted in (offer.name, offer.hugging_face.casefold()))
    return next(known, None) if wanted else None


def _offer(entry: object) -> Offer:
    """Makes an offer of a JSON object; an unknown key is an error, so that a slip does not pass for a missing value."""
    if not isinstance(entry, Mapping):
        raise PackError(f"no offer of a pack: {entry!a:.80}", advice=_ADVICE)
    kinds = {"size_bytes": int, "commands": list}
    odd = [
        key
        for key, value in entry.items()
        if key not in Offer.__slots__ or type(value) is not kinds.get(key, str) or value in ("", [])
    ]
    commands = entry.get("commands", [])
    if odd or not all(isinstance(line, str) and line for line in commands):
        named = ", ".join(odd) or "commands"
        raise PackError(f"the offer {entry.get('name')!a}: {named} is unknown or will not do", advice=_ADVICE)
    try:
        return Offer(**{**entry, "commands": tuple(commands)})
    except TypeError as err:
        raise PackError(f"the offer {entry.get('name')!a} lacks something: {err}", advice=_ADVICE) from err
