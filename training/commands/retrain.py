"""`earshot-train retrain`: lets the model in use learn on from your own sounds."""

from pathlib import Path

from training.arguments import Commands, count, minutes


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "retrain",
        help="let the model in use learn on from your own sounds",
        description="Lets a pack learn on from a library, a folder with captions or a manifest, and measures it before "
        "and after on sounds kept away. All is told in RUN/events.jsonl; a file RUN/stop asks it to save and end.",
        allow_abbrev=False,
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--library", type=Path, metavar="DIR", help="an Earshot library")
    source.add_argument("--folder", type=Path, metavar="DIR", help="sounds with captions.csv, .jsonl or .json")
    source.add_argument("--manifest", type=Path, metavar="FILE", help="a list that earshot-train corpus --out wrote")
    parser.add_argument(
        "--run", type=Path, metavar="DIR", required=True, dest="folder_of_run", help="folder of the run"
    )
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="start from it (default: the library's, or the starter)"
    )
    parser.add_argument("--minutes", type=minutes, metavar="M", help="learn for so long instead of some hundred steps")
    parser.add_argument("--steps", type=count, metavar="N", help="learn for so many steps (default: 300)")
    parser.add_argument(
        "--own", action="append", default=[], metavar="NAME", help="your name: what is yours is allowed"
    )
    parser.add_argument("--strict", action="store_true", help="only sounds that are stated to be openly licensed")
    parser.add_argument("--look", action="store_true", help="only say what would be used, and what is left out and why")
    parser.add_argument("--resume", action="store_true", help="go on with the run of that folder")
    parser.add_argument("--json", action="store_true", help="print the events on standard output too")
    parser.set_defaults(run="training.tasks.retrain:retrain")
