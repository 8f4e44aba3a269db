"""Other packs for a library: `earshot pack install`, `catalogue`, `use` and `forget`."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from engine.base.errors import EngineError, PackError
from engine.base.events import DownloadProgress, Event, Progress, ReembeddingFinished, broke
from engine.cli.shell import DONE, USAGE
from engine.cli.shell.jobs import Ticker, print_line, run_shown
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, printable, say, size_text
from engine.ingest.control import Control
from engine.ingest.installed_packs import take_in
from engine.ingest.pack_download import fetch_pack
from engine.ingest.pack_install import pack_folder
from engine.ingest.pack_removal import forget_pack, pack_known_as
from engine.ingest.spec import JobSpec
from engine.models.offers import Offer, offer_called, read_offers
from engine.models.pack import read_info
from engine.store.library_identity import refuse_missing

_LINE_EVERY_S = 5.0
_ASK = "see its page"
_STANDARD_INPUT = 0


class SoundsOffline(EngineError):
    """Sounds on absent drives, which the new pack does not know, prevent the switch."""


def install(options: argparse.Namespace) -> Path | None:
    """Installs a pack and returns its folder; None if an address came without a checksum.

    Only an address, or the name of a ready pack of the catalogue, goes online.

    Raises:
        EngineError: the pack does not exist, is damaged, must be imported first, cannot be reached, or finds no space;
            with `options.json` the last line of a download reported it.
    """
    source: str = options.source
    library: Path = library_folder(options).absolute()
    refuse_missing(library)
    if "://" in source:
        return None if options.sha256 is None else _fetch(source, options.sha256, library, as_json=options.json)
    if Path(source).exists():
        return take_in(Path(source), library, options.sha256 or "")
    offer = offer_called(source, read_offers(options.catalogue))
    if offer is None:
        raise PackError(
            f"there is no {source} here, and no pack of that name in the catalogue",
            advice="Name a folder, a zip file or an https address; `earshot pack catalogue` lists what can be had.",
        )
    if not offer.address:
        raise PackError(
            f"{offer.name} is a checkpoint ({offer.page}); a pack has to be made of it with the training tools"
            " (`make setup-training`)",
            advice="Run, one after the other:\n" + "\n".join(f"    {line}" for line in offer.commands),
        )
    return _fetch(offer.address, options.sha256 or offer.sha256, library, as_json=options.json)


def explain_missing_checksum() -> int:
    """Explains what an address needs; returns the exit status of a wrong command line."""
    say("earshot: an address needs --sha256, the checksum of its zip file, so that nobody can swap the file")
    say("  Ask whoever gave you the address for the checksum.")
    return USAGE


def catalogue(options: argparse.Namespace) -> int:
    """Prints the packs of the catalogue, without going online."""
    for offer in read_offers(options.catalogue):
        if options.json:
            json_line(_record(offer))
        else:
            print(_text_of(offer))
    return DONE


def use(options: argparse.Namespace) -> int:
    """Embeds the library with a pack and switches to it; returns 0, 3 if files were unreadable, or 130 after Ctrl-C.

    Raises:
        SoundsOffline: not switched, because sounds are on absent drives.
        EngineError: the job's.
    """
    library = library_folder(options).absolute()
    spec = JobSpec(
        library,
        (),
        pack=None if options.folder is None else _folder_of(options.folder, library),
        device=options.device,
        workers=options.workers,
        memory_bytes=options.memory,
        give_up_s=float(options.give_up_after),
        is_learning=True,
        library_id=options.library_id,
        without_offline=options.without_offline,
    )
    control = Control()
    if options.json:
        control.follow(_STANDARD_INPUT, cancel_at_end=False)
    tick = Ticker(sys.stderr.isatty())
    ends: list[ReembeddingFinished] = []

    def show(event: Event) -> None:
        if isinstance(event, ReembeddingFinished):
            ends.append(event)
        if options.json:
            print_line(event)
        elif not isinstance(event, Progress):  # counts only this run; `Learning` covers the library
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
    """Deletes a pack's data from the library.

    Raises:
        PackError: the library uses the pack, or the pack made nothing here.
    """
    library = library_folder(options).absolute()
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


def _fetch(address: str, sha256: str, library: Path, *, as_json: bool) -> Path:
    try:
        return fetch_pack(address, sha256, library, download_shown(as_json=as_json))
    except EngineError as err:
        if as_json:
            print_line(broke(err))
        raise


def download_shown(*, as_json: bool) -> Callable[[DownloadProgress], None]:
    """Returns what shows the progress of a download, to programs or to people."""
    return print_line if as_json else _Download(sys.stderr.isatty())


class _Download:
    """Shows a download's progress to people: one changing line on a terminal, some lines elsewhere."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._last_s = time.monotonic()

    def __call__(self, event: DownloadProgress) -> None:
        is_end = event.done_bytes == event.total_bytes
        of = f" of {size_text(event.total_bytes)}" if event.total_bytes is not None and not is_end else ""
        text = f"{size_text(event.done_bytes)}{of} from {printable(event.address)}"
        if self._is_terminal:
            print(f"\r\x1b[K{text}", end="\n" if is_end else "", file=sys.stderr, flush=True)
        elif is_end or time.monotonic() - self._last_s >= _LINE_EVERY_S:
            say(text)
            self._last_s = time.monotonic()


def _text_of(offer: Offer) -> str:
    size = size_text(offer.size_bytes) if offer.size_bytes else _ASK
    lines = [
        f"{offer.name}: {offer.purpose}",
        f"  page: {offer.page}",
        f"  licence: {offer.licence or _ASK}; size: {size}",
    ]
    commands = offer.commands or (f"earshot pack install {offer.name}",)
    return "\n".join(printable(line) for line in (*lines, *(f"    {command}" for command in commands), ""))


def _record(offer: Offer) -> dict[str, object]:
    """An offer for programs; null for what only its page tells."""
    return {
        "name": offer.name,
        "purpose": offer.purpose,
        "page": offer.page,
        "hugging_face": offer.hugging_face or None,
        "licence": offer.licence or None,
        "size_bytes": offer.size_bytes or None,
        "commands": list(offer.commands),
        "address": offer.address or None,
        "sha256": offer.sha256 or None,
    }


def _folder_of(pack: Path, library: Path) -> Path:
    """The folder of a pack, given as a folder or an installed name; installs a zip file first."""
    return take_in(pack, library) if pack.is_file() else pack_folder(pack, library)
