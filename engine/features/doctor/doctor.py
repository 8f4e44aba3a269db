"""Checks of `earshot doctor`: everything outside our code that affects how well it works here.

It reports only what it tried: a device is usable once a pack's canonical sounds come out right on it, an audio output
once PortAudio names it, hnswlib once it is imported.
"""

import contextlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from engine.base.build_record import build
from engine.base.errors import EngineError, LibraryDamaged, LibraryError
from engine.base.feature import OptionalParts, parts
from engine.base.installation import version
from engine.models.encoder import check_canonical
from engine.models.pack import default_pack, find_pack, installed_packs, load_pack, read_info
from engine.models.providers import available_devices, why_not
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME, sqlite_errors
from engine.store.feature_files import feature_files
from engine.store.repair import damaged_frames

_LOW_DISK_BYTES = 1_000_000_000
_RUNTIMES = ("onnxruntime", "onnxruntime-gpu", "onnxruntime-directml")
"""Distributions that install the same module: two of them leave a mixture."""


class Check(Struct, frozen=True):
    """The result of one check."""

    name: str
    status: Literal["ok", "warn", "fail"]
    """warn: Earshot works, with less; fail: something needs repair."""
    detail: str
    advice: str = ""


def examine(library: Path) -> Iterator[Check]:
    """Yields each check as soon as it is made.

    Args:
        library: the library's folder; it need not exist.
    """
    build_id = build().id
    yield Check("Earshot", "ok", f"{version()}, built {build_id}" if build_id else f"{version()}, no build recorded")
    yield Check("system", "ok", f"{platform.platform()}, {os.cpu_count()} cores")
    for look in (
        _runtime,
        _sqlite,
        _hnsw,
        partial(_disk, library),
        partial(_library, library),
        partial(_model, library),
        partial(_readings, library),
    ):
        yield _guarded(look)
    yield from _heard(library)
    for list_parts in parts(lambda feature: feature.optional_parts):
        yield from _optional(list_parts, library)
    yield _guarded(_audio_output)
    yield from _devices_and_packs(library)


def _guarded(look: Callable[[], Check]) -> Check:
    """Turns an error of a check into a finding, so that doctor continues."""
    try:
        return look()
    except EngineError as err:
        name = getattr(getattr(look, "func", look), "__name__", "check")
        return Check(name.strip("_"), "fail", str(err), err.advice)


def _runtime() -> Check:
    found = []
    for name in _RUNTIMES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    if len(found) == 1:
        return Check("ONNX Runtime", "ok", found[0])
    if not found:
        return Check("ONNX Runtime", "fail", "not installed", "Run the set-up again: sh installer/start.sh")
    advice = "Uninstall all of them, then run the set-up again: it installs exactly one."
    return Check("ONNX Runtime", "fail", f"{len(found)} that share one module: {', '.join(found)}", advice)


def _sqlite() -> Check:
    import apsw

    version = apsw.sqlite_lib_version()
    if apsw.SQLITE_VERSION_NUMBER < 3_051_003:
        return Check("SQLite", "fail", f"{version} can damage a catalogue in WAL mode", "Install apsw 3.51.3 or later.")
    return Check("SQLite", "ok", f"{version} (apsw {apsw.apsw_version()})")


def _hnsw() -> Check:
    try:
        import_module("hnswlib")
    except ImportError as err:
        advice = "Fine up to some 50,000 segments; for more install a C++ compiler and run the set-up again."
        return Check("hnswlib", "warn", f"not installed ({err}): exact search answers", advice)
    with contextlib.suppress(metadata.PackageNotFoundError):
        return Check("hnswlib", "ok", metadata.version("hnswlib"))
    return Check("hnswlib", "ok", "there")


def _disk(library: Path) -> Check:
    folder = library.absolute()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        free_bytes = shutil.disk_usage(folder).free
    except OSError as err:
        return Check("free disk", "fail", f"{folder}: {err.strerror}", "Check that its drive is connected.")
    detail = f"{free_bytes / 1e9:.1f} GB where the library lies ({folder})"
    if free_bytes < _LOW_DISK_BYTES:
        return Check("free disk", "warn", detail, "Free some space, or move the library with --library.")
    return Check("free disk", "ok", detail)


def _library(library: Path) -> Check:
    try:
        with Catalogue.open(library, read_only=True) as catalogue:
            catalogue.database.integrity_check()
            counts = catalogue.sounds.counts()
            damaged = _damaged_vectors(catalogue)
    except LibraryError as err:
        if not isinstance(err, LibraryDamaged) and not (library / FILE_NAME).exists():
            return Check("library", "ok", f"none yet in {library}", "Index a folder: earshot index FOLDER")
        return Check("library", "fail", str(err), err.advice)
    if damaged:
        advice = "Run `earshot index`: it reads again the sounds whose vectors were lost. Tags are kept."
        return Check("library", "fail", f"{damaged} blocks of vectors in {library} are damaged or missing", advice)
    return Check(
        "library", "ok", f"{library}: {counts.sounds} sounds, {counts.segments} segments, {counts.failed} failed"
    )


def _heard(library: Path) -> Iterator[Check]:
    """Checks the files of features; `earshot verify` checks the rest of a library as closely."""
    try:
        with sqlite_errors(library), Catalogue.open(library, read_only=True) as catalogue:
            findings = [finding for files in feature_files() for finding in files.check(catalogue)]
    except LibraryError:  # there is no library, or its own check reported the error
        return
    for finding in findings:
        if finding.fault is None:
            yield Check(finding.part, "ok", f"{finding.count} sounds are analysed")
        else:
            advice = "Run `earshot verify --repair`, then `earshot index`, which analyses those sounds again."
            yield Check(finding.part, "fail", f"{finding.fault}: {finding.count}", advice)


def _optional(list_parts: OptionalParts, library: Path) -> Iterator[Check]:
    """Reports what a feature needs beside Earshot; lacking it is no fault."""
    try:
        for part in list_parts(library):
            yield Check(part.name, "ok", part.detail)
    except EngineError as err:
        yield Check("optional parts", "fail", str(err), err.advice)


def _model(library: Path) -> Check:
    """Reports the library's pack, and the progress of its successor."""
    if not (library / FILE_NAME).is_file():
        return Check("model", "ok", "none yet: the starter pack comes with the first folder")
    with Catalogue.open(library, read_only=True) as catalogue:
        kept, target, sounds = catalogue.packs.searched(), catalogue.packs.next(), catalogue.sounds.counts().sounds
        known = catalogue.packs.sounds_known(target[0]) if target else 0
        unheard = len(catalogue.packs.stale_sounds())
    if kept is None:
        return Check("model", "ok", "none yet: the starter pack comes with the first folder")
    searched = f"searches use {kept[1]} ({kept[0][:12]})"
    if target is not None:
        advice = "`earshot pack use` goes on with it; `earshot pack use` and the name of the former ends it."
        return Check("model", "ok", f"{searched}; learning {target[1]}: {known} of {sounds} sounds", advice)
    if unheard:
        advice = "Connect their drives and run `earshot index`."
        return Check("model", "warn", f"{searched}; {unheard} sounds are found by name alone", advice)
    return Check("model", "ok", searched)


def _readings(library: Path) -> Check:
    """Reports files read by an earlier Earshot, which measured and understood less."""
    if not (library / FILE_NAME).is_file():
        return Check("readings", "ok", "none yet")
    with Catalogue.open(library, read_only=True) as catalogue:
        old, sounds = catalogue.sounds.count_without_true_peak(), catalogue.sounds.counts().sounds
    if not old:
        return Check("readings", "ok", "no sound lacks its true peak")
    advice = (
        "Run `earshot index --reread`, or choose “Read again” in the window: it measures them, and reads their layout"
        " and the tags that earlier versions could not."
    )
    return Check("readings", "warn", f"{old} of {sounds} sounds were read by an earlier Earshot: no true peak", advice)


def _damaged_vectors(catalogue: Catalogue) -> int:
    """Counts unreadable blocks of vectors; 0, unchecked, if the library's pack is missing."""
    pack = catalogue.packs.searched()
    folder = None if pack is None else find_pack(pack[0], catalogue.folder)
    if folder is None:
        return 0
    info = read_info(folder)
    return len(damaged_frames(catalogue, info.pack_id, (info.dim, info.sentence_dim)))


def _audio_output() -> Check:
    """Asks PortAudio through sounddevice, imported by name because the engine does not depend on it."""
    try:
        sounddevice: Any = import_module("sounddevice")
    except ImportError:
        return Check(
            "audio output", "warn", "sounddevice is not installed", "Install Earshot with its window to listen."
        )
    except OSError as err:
        advice = "Install PortAudio (Debian, Ubuntu: apt install libportaudio2)."
        return Check("audio output", "warn", f"PortAudio cannot be loaded: {err}", advice)
    advice = "Connect headphones or loudspeakers, and check the system's sound settings."
    try:
        device = sounddevice.query_devices(kind="output")
        host = sounddevice.query_hostapis(device["hostapi"])["name"]
    except (sounddevice.PortAudioError, ValueError, KeyError) as err:
        return Check("audio output", "warn", f"there is none ({err}): searching works, listening does not", advice)
    detail = (
        f"{device['name']} ({host}), {device['default_samplerate']:.0f} Hz, {device['max_output_channels']} channels"
    )
    return Check("audio output", "ok", detail)


def _devices_and_packs(library: Path) -> Iterator[Check]:
    """Tests every pack on the CPU, and the first one on every other device of this ONNX Runtime."""
    try:
        default_pack()
    except EngineError as err:
        yield Check("starter pack", "fail", str(err), err.advice)
    folders = installed_packs(library)
    for folder in folders:
        yield _on_device(folder, "cpu", f"pack {folder.name}", "fail")
    for device in available_devices():
        if device != "cpu" and folders:
            yield _on_device(folders[0], device, f"device {device}", "warn")
    if sys.platform != "darwin" and "cuda" not in available_devices() and not why_not("cuda").startswith("no NVIDIA"):
        advice = "Run the set-up again: it takes the gpu extra where nvidia-smi answers."
        yield Check(
            "device cuda", "warn", "this machine has an NVIDIA GPU that ONNX Runtime was not installed for", advice
        )


def _on_device(folder: Path, device: str, name: str, otherwise: Literal["warn", "fail"]) -> Check:
    try:
        report = check_canonical(load_pack(folder), device)
    except EngineError as err:
        return Check(name, otherwise, str(err), err.advice)
    worst = min(report.worst_audio_cosine, report.worst_text_cosine)
    detail = f"ran on {report.device}, worst cosine to the vectors it was made with {worst:.6f}"
    if report.ok:
        return Check(name, "ok", detail)
    return Check(name, "fail", detail, "Install the pack again; if that does not help, use --device cpu.")
