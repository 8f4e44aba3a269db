"""`earshot pack use` and `earshot pack forget`: searches a library with another pack, and frees what one left."""

import argparse
import sys
from pathlib import Path

from engine.commands import DONE
from engine.commands.index import Ticker, print_line, run_shown
from engine.commands.show import json_line, say, size_text
from engine.errors import EngineError, PackError
from engine.events import Event, Learnt, Progress
from engine.ingest.control import Control
from engine.ingest.forget import forget_pack, pack_known_as
from engine.ingest.packs import pack_folder
from engine.ingest.shelf import take_in
from engine.ingest.spec import JobSpec
from engine.library import default_folder
from engine.models.pack import read_info

_STANDARD_INPUT = 0


class SoundsOffline(EngineError):
    """Sounds on drives that are away keep a library from being searched with a pack that does not know them."""


def use(options: argparse.Namespace) -> int:
    """Embeds the library with a pack and switches to it; 0, 3 when files could not be read, 130 after Ctrl-C.

    Raises:
        SoundsOffline: it was not switched, because sounds are on drives that are away.
        EngineError: the job's.
    """
    library = (options.library or default_folder()).absolute()
    spec = JobSpec(
        library,
        (),
        pack=None if options.folder is None else _folder_of(options.folder, library),
        device=options.device,
        workers=options.workers,
        memory_bytes=options.memory,
        is_learning=True,
        without_offline=options.without_offline,
    )
    control = Control()
    if options.json:
        control.follow(_STANDARD_INPUT, cancel_at_end=False)
    tick = Ticker(sys.stderr.isatty())
    ends: list[Learnt] = []

    def show(event: Event) -> None:
        if isinstance(event, Learnt):
            ends.append(event)
        if options.json:
            print_line(event)
        elif not isinstance(event, Progress):  # it counts this run alone; how far the library is, `Learning` says
            tick(event)

    status = run_shown(spec, control, show, as_json=options.json)
    if ends and not ends[-1].is_searched:
        raise SoundsOffline(
            f"{ends[-1].offline} sounds are on drives that are not connected, and {ends[-1].pack} does not know them",
            advice="Connect the drives and run the same command again, or add --without-offline: they are found by name"
            " alone then, until they are back.",
        )
    return status


def forget(options: argparse.Namespace) -> int:
    """Frees what a pack left in the library.

    Raises:
        PackError: the library is searched with it, or it made nothing here.
    """
    library = (options.library or default_folder()).absolute()
    known = pack_known_as(library, options.folder)
    if known is None:
        folder = pack_folder(Path(options.folder), library)
        if not folder.is_dir():
            raise PackError(
                f"no pack called {options.folder} was ever used for {library}", advice="See `earshot pack list`."
            )
        known = read_info(folder).pack_id
    freed = forget_pack(library, known)
    if options.json:
        json_line({"pack_id": known, "bytes": freed.size_bytes, "sounds": freed.sounds})
    else:
        say(f"{size_text(freed.size_bytes)} freed; {freed.sounds} sounds would have to be listened to again")
    return DONE


def _folder_of(pack: Path, library: Path) -> Path:
    """The folder of a pack: one that is named, or at hand by this name; a zip file is taken in first."""
    return take_in(pack, library) if pack.is_file() else pack_folder(pack, library)
