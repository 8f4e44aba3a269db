"""Plain copies of sounds in a folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.transfer.collect import Piece
from engine.transfer.profile import AS_IT_IS
from engine.transfer.transfer import Transferred, transfer


def copy(pieces: Sequence[Piece], folder: Path, **options: Any) -> Transferred:
    return transfer(pieces, folder, AS_IT_IS, **options)


def paths(done: Transferred) -> list[Path]:
    return [file.path for file in done.files]
