"""What was measured of a row, kept on the disk: it is measured once, and recognised by what it depends on.

Every table of a paper is made row by row, over hours and days. A row that has its figures is not run again; figures of
another recipe or of other data are never taken for its own.
"""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from engine.errors import EngineError

_FORMAT = 1
_OLD_KEY = "recipe"
"""What reproduced rows called `asked` before."""


class KeptFiguresError(EngineError):
    """Figures that cannot be read, or are those of something else."""


@dataclass(frozen=True, slots=True)
class KeptFigures:
    """The place of a row's figures."""

    path: Path
    asked: Any
    """What they depend on, as plain values: the recipe, and how much there is to learn and to measure."""

    def read(self) -> dict[str, Any] | None:
        """Gives what `write` took; None where nothing has been measured yet.

        Raises:
            KeptFiguresError: it cannot be read, or is of something else than `asked`.
        """
        try:
            record = json.loads(self.path.read_text(encoding="utf-8"))
            asked = record[_OLD_KEY if _OLD_KEY in record else "asked"]
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as err:
            raise KeptFiguresError(
                f"{self.path} cannot be read: {err!r}", advice="Delete it; the row is measured anew."
            ) from err
        if asked != _plain(self.asked):
            raise KeptFiguresError(
                f"{self.path} is of another recipe or of other data",
                advice="Move its folder away to run it anew, or name another folder for the results.",
            )
        return dict(record)

    def write(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Keeps a record of plain values, whole or not at all, and gives it with the machine that made it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        whole = {"format": _FORMAT, "asked": _plain(self.asked), "machine": machine(), **record}
        temporary.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        temporary.replace(self.path)
        return whole


def machine() -> str:
    """Gives what figures of one seed may differ by: the processor's instructions that torch takes, and its version.

    Other instructions add up in another order and round otherwise. A run of some hundred steps makes much of that: it
    ends elsewhere, as with another seed.
    """
    return f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}, torch {torch.__version__}"


def _plain(value: Any) -> Any:
    """Gives a value as it comes back from JSON."""
    return json.loads(json.dumps(value, sort_keys=True))
