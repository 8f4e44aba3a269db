"""`earshot-train robustness`: what quieter, recoded, echoing copies of the sounds cost a pack."""

from training.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "robustness",
        help="measure a pack on changed files",
        description="mAP@10 through earshot index and earshot search, of the files as they are and under each change: "
        "level, sample rates, MP3, mono and stereo, leading silence, reverb. Losses are paired by query; ! marks those "
        "of more than 15 %%.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.set_defaults(run="training.tasks.robustness:measure_changes")
