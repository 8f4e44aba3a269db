"""Arrays of files that others made."""

import io
import zipfile

import numpy as np
import pytest

from engine.base.npz import read_arrays


def _npz() -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, a=np.arange(3), b=np.zeros((2, 2), np.float32))
    return buffer.getvalue()


def test_arrays_come_back_as_they_were() -> None:
    found = read_arrays(io.BytesIO(_npz()), ("b", "a"))
    assert list(found) == ["b", "a"] and found["a"].tolist() == [0, 1, 2] and found["b"].shape == (2, 2)


def test_a_missing_array_is_said() -> None:
    with pytest.raises(ValueError, match="nothing"):
        read_arrays(io.BytesIO(_npz()), ("a", "nothing"))


def test_text_in_the_place_of_an_array_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.npy", "no array")
    buffer.seek(0)
    with pytest.raises(ValueError, match="no arrays: a"):
        read_arrays(buffer, ("a",))


@pytest.mark.parametrize("at", range(0, 60, 3))
def test_flipped_bytes_are_read_or_refused(at: int) -> None:
    content = bytearray(_npz())
    content[-at - 1] ^= 0xFF
    content[at] ^= 0x10
    try:
        read_arrays(io.BytesIO(content), ("a", "b"))
    except ValueError as err:
        assert str(err)
