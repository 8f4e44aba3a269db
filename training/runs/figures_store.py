"""Keeps the measured figures of a table's row on disk, keyed by what they depend on.

A paper's table is made row by row, over hours and days. A row with figures is not run again; figures of another recipe
or other data are never mistaken for its own.
"""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from engine.base.errors import EngineError

_FORMAT = 1
_OLD_KEY = "recipe"
"""Former name of `asked` in reproduced rows."""


class FiguresStoreError(EngineError):
    """Figures are unreadable or belong to something else."""


@dataclass(frozen=True, slots=True)
class FiguresStore:
    """The file of a row's figures."""

    path: Path
    asked: Any
    """What they depend on, as plain values: the recipe, and the amounts of training and test data."""

    def read(self) -> dict[str, Any] | None:
        """Returns what `write` stored; None if nothing has been measured yet.

        Raises:
            FiguresStoreError: the file is unreadable or depends on something other than `asked`.
        """
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            asked = record[_OLD_KEY if _OLD_KEY in record else "asked"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as err:
            raise FiguresStoreError(
                f"{self.path} cannot be read: {err!r}", advice="Delete it; the row is measured anew."
            ) from err
        if asked != _plain(self.asked):
            raise FiguresStoreError(
                f"{self.path} is of another recipe or of other data",
                advice="Move its folder away to run it anew, or name another folder for the results.",
            )
        return dict(record)

    def write(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Stores a record of plain values atomically; returns it with the machine's description."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        whole = {"format": _FORMAT, "asked": _plain(self.asked), "machine": machine(), **record}
        temporary.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        temporary.replace(self.path)
        return whole


def machine() -> str:
    """Describes what one seed's figures may depend on: the CPU instructions that torch uses, and its version.

    Other instructions add in another order and round differently. Over some hundred steps the difference grows until
    the run ends elsewhere, as with another seed.
    """
    return f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}, torch {torch.__version__}"


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, sort_keys=True))
