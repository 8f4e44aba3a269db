"""The text of a report: versions, system, packs, counts, changed settings and the end of the log.

Without names it holds no path, file, query or login; docs/privacy.md lists its parts. Facts stay English.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from desktop.base.crash_log import FILE_NAME
from desktop.base.settings import WindowSettings
from engine.base.installation import python, system, version
from engine.base.library_facts import LibraryStats
from engine.base.logs import without_names

LINES = 300
"""Lines of the log."""
_BUILT_OF = ("onnxruntime", "onnxruntime-gpu", "onnxruntime-directml", "faiss-cpu", "hnswlib", "apsw", "numpy", "av")


class DiagnosticsReport(Struct, frozen=True):
    """Facts in their order, and lines of the log."""

    facts: Mapping[str, str]
    named_facts: Mapping[str, str]
    """Further facts, which name folders, queries or logins."""
    log: Sequence[str]

    def text(self, *, with_names: bool) -> str:
        facts = {**self.facts, **(self.named_facts if with_names else {})}
        lines = self.log if with_names else list(without_names(self.log))
        return "\n".join(
            [*(f"{title}: {fact}" for title, fact in facts.items()), "", f"Log, {len(lines)} lines:", *lines]
        )


def gather(library: Path, stats: LibraryStats | None, settings: WindowSettings, logs: Path | None) -> DiagnosticsReport:
    """Gathers a report. Reads files and loads ONNX Runtime: not on the GUI thread.

    Args:
        library: the library's folder.
        stats: its last counts; None if it could not be opened.
        settings: those in use.
        logs: the folder of the log.
    """
    plain, named = _changed(settings)
    facts = {
        "Earshot": version(),
        "System": system(),
        "Python": python(),
        "Qt": f"{qVersion()}, {QGuiApplication.platformName()}",
        "Components": ", ".join(f"{name} {version(name)}" for name in _BUILT_OF if version(name)[0].isdigit()),
        "Devices": _devices(),
        "Library": "not open" if stats is None else _counts(stats),
        "Packs": "none" if stats is None else _packs(stats),
        "Settings": ", ".join(plain) or "all default",
    }
    named_facts = {"Library folder": str(library), "Settings with names": ", ".join(named) or "all default"}
    return DiagnosticsReport(facts, named_facts, () if logs is None else tail(logs))


def tail(folder: Path, lines: int = LINES) -> list[str]:
    """Returns the last lines of the log, over its newest two files."""
    found: list[str] = []
    for path in (folder / f"{FILE_NAME}.1", folder / FILE_NAME):
        if path.is_file():
            found += path.read_text(encoding="utf-8", errors="replace").splitlines()
    return found[-lines:]


def _devices() -> str:
    from engine.models.providers import available_devices, why_not  # loads ONNX Runtime

    devices = available_devices()
    refused = {device: reason for device in devices if (reason := why_not(device))}
    return ", ".join(f"{device} ({'unusable' if device in refused else 'built in'})" for device in devices)


def _counts(stats: LibraryStats) -> str:
    return (
        f"{stats.sounds} sounds, {stats.segments} segments, {stats.failed} failed, {stats.offline} offline, "
        f"{stats.missing} missing, {len(stats.roots)} folders, {stats.bytes_on_disk / 1e6:.1f} MB, "
        f"index {stats.index_tier} ({stats.index_state.kind})"
    )


def _packs(stats: LibraryStats) -> str:
    searched = stats.pack_id or "none"
    return f"{searched}, next {stats.next_pack_id}" if stats.next_pack_id else searched


def _changed(settings: WindowSettings) -> tuple[list[str], list[str]]:
    """Returns the settings that differ from their default: as they are if they name nothing, and all others."""
    plain, named = [], []
    usual = WindowSettings()
    for one in fields(settings):
        value = getattr(settings, one.name)
        if value == getattr(usual, one.name):
            continue
        how = one.metadata.get("shown")
        if isinstance(value, bool | int | float) or (how is not None and how.choices):
            plain.append(f"{one.name}={value}")
        else:
            plain.append(f"{one.name} changed")
            named.append(f"{one.name}={value}")
    return plain, named
