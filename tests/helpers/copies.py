"""Plain copies of sounds in a folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS
from engine.transfer.transfer import TransferSummary, transfer


def copy(pieces: Sequence[ExportItem], folder: Path, **options: Any) -> TransferSummary:
    return transfer(pieces, folder, AS_IT_IS, **options)


def paths(done: TransferSummary) -> list[Path]:
    return [file.path for file in done.files]
