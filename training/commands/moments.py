"""`earshot-train moments`: whether the best moment of a long file is the right one."""

from training.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "moments",
        help="measure where in a long file the answer is",
        description="Joins eight sounds of different kinds, of two seconds and more, into each of some long files, "
        "indexes them with earshot index, and asks for every caption in its file: how often is the first moment "
        "where that sound is. ! where it is right less than 0.80 of the time.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seed", type=count, default=83, metavar="N", help="deals the sounds (default: %(default)s)")
    parser.set_defaults(run="training.tasks.mixed:measure_long_files")
