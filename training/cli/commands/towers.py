"""`earshot-train towers`: the available encoders and their sizes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from training.base.arguments import Commands

if TYPE_CHECKING:
    from training.towers.sizes import Size


_ROW = "{:<20} {:>12} {:>12}  {:<7} {:>12}  {}"


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "towers",
        help="list the encoders, counted beside what is published",
        description="Builds every named audio and text encoder without memory, counts its numbers and compares them "
        "with those that its authors publish. Ends with 1 if one differs.",
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the table of towers; 1 if a count is not the published one."""
    from training.towers.sizes import audio_sizes, text_sizes

    sizes = [*audio_sizes(), *text_sizes()]
    print(_ROW.format("tower", "counted", "published", "", "kept in a run", "published by"))
    for size in sizes:
        print(_line(size))
    differing = [size.tower for size in sizes if not size.is_equal]
    print(f"{len(sizes) - len(differing)} of {len(sizes)} towers have as many numbers as are published.")
    return 1 if differing else 0


def _line(size: Size) -> str:
    verdict = "equal" if size.is_equal else "DIFFERS"
    return _ROW.format(size.tower, f"{size.counted:,}", f"{size.published:,}", verdict, f"{size.kept:,}", size.source)
