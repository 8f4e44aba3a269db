"""`earshot-train evaluate-card` and `evaluate-page`: what was measured of packs, in their cards and on one page."""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.models.pack import installed_packs, read_info
from training.data.corpus import CorpusError
from training.export import card_tables
from training.export.card_sections import CARD, COST, SPEED, measured_sections, sections, with_card
from training.export.page import page_of
from training.export.trials import PATH
from training.tasks import DONE, say


def write_card(options: argparse.Namespace) -> int:
    """Writes what was measured of a pack into its card."""
    info = read_info(options.pack)
    records = _records(options.measured, info.pack_id, options.pack)
    new = measured_sections(records)
    if options.speed is not None:
        new[SPEED] = "\n".join(f"    {line}".rstrip() for line in _text(options.speed).strip().splitlines())
    if options.cpu_s is not None:
        said = sections(_text(options.pack / CARD)).get(COST, "").partition("\n\n")[0]
        new[COST] = f"{said}\n\n{card_tables.cpu_cost(options.cpu_s)}".strip()
    with_card(options.pack, new)
    say(f"{options.pack}: {', '.join(new) or 'nothing'} written anew")
    return DONE


def write_page(options: argparse.Namespace) -> int:
    """Writes the page of all packs."""
    packs = options.pack or installed_packs(None)
    trials = options.trials or (PATH if PATH.is_file() else None)
    options.out.write_text(page_of(packs, trials), encoding="utf-8")
    say(f"{len(packs)} packs in {options.out}")
    return DONE


def _records(paths: list[Path], pack_id: str, pack: Path) -> dict[str, Any]:
    """The records by what they measure; one of another pack is refused where it says which it is of."""
    found: dict[str, Any] = {}
    for path in paths:
        try:
            record = json.loads(_text(path))
            found[_kind(record)] = record
        except (ValueError, KeyError, TypeError) as err:
            raise CorpusError(
                f"{path} is no record of a measurement: {err!r}",
                advice="Give what evaluate-pack, robustness or honesty print with --json.",
            ) from err
        if record.get("pack_id", pack_id) != pack_id or record["pack"] != pack.resolve().name:
            raise CorpusError(f"{path} was measured of another pack, {record['pack']}", advice="Measure this one.")
    return found


def _kind(record: object) -> str:
    """What a record measures."""
    if not isinstance(record, dict):
        raise TypeError(f"a {type(record).__name__}")
    if record.get("measure") == "pack":
        (part,) = record["parts"]
        return str(part).partition(":")[2]
    if "changed" in record:
        return "robustness"
    if "strong_without" in record:
        return "honesty"
    raise ValueError("of no known kind")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise EngineError(f"cannot read {path}: {err}", advice="Name a text file.") from err
