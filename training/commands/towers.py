"""`earshot-train towers`: the encoders that there are, and how large they are."""

from training.arguments import Commands


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "towers",
        help="list the encoders, counted beside what is published",
        description="Builds every named audio and text encoder without memory, counts its numbers and compares them "
        "with those that its authors publish. Ends with 1 if one differs.",
        allow_abbrev=False,
    )
    parser.set_defaults(run="training.tasks.towers:show_towers")
