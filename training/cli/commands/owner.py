"""`earshot-train owner`: what learning from an owner's choices gains, and what it costs other searches."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "owner",
        help="measure code words learnt from five examples, and their effect on ordinary captions",
        description="Through earshot index and the engine's learning, by sound only: twelve code words of five clips "
        "each, and a caption of forty other kinds, are taught; hit@10 of the rest for each code word, and mAP@10 of "
        "every caption with and without what was learnt.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seeds", type=count, default=3, metavar="N", help="draws of kinds and examples (default: 3)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures learning on a split."""
    from training.evaluation.measured import read_measured
    from training.evaluation.owner import measure_owner

    asked = read_measured(options)
    found = measure_owner(asked.pack, asked.clips, by=asked.by, seeds=options.seeds)
    return asked.tell(found, is_json=options.json)
