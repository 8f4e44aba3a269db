"""`earshot pack`: lists, verifies and removes model packs; `engine.cli.shell.pack_installation` installs and uses
others.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from engine.base.errors import EngineError, LibraryError, PackError
from engine.base.feature import ShellCommand, features
from engine.cli.shell import DONE, WORLDS_FAULT
from engine.cli.shell.options import (
    DEVICES,
    add_actions,
    add_library_id,
    add_memory,
    add_patience,
    count,
    library_folder,
)
from engine.cli.shell.output import json_line, printable, say

if TYPE_CHECKING:
    from engine.base.types import PackId
    from engine.models.pack import PackInfo
    from engine.models.speech_pack import SpeechPackInfo

DESCRIPTION = ""

_USE = """\
Analyse every sound again with another pack. Searches use the present pack until all is done; then the library
switches at once, in every window. Ctrl-C stops; the work so far is kept, and the same command goes on from there.
Switching back to a pack that knows every sound takes a moment; naming the pack in use cancels a switch under way."""

_INSTALL = """\
Verify a pack and copy it into the library. Only an https address or a ready pack of the catalogue goes online: it is
downloaded, compared with its checksum, and only then unpacked. What fails leaves nothing behind."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    add = add_actions(parser, is_required=True)
    add("list", "list the installed packs, and which one the library uses")
    verify = add("verify", "check every hash of a pack, and its vectors against those it was made with")
    verify.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the pack (default: every pack at hand)")
    verify.add_argument("--device", choices=DEVICES, default="cpu", help="device to check (default: %(default)s)")
    use = add("use", "analyse the library with another pack in the background, then switch to it")
    use.description = _USE
    use.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="PACK",
        help="a folder, a zip file or a name (default: go on with the switch under way)",
    )
    use.add_argument("--device", choices=DEVICES, default="auto", help="what computes (default: %(default)s)")
    use.add_argument("--workers", type=count, default=0, metavar="N", help="reading threads (default: one a core)")
    add_memory(use)
    add_patience(use)
    add_library_id(use)
    use.add_argument(
        "--without-offline",
        action="store_true",
        help="switch even if sounds are on drives that are away: they are found by name alone until they are back",
    )
    install = add("install", "verify a pack and copy it into the library")
    install.description = _INSTALL
    install.add_argument(
        "source", metavar="SOURCE", help="a pack's folder, a zip file of one, its https address, or a catalogue name"
    )
    install.add_argument(
        "--sha256", type=_sha256, metavar="HEX", help="checksum that the zip file must have; an address needs it"
    )
    offered = add("catalogue", "list packs and checkpoints to download, without going online")
    for command in (install, offered):
        command.add_argument(
            "--catalogue", type=Path, metavar="FILE", help="use this list instead of the one that comes with Earshot"
        )
    add("forget", "delete the vectors and indexes of a pack that is not in use").add_argument(
        "folder", metavar="PACK", help="its name, its folder, or the beginning of its id"
    )
    add("remove", "remove a pack that you installed").add_argument(
        "folder", type=Path, metavar="PACK", help="the pack's folder, or its name"
    )
    for further in _further():
        import_module(further.module).add_arguments(add(further.name, further.help))


def run(options: argparse.Namespace) -> int:
    """Runs one action."""
    from engine.cli.shell.pack_installation import catalogue, explain_missing_checksum, forget, install, use
    from engine.ingest.installed_packs import take_out
    from engine.ingest.pack_install import pack_folder
    from engine.models.pack import installed_packs
    from engine.models.speech_pack import speech_packs

    for command in _further():
        if command.name == options.action:
            return int(import_module(command.module).run(options))
    folder = library_folder(options)
    if options.action == "use":
        return use(options)
    if options.action == "forget":
        return forget(options)
    if options.action == "catalogue":
        return catalogue(options)
    if options.action == "install":
        target = install(options)
        return explain_missing_checksum() if target is None else show_installed(target, folder, as_json=options.json)
    if options.action == "remove":
        take_out(pack_folder(options.folder, folder), folder, _used_by(folder))
        return DONE
    if options.action == "verify":
        at_hand = [*installed_packs(folder), *speech_packs(folder)]
        folders = [options.folder] if options.folder is not None else at_hand
        return _verify(folders, options.device, as_json=options.json)
    return _list(folder, as_json=options.json)


def _further() -> list[ShellCommand]:
    return [command for feature in features().values() for command in feature.pack_commands]


def _list(library: Path, *, as_json: bool) -> int:
    from engine.models.pack import installed_packs, read_info
    from engine.models.speech_pack import read_speech_info, speech_pack_for, speech_packs

    used, known = _used_by(library), _known_sounds(library)
    is_well = True
    for folder in installed_packs(library):
        try:
            info = read_info(folder)
        except PackError as err:
            is_well = False
            say(f"{printable(str(folder))}: {err} {err.advice}")
            continue
        is_used, sounds = info.pack_id == used, known.pop(info.pack_id, (info.name, 0))[1]
        if as_json:
            json_line({**_record(info, folder), "used": is_used, "sounds": sounds})
        else:
            mark = "*" if is_used else " "
            knows = f"  knows {sounds} sounds" if sounds else ""
            rates = (
                ""
                if info.calibration.fitted.sound
                else "  its scores are not calibrated: no result is called strong, fair or weak"
            )
            about = f"{printable(info.name)} {info.version}  {info.pack_id[:12]}  {printable(str(folder))}"
            print(f"{mark} {about}{knows}{rates}")
    for folder in speech_packs(library):
        try:
            heard = read_speech_info(folder)
        except PackError as err:
            is_well = False
            say(f"{printable(str(folder))}: {err} {err.advice}")
            continue
        if as_json:
            is_used = speech_pack_for(heard.kind, library) == folder
            json_line({**_speech_record(heard, folder, library), "used": is_used})
        else:
            name = f"{printable(heard.name)} {heard.version}"
            print(f"  {name}  {heard.pack_id[:12]}  {printable(str(folder))}  listens for {heard.kind}")
    for pack_id, (name, sounds) in known.items():
        held = f"the library holds vectors of {sounds} sounds by {printable(name)} ({pack_id[:12]})"
        say(f"{held}, which is not installed; `earshot pack forget {pack_id[:12]}` frees them")
    return DONE if is_well else WORLDS_FAULT


def _verify(folders: list[Path], device: str, *, as_json: bool) -> int:
    from engine.models.encoder import check_canonical
    from engine.models.pack import load_pack
    from engine.models.pack_kinds import pack_kind
    from engine.models.speech_pack import is_speech_pack, read_speech_info

    if not folders:
        raise PackError("there is no pack to verify", advice="Name a folder, or reinstall Earshot to get its own.")
    is_well = True
    for folder in folders:
        try:
            if is_speech_pack(folder):
                heard = pack_kind(read_speech_info(folder).kind).check(folder)
                is_well = is_well and heard.ok
                _verdict(folder, heard.ok, heard.detail, as_json=as_json)
                continue
            report = check_canonical(load_pack(folder), device)
        except EngineError as err:
            is_well = False
            _verdict(folder, False, f"{err} {err.advice}", as_json=as_json)
            continue
        is_well = is_well and report.ok
        worst = f"worst cosine {report.worst_audio_cosine:.6f} for sounds, {report.worst_text_cosine:.6f} for words"
        _verdict(folder, report.ok, f"{worst}, on {report.device}", as_json=as_json)
    return DONE if is_well else WORLDS_FAULT


def _verdict(folder: Path, is_well: bool, detail: str, *, as_json: bool) -> None:
    if as_json:
        json_line({"folder": str(folder), "ok": is_well, "detail": detail})
    else:
        print(f"{'ok  ' if is_well else 'fail'}  {printable(str(folder))}: {printable(detail)}")


def show_installed(target: Path, library: Path, *, as_json: bool, further: Mapping[str, object] | None = None) -> int:
    """Reports a pack that was just installed, for programs with further facts; returns the exit status."""
    from engine.models.pack import read_info
    from engine.models.speech_pack import is_speech_pack, read_speech_info

    if is_speech_pack(target):
        heard = read_speech_info(target)
        if as_json:
            json_line({**_speech_record(heard, target, library), "used": True})
        else:
            print(target)
            say(f"{printable(heard.name)} is installed; `earshot index` listens to the library's sounds with it")
        return DONE
    info = read_info(target)
    if as_json:
        json_line({**_record(info, target), "used": _used_by(library) == info.pack_id, **(further or {})})
    else:
        print(target)
        say(f"{printable(info.name)} is installed; `earshot pack use {target}` embeds the library with it")
    return DONE


def _record(info: PackInfo, folder: Path) -> dict[str, object]:
    return {
        "name": info.name,
        "version": info.version,
        "pack_id": info.pack_id,
        "folder": str(folder),
        "dim": info.dim,
        "licence": info.licence,
        "metrics": dict(info.metrics),
        "fitted": asdict(info.calibration.fitted),
    }


def _speech_record(info: SpeechPackInfo, folder: Path, library: Path) -> dict[str, object]:
    from engine.models.pack_kinds import pack_kind

    try:
        sounds = pack_kind(info.kind).known_sounds(library, info.kind, info.pack_id)
    except PackError:  # no feature uses it
        sounds = 0
    return {
        "name": info.name,
        "version": info.version,
        "pack_id": info.pack_id,
        "folder": str(folder),
        "kind": info.kind,
        "sounds": sounds,
        "licence": info.licence,
        "metrics": dict(info.metrics),
    }


def _known_sounds(library: Path) -> dict[PackId, tuple[str, int]]:
    """The name of every pack with vectors in the library, and the number of its sounds."""
    from engine.store.catalogue import Catalogue
    from engine.store.connection import FILE_NAME

    if not (library / FILE_NAME).is_file():
        return {}
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            return {id: (name, sounds) for id, name, sounds in catalogue.packs.known()}
    except LibraryError:
        return {}  # `_used_by` reported the error


def _used_by(library: Path) -> PackId | None:
    """Id of the library's pack; None without a library."""
    from engine.store.catalogue import Catalogue
    from engine.store.connection import FILE_NAME

    if not (library / FILE_NAME).is_file():
        return None
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            known = catalogue.packs.searched()
    except LibraryError as err:
        say(f"{err} {err.advice}")
        return None
    return known[0] if known else None


def _sha256(text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no SHA-256 checksum of 64 hexadecimal digits")
    return text.lower()
