"""`earshot-train evaluate-card`: writes measurements of a pack into its card."""

import argparse
import json
from pathlib import Path
from typing import Any

from engine.base.errors import EngineError
from training.base.arguments import DONE, Commands, say


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-card",
        help="write what was measured into a pack's card",
        description="Takes what evaluate-pack, robustness and honesty print with --json, each in a file, and writes "
        "these sections of MODEL_CARD.md anew. The pack's id stays what it was.",
        allow_abbrev=False,
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", required=True, help="the pack")
    parser.add_argument(
        "--measured", type=Path, action="append", metavar="FILE", default=[], help="a record; may be repeated"
    )
    parser.add_argument("--speed", type=Path, metavar="FILE", help="text of a benchmark, shown as it is")
    parser.add_argument("--cpu-s", type=float, metavar="S", help="CPU seconds of all runs that led to the pack")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes measurements of a pack into its card."""
    from engine.models.pack import read_info
    from training.export import card_tables
    from training.export.card_sections import CARD, COST, SPEED, measured_sections, sections, with_card

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


def _records(paths: list[Path], pack_id: str, pack: Path) -> dict[str, Any]:
    """Returns the records by kind; refuses one that names another pack."""
    from training.data.corpus import CorpusError

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
