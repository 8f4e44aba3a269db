"""Reads and replaces a model card's sections, in particular when more of a pack has been measured.

Figures are measured through the engine, which needs the pack first, and some take longer than making it. So a new
pack's card has gaps, and `earshot-train evaluate-card` fills them. The pack's id, made of its graphs and plan, stays.
"""

import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.models.manifest import PackInfo, to_json
from engine.models.pack import MANIFEST, load_pack, read_info
from training.export import card_tables

CARD = "MODEL_CARD.md"
FIGURES = "How good it is"
CATEGORIES = "By category"
CANNOT_HEAR = "What it cannot hear"
NAMES = "With the names that files had"
EVERYDAY = "In words that training has not"
CHANGED = "Changed files"
STRONG = "What strong is worth"
SPEED = "Speed"
COST = "What it cost"
_BEFORE = "Limits"
"""New sections go before this one."""


def sections(card: str) -> dict[str, str]:
    """Returns the body of each section by heading, in order; the text before the first is under ""."""
    found: dict[str, list[str]] = {"": []}
    name = ""
    for line in card.splitlines():
        if line.startswith("## "):
            name = line[3:].strip()
            found[name] = []
        else:
            found[name].append(line)
    return {name: "\n".join(lines).strip("\n") for name, lines in found.items()}


def joined(parts: Mapping[str, str]) -> str:
    """Joins sections to a card."""
    said = [f"## {name}\n\n{body}" if name else body for name, body in parts.items()]
    return "\n\n".join(said) + "\n"


def with_sections(card: str, new: Mapping[str, str]) -> str:
    """Replaces sections by heading; new ones go before the limits."""
    parts = sections(card)
    kept = {name: new.get(name, body) for name, body in parts.items()}
    added = {name: body for name, body in new.items() if name not in parts}
    found: dict[str, str] = {}
    for name, body in kept.items():
        if name == _BEFORE:
            found |= added
        found[name] = body
    return joined(found | added)


def measured_sections(records: Mapping[str, Any]) -> dict[str, str]:
    """Returns the sections that some records fill.

    Args:
        records: "val" and "test" of `evaluate-pack`, "robustness", "honesty".
    """
    tables = {split: records[split] for split in ("val", "test") if split in records}
    found: dict[str, str] = {}
    if tables:
        found |= {FIGURES: card_tables.figures(tables), CATEGORIES: card_tables.categories(tables)}
    if "val" in tables:
        found[CANNOT_HEAR] = card_tables.cannot_hear(tables["val"], "val")
    test = records.get("test", {})
    if test.get("names"):
        found[NAMES] = card_tables.names_kept(test["names"])
    if test.get("everyday"):
        found[EVERYDAY] = card_tables.everyday(test["everyday"])
    if "robustness" in records:
        found[CHANGED] = card_tables.changed_files(records["robustness"])
    if "honesty" in records:
        found[STRONG] = card_tables.strong(records["honesty"])
    return found


def with_card(folder: Path, new: Mapping[str, str]) -> PackInfo:
    """Replaces sections in a pack's card; nothing else changes, so its id stays.

    Running it again repairs an interrupted run.

    Raises:
        PackError: the folder holds no pack, or its other files are damaged.
    """
    info = read_info(folder)
    card = with_sections((folder / CARD).read_text(encoding="utf-8"), new).encode()
    told = replace(info, files={**info.files, CARD: hashlib.sha256(card).hexdigest()})
    # Written outside the folder first: a pack holds its own files and nothing else.
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.resolve().parent) as work:
        for name, content in ((CARD, card), (MANIFEST, to_json(told))):
            (Path(work) / name).write_bytes(content)
        for name in (CARD, MANIFEST):
            (Path(work) / name).replace(folder / name)
    return load_pack(folder).info
