"""`earshot-train robustness`: what quieter, recoded and echoing copies of the sounds cost a pack."""

import argparse

from training.base.arguments import SOME_SKIPPED, Commands, add_measured_options, say


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
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures a pack on changed files beside the unchanged ones."""
    from training.evaluation.changes import changes
    from training.evaluation.measurement import read_measured
    from training.evaluation.robustness import measure_robustness

    asked = read_measured(options)
    found = measure_robustness(asked.pack, asked.clips, changes(), say, by=asked.by)
    ended = asked.tell(found, is_json=options.json)
    if found.unreadable:
        say(f"{found.unreadable} clips could not be read")
        return SOME_SKIPPED
    return ended
