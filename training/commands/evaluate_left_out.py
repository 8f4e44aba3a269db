"""`earshot-train evaluate-left-out`: how a pack or a run does on sources that it never learnt from."""

from pathlib import Path

from training.arguments import Commands


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-left-out",
        help="measure a pack or a run on whole sources that it never learnt from",
        description="mAP@10 of the captions of each fold of training/data/corpora/left_out.toml, the mean of the "
        "folds, and how often sounds of ten everyday kinds are named right, with 95 %% intervals. A run is measured on "
        "the folds that its recipe left out (train-without-FOLD); a starter older than the further folder, on all.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--data", action="append", required=True, metavar="DIR", help="the corpus, then what adds to it; repeated"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pack", type=Path, metavar="DIR", help="default: the starter")
    which.add_argument("--checkpoint", type=Path, metavar="FILE", help="of a run")
    parser.add_argument("--against", type=Path, metavar="PATH", help="pack or checkpoint to compare with, by query")
    parser.add_argument("--fold", action="append", metavar="NAME", help="only this fold; may be repeated")
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="mel pictures of checkpoints (default: none are kept)"
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="default: %(default)s")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.set_defaults(run="training.tasks.evaluate_left_out:measure")
