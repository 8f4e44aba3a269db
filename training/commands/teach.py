"""`earshot-train teach`: what trained models say of a training set, for a student to be distilled from."""

from pathlib import Path

from training.arguments import Commands


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "teach",
        help="write down what trained models say of a training set",
        description="Embeds every sound and caption of a training set with each model. The folder is then named by the "
        "student's recipe, objective.teachers, or by earshot-train train --teachers.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--checkpoint", type=Path, action="append", required=True, metavar="FILE", help="a teacher; may be repeated"
    )
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="where a corpus lies, as clotho=DIR; without a name, one in Earshot's own layout; may be repeated",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the student's recipe (default: what the teacher was trained on)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder in it for each teacher")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures and text vectors (default: beside DIR)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="default: %(default)s")
    parser.set_defaults(run="training.tasks.teach:teach_all")
