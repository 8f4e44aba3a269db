"""Packs for other things than searching: the features that use them check and describe them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from engine.base.errors import PackError
from engine.base.feature import parts
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import PackId


class PackCheck(Struct, frozen=True):
    """Result of comparing a pack's output on this machine with its output where the pack was made."""

    ok: bool
    detail: str


class PackKind(Protocol):
    """One feature's packs."""

    kinds: tuple[str, ...]
    """What their manifests call them."""

    def check(self, folder: Path) -> PackCheck:
        """Runs a pack on its canonical inputs. Raises PackError if it is damaged."""

    def known_sounds(self, library: Path, kind: str, pack_id: PackId) -> int:
        """Returns the number of sounds that a library has results of this pack for."""


def pack_kind(kind: str) -> PackKind:
    """Returns the packs of a kind. Raises PackError if no feature uses them."""
    kinds: Iterable[PackKind] = parts(lambda feature: feature.pack_kind)
    found = next((one for one in kinds if kind in one.kinds), None)
    if found is None:
        raise PackError(told(PackFault.PACK_OF_NO_FEATURE, kind), advice=PackAdvice.COMPLETE_EARSHOT)
    return found
