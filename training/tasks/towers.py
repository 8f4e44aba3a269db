"""What `earshot-train towers` does."""

import argparse

from training.towers.sizes import Size, audio_sizes, text_sizes

_ROW = "{:<20} {:>12} {:>12}  {:<7} {:>12}  {}"


def show_towers(options: argparse.Namespace) -> int:
    """Prints the table of towers; 1 if a count is not the published one."""
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
