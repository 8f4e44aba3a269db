"""`earshot-train edit`: clips of train changed so that it is heard, as a corpus whose captions say so."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "edit",
        help="make edited sounds with captions that say so",
        description="Takes clips of train and makes them distant, muffled, echoing, reverberant, slowed, sped up, "
        "reversed, lower, higher, in a crowd, in noise or by telephone, as a corpus of the starter's layout under the "
        "clips' own licences. The same corpus and seed give the same bytes.",
        allow_abbrev=False,
    )
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the corpus, in Earshot's own layout")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the edits; a new or empty folder")
    parser.add_argument("--count", type=count, required=True, metavar="N", help="about how many sounds")
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="default: %(default)s")
    parser.add_argument("--kinds", type=count, default=170, metavar="N", help="at most so many new kinds: %(default)s")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="processes: %(default)s")
    parser.set_defaults(run="training.tasks.edit:edit")
