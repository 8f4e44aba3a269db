"""A library of five sounds and what the user keeps of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Sounds 1 to 5, each with a payload of its own."""
    with Catalogue.open(tmp_path / "library") as opened:
        store(opened, range(1, 6))
        yield opened


@pytest.fixture
def keeping(catalogue: Catalogue) -> UserData:
    return UserData(catalogue)


def store(catalogue: Catalogue, numbers: range, *, later: int = 0) -> None:
    """Stores sounds whose payloads are told apart by their number; `later` makes their ids those of other rows."""
    root = catalogue.roots.add(ROOT)
    catalogue.sounds.store(
        [
            a_sound(
                number + later,
                root=root,
                first_segment=2 * (number + later),
                name=f"sound {number}.wav",
                payload_digest=bytes([number]) * 32,
            )
            for number in numbers
        ],
        [],
    )
