"""`earshot pack`: lists, verifies and removes model packs; `pack_install` and `pack_use` have the rest."""

import argparse
from pathlib import Path

from engine.commands import DONE, WORLDS_FAULT
from engine.commands.pack_install import catalogue, explain_missing_checksum, install
from engine.commands.pack_use import forget, use
from engine.commands.show import json_line, printable, say
from engine.errors import EngineError, LibraryError, PackError
from engine.ingest.packs import pack_folder
from engine.ingest.shelf import take_out
from engine.library import default_folder
from engine.models.encoder import check_canonical
from engine.models.pack import PackInfo, installed_packs, load_pack, read_info
from engine.models.speech_pack import (
    SpeechPackInfo,
    is_speech_pack,
    read_speech_info,
    speech_pack_for,
    speech_packs,
)
from engine.speech.checking import check_speech
from engine.speech.heard_file import HeardFile
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.types import PackId


def run(options: argparse.Namespace) -> int:
    """Runs the action of the command line."""
    folder: Path = options.library or default_folder()
    if options.action == "use":
        return use(options)
    if options.action == "forget":
        return forget(options)
    if options.action == "catalogue":
        return catalogue(options)
    if options.action == "install":
        target = install(options)
        return explain_missing_checksum() if target is None else _installed(target, folder, as_json=options.json)
    if options.action == "remove":
        take_out(pack_folder(options.folder, folder), folder, _used_by(folder))
        return DONE
    if options.action == "verify":
        at_hand = [*installed_packs(folder), *speech_packs(folder)]
        folders = [options.folder] if options.folder is not None else at_hand
        return _verify(folders, options.device, as_json=options.json)
    return _list(folder, as_json=options.json)


def _list(library: Path, *, as_json: bool) -> int:
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
            print(f"{mark} {printable(info.name)} {info.version}  {info.pack_id[:12]}  {printable(str(folder))}{knows}")
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
    if not folders:
        raise PackError("there is no pack to verify", advice="Name a folder, or reinstall Earshot to get its own.")
    is_well = True
    for folder in folders:
        try:
            if is_speech_pack(folder):
                heard = check_speech(folder)
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


def _installed(target: Path, library: Path, *, as_json: bool) -> int:
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
        json_line({**_record(info, target), "used": _used_by(library) == info.pack_id})
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
    }


def _speech_record(info: SpeechPackInfo, folder: Path, library: Path) -> dict[str, object]:
    return {
        "name": info.name,
        "version": info.version,
        "pack_id": info.pack_id,
        "folder": str(folder),
        "kind": info.kind,
        "sounds": HeardFile.heard_by(library, f"{info.kind}.db", info.pack_id),
        "licence": info.licence,
        "metrics": dict(info.metrics),
    }


def _known_sounds(library: Path) -> dict[PackId, tuple[str, int]]:
    """Name of every pack that made vectors in the library, and how many sounds it knows."""
    if not (library / FILE_NAME).is_file():
        return {}
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            return {id: (name, sounds) for id, name, sounds in catalogue.known_packs()}
    except LibraryError:
        return {}  # `_used_by` said why


def _used_by(library: Path) -> PackId | None:
    """Id of the pack the library was indexed with; None without a library."""
    if not (library / FILE_NAME).is_file():
        return None
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            known = catalogue.pack()
    except LibraryError as err:
        say(f"{err} {err.advice}")
        return None
    return known[0] if known else None
