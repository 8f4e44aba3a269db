"""What other programs may do, and the command line options for it. Imports nothing slow."""

import argparse
from pathlib import Path

import platformdirs
from msgspec import Struct


class Permission(Struct, frozen=True):
    """What other programs may do besides reading."""

    changes: bool = False
    """Tags, ratings, notes and collections."""
    out: Path | None = None
    """The folder for exports; None for no exports."""


def add_permission(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `Permission`."""
    parser.add_argument(
        "--allow-changes",
        action="store_true",
        help="let them tag, rate, note and collect sounds, and export moments; sound files are never changed",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="let them export moments into this folder (default: with --allow-changes Earshot in your music folder,"
        " else no exports)",
    )


def permission(options: argparse.Namespace) -> Permission:
    """Returns the permission that a command line grants."""
    out: Path | None = options.out
    if out is None and options.allow_changes:
        out = platformdirs.user_music_path() / "Earshot"
    return Permission(options.allow_changes, None if out is None else out.absolute())
