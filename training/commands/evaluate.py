"""`earshot-train evaluate`: how good packs and checkpoints are, and whether one is better than another."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate",
        help="measure packs through the engine, and checkpoints",
        description="How well captions find sounds and sounds find captions, with 95 % intervals over queries. "
        "A pack is measured through earshot index and earshot search; several packs or checkpoints as an ensemble, the "
        "mean of their cosines.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="where a corpus lies, as clotho=DIR; without a name, one in Earshot's own layout; may be repeated",
    )
    parser.add_argument("--pack", type=Path, action="append", metavar="DIR", help="a pack (default: the starter)")
    parser.add_argument("--checkpoint", type=Path, action="append", metavar="FILE", help="a checkpoint of a run")
    parser.add_argument(
        "--against", type=Path, action="append", metavar="PATH", help="pack or checkpoint to compare with, by query"
    )
    parser.add_argument("--split", choices=("val", "test"), default="test", help="of DIR; default: %(default)s")
    parser.add_argument(
        "--part", action="append", metavar="NAME:PART", help="instead of the split, as clotho:evaluation"
    )
    parser.add_argument(
        "--pairs", action="store_true", help="each caption of each sound is a query with this one answer, as the papers"
    )
    parser.add_argument("--one-way", action="store_true", help="only from text to audio")
    parser.add_argument("--categories", action="store_true", help="print a line for each category too")
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART",
        help="what training saw, as earshot:train: figures also of captions and kinds that are new",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="mel pictures of checkpoints (default: none are kept)"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="default: %(default)s")
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="reading threads (default: one a core)")
    parser.set_defaults(run="training.tasks.evaluate:measure_systems")
