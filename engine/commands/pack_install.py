"""`earshot pack install` and `earshot pack catalogue`: packs from folders, zip files, addresses, and what there is."""

import argparse
import sys
import time
from pathlib import Path

from engine.commands import DONE, USAGE
from engine.commands.index import print_line
from engine.commands.show import json_line, printable, say, size_text
from engine.errors import EngineError, PackError
from engine.events import Broke, Downloading
from engine.ingest.download import fetch_pack
from engine.ingest.shelf import take_in
from engine.library import default_folder
from engine.models.offers import Offer, offer_called, read_offers

_LINE_EVERY_S = 5.0
_ASK = "see its page"


def install(options: argparse.Namespace) -> Path | None:
    """Takes a pack into the library and gives its folder there; None when an address came without a checksum.

    Only an address, or the name of a ready pack of the catalogue, goes online.

    Raises:
        EngineError: no such pack, a damaged one, one that has to be imported first, no connection, no space; of a
            download, with `options.json`, the last line said so.
    """
    source: str = options.source
    library: Path = (options.library or default_folder()).absolute()
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
    """Says what an address needs; the exit status of a wrong command line."""
    say("earshot: an address needs --sha256, the checksum of its zip file, so that nobody can swap the file")
    say("  Ask whoever gave you the address for the checksum.")
    return USAGE


def catalogue(options: argparse.Namespace) -> int:
    """Prints which packs can be had elsewhere; nothing goes online."""
    for offer in read_offers(options.catalogue):
        if options.json:
            json_line(_record(offer))
        else:
            print(_text_of(offer))
    return DONE


def _fetch(address: str, sha256: str, library: Path, *, as_json: bool) -> Path:
    try:
        return fetch_pack(address, sha256, library, print_line if as_json else _Ticker(sys.stderr.isatty()))
    except EngineError as err:
        if as_json:
            print_line(Broke(str(err), err.advice, type(err).__name__))
        raise


class _Ticker:
    """Shows people how far a download is: one line that changes on a terminal, some lines elsewhere."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._last_s = time.monotonic()

    def __call__(self, event: Downloading) -> None:
        """Shows one event."""
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
    """An offer for programs; what its page has to be asked for is null."""
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
