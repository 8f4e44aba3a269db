"""`earshot-train corpus`: reads a corpus, fetches it, lists it anew."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "corpus",
        help="read corpora, or fetch the starter's",
        description="Says what is in a corpus, what is left out of it and why. Known: earshot (the starter's), "
        "synthesis, clotho, audiocaps, wavcaps, macs, dcase2025, folder (with captions.csv, "
        ".jsonl or .json), library, manifest.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data",
        action="append",
        metavar="[NAME=]DIR",
        help="where a corpus lies; a bare DIR is the starter's, a second one adds to its train part",
    )
    parser.add_argument(
        "--part", action="append", default=[], metavar="NAME:PART", help="only this, such as clotho:development"
    )
    parser.add_argument("--strict", action="store_true", help="keep only what is stated to be under an open licence")
    parser.add_argument(
        "--own", action="append", default=[], metavar="NAME", help="your name: what is yours is not forbidden"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was read as a manifest, JSONL")
    parser.set_defaults(run="training.tasks.corpus:show_corpus")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action")
    fetch = actions.add_parser("fetch", help="rebuild the corpus from the manifest, online", allow_abbrev=False)
    fetch.add_argument(
        "--data", type=Path, action="append", metavar="DIR", required=True,
        help="folder to make or to complete; a second one takes the further clips",
    )  # fmt: skip
    fetch.add_argument(
        "--source", action="append", default=[], metavar="NAME", help="only this source; may be repeated"
    )
    fetch.add_argument("--limit", type=count, metavar="N", help="only the first N clips of each")
    fetch.add_argument("--server", default="https://github.com", metavar="URL", help="default: %(default)s")
    fetch.set_defaults(run="training.tasks.corpus:fetch_corpus")
    doubles = actions.add_parser(
        "doubles", help="list clips of further folders that are one recording with another's", allow_abbrev=False
    )
    doubles.add_argument(
        "--data", action="append", required=True, metavar="DIR", help="the corpus, then what adds to it"
    )
    doubles.add_argument("--pack", type=Path, metavar="DIR", help="whose vectors are compared (default: the starter)")
    doubles.add_argument("--workers", type=count, default=0, metavar="N", help="threads (default: one a core)")
    doubles.add_argument("--out", type=Path, required=True, metavar="FILE", help="training/data/corpora/doubles.txt")
    doubles.set_defaults(run="training.tasks.corpus:list_doubles")
    manifest = actions.add_parser("manifest", help="write the manifest anew from a corpus", allow_abbrev=False)
    manifest.add_argument(
        "--data", type=Path, action="append", metavar="DIR", required=True,
        help="corpus with its SOURCES.md, then what adds to it",
    )  # fmt: skip
    manifest.set_defaults(run="training.tasks.corpus:make_manifest")
