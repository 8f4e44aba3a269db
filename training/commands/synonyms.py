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
        "form that paraphrase writes and may be the same one; a recipe takes it by captions.variants.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="where a corpus lies; may be repeated"
    )
    parser.add_argument(
        "--part", action="append", required=True, metavar="NAME:PART", help="such as earshot:train; repeatable"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSONL of variants; goes on if there")
    parser.add_argument(
        "--ontology", type=Path, metavar="FILE", help="AudioSet's ontology.json; without it the words are those of UCS"
    )
    parser.add_argument("--most", type=count, default=6, metavar="N", help="variants of one caption (default: 6)")
    parser.set_defaults(run="training.tasks.synonyms:synonyms")
