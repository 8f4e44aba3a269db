"""`earshot-train corpus`: reads a corpus, fetches it, lists it anew."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("corpus", help="read a corpus, or fetch it", allow_abbrev=False)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the corpus")
    parser.set_defaults(run="training.tasks.corpus:show_corpus")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action")
    fetch = actions.add_parser("fetch", help="rebuild the corpus from the manifest, online", allow_abbrev=False)
    fetch.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder to make or to complete")
    fetch.add_argument(
        "--source", action="append", default=[], metavar="NAME", help="only this source; may be repeated"
    )
    fetch.add_argument("--limit", type=count, metavar="N", help="only the first N clips")
    fetch.add_argument("--server", default="https://github.com", metavar="URL", help="default: %(default)s")
    fetch.set_defaults(run="training.tasks.corpus:fetch_corpus")
    manifest = actions.add_parser("manifest", help="write the manifest anew from a corpus", allow_abbrev=False)
    manifest.add_argument("--data", type=Path, metavar="DIR", required=True, help="corpus with its SOURCES.md")
    manifest.set_defaults(run="training.tasks.corpus:make_manifest")
