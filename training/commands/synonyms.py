"""`earshot-train synonyms`: other captions of a corpus by taxonomies alone, for the caption swap; no language model."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "synonyms",
        help="make variants of captions from UCS, AudioSet's ontology and labels",
        description="Writes variants of every caption without a network: a phrase replaced by another that UCS or "
        "AudioSet's ontology puts beside it, the caption in another frame, and its sound's labels. The file is of the "
        "form that paraphrase writes and may be the same one; a recipe takes it by captions.variants. With --wordnet "
        "what a caption names also gives way to what says the same, to what is narrower and broader.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="where a corpus lies; may be repeated"
    )
    parser.add_argument(
        "--part", action="append", required=True, metavar="NAME:PART", help="such as earshot:train; repeatable"
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", type=Path, metavar="FILE", help="JSONL of variants; goes on if there")
    where.add_argument(
        "--examples", type=count, metavar="N", help="write nothing, show what --wordnet makes of N captions"
    )
    parser.add_argument(
        "--ontology", type=Path, metavar="FILE", help="AudioSet's ontology.json; without it the words are those of UCS"
    )
    parser.add_argument("--most", type=count, default=6, metavar="N", help="variants of one caption (default: 6)")
    parser.add_argument(
        "--wordnet", type=Path, metavar="DIR",
        help="WordNet's files, such as /usr/share/wordnet of Debian's wordnet-base; takes minutes",
    )  # fmt: skip
    parser.add_argument("--seed", type=count, default=1, metavar="S", help="of what --wordnet draws (default: 1)")
    parser.set_defaults(run="training.tasks.synonyms:synonyms")
