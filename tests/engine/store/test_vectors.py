"""The vector log keeps what was acknowledged and nothing else."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import LibraryError, LibraryNewer
from engine.base.types import PackId
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, unit

DIM = 8


def some_vectors(count: int, seed: int = 0) -> np.ndarray:
    return unit(np.random.default_rng(seed).standard_normal((count, DIM)).astype(np.float32))


def a_log(folder: Path) -> VectorLog:
    return VectorLog(folder, PACK, "segments", DIM)


@contextmanager
def no_file_longer_than(size_bytes: int) -> Iterator[None]:
    """What this process writes beyond so many bytes of a file fails, as on a full disk: the beginning is written."""
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_vectors_come_back_as_half_precision(tmp_path: Path) -> None:
    vectors = some_vectors(5)
    frame = a_log(tmp_path).append(np.arange(10, 15), vectors)
    ids, kept = a_log(tmp_path).read(frame)
    assert ids.tolist() == [10, 11, 12, 13, 14]
    assert np.array_equal(kept, vectors.astype(np.float16))


@settings(max_examples=20, deadline=None)
@given(counts=st.lists(st.integers(1, 40), min_size=1, max_size=6))
def test_any_sequence_of_blocks_reads_back(tmp_path_factory: pytest.TempPathFactory, counts: list[int]) -> None:
    folder = tmp_path_factory.mktemp("log")
    log = a_log(folder)
    blocks = [(np.arange(count), some_vectors(count, seed)) for seed, count in enumerate(counts)]
    frames = [log.append(*block) for block in blocks]
    read = list(a_log(folder).read_all(frames))
    assert all(np.array_equal(ids, block[0]) for (ids, _), block in zip(read, blocks, strict=True))
    assert all(np.array_equal(kept, block[1].astype(np.float16)) for (_, kept), block in zip(read, blocks, strict=True))


@pytest.mark.parametrize("cut", [1, 16, 17, 100])
def test_torn_tail_is_cut_off_and_earlier_blocks_stay(tmp_path: Path, cut: int) -> None:
    log = a_log(tmp_path)
    first = log.append(np.arange(4), some_vectors(4))
    torn = log.append(np.arange(4, 8), some_vectors(4, 1))
    path = tmp_path / PACK / torn.file
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - cut)
    again = a_log(tmp_path)
    after = again.append(np.arange(8, 12), some_vectors(4, 2))
    assert after.offset == torn.offset
    assert [ids.tolist() for ids, _ in again.read_all([first, after])] == [[0, 1, 2, 3], [8, 9, 10, 11]]


def test_garbage_behind_the_last_block_is_cut_off(tmp_path: Path) -> None:
    frame = a_log(tmp_path).append(np.arange(4), some_vectors(4))
    path = tmp_path / PACK / frame.file
    with path.open("ab") as file:
        file.write(b"\0" * 500)
    after = a_log(tmp_path).append(np.arange(4, 8), some_vectors(4))
    assert after.offset == frame.offset + 16 + 4 * (8 + 2 * DIM)


def test_last_block_with_a_wrong_byte_is_not_built_on(tmp_path: Path) -> None:
    frame = a_log(tmp_path).append(np.arange(4), some_vectors(4))
    path = tmp_path / PACK / frame.file
    raw = bytearray(path.read_bytes())
    raw[-3] ^= 1
    path.write_bytes(raw)
    assert a_log(tmp_path).append(np.arange(4), some_vectors(4)).offset == frame.offset


def test_flipped_byte_is_noticed(tmp_path: Path) -> None:
    log = a_log(tmp_path)
    frames = [log.append(np.arange(4), some_vectors(4)), log.append(np.arange(4, 8), some_vectors(4, 1))]
    path = tmp_path / PACK / frames[0].file
    raw = bytearray(path.read_bytes())
    raw[frames[0].offset + 60] ^= 0x10
    path.write_bytes(raw)
    assert log.verify(frames) == [frames[0]]
    with pytest.raises(LibraryError, match="checksum"):
        log.read(frames[0])


@pytest.mark.parametrize("place", [0, 4, 8, 12])  # magic, count, size of a vector, checksum
def test_a_block_whose_head_has_turned_is_not_read(tmp_path: Path, place: int) -> None:
    frame = a_log(tmp_path).append(np.arange(3), some_vectors(3))
    path = tmp_path / PACK / frame.file
    content = bytearray(path.read_bytes())
    content[frame.offset + place] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(LibraryError, match="block"):
        a_log(tmp_path).read(frame)


def test_a_file_whose_head_has_turned_is_left_and_followed_by_another(tmp_path: Path) -> None:
    first = a_log(tmp_path).append(np.arange(4), some_vectors(4))
    path = tmp_path / PACK / first.file
    path.write_bytes(b"X" + path.read_bytes()[1:])
    damaged = path.read_bytes()
    log = a_log(tmp_path)
    after = log.append(np.arange(4, 8), some_vectors(4))
    assert (after.file > first.file, path.read_bytes()) == (True, damaged)
    assert log.verify([first, after]) == [first]


def test_missing_file_is_a_library_error(tmp_path: Path) -> None:
    log = a_log(tmp_path)
    frame = log.append(np.arange(4), some_vectors(4))
    (tmp_path / PACK / frame.file).unlink()
    with pytest.raises(LibraryError, match="missing"):
        log.read(frame)


def test_vectors_of_another_pack_are_not_read(tmp_path: Path) -> None:
    frame = a_log(tmp_path).append(np.arange(4), some_vectors(4))
    other = PackId("other-pack")
    (tmp_path / other).mkdir()
    (tmp_path / PACK / frame.file).rename(tmp_path / other / frame.file)
    with pytest.raises(LibraryError, match="another pack"):
        VectorLog(tmp_path, other, "segments", DIM).read(frame)


def test_newer_vector_file_is_refused(tmp_path: Path) -> None:
    frame = a_log(tmp_path).append(np.arange(4), some_vectors(4))
    path = tmp_path / PACK / frame.file
    raw = bytearray(path.read_bytes())
    raw[8] = 2
    path.write_bytes(raw)
    with pytest.raises(LibraryNewer):
        a_log(tmp_path).read(frame)


@pytest.mark.skipif(sys.platform == "win32", reason="a process's files are limited by POSIX")
def test_what_a_full_disk_left_half_written_is_cut_off_by_the_next_block(tmp_path: Path) -> None:
    log = a_log(tmp_path)
    first = log.append(np.arange(4), some_vectors(4))
    path = tmp_path / PACK / first.file
    whole = path.stat().st_size
    with no_file_longer_than(whole + 1_000), pytest.raises(LibraryError):
        log.append(np.arange(4, 2_004), some_vectors(2_000, 1))
    assert path.stat().st_size > whole
    after = log.append(np.arange(4, 8), some_vectors(4, 2))
    assert (after.offset, path.stat().st_size) == (whole, whole + 16 + 4 * (8 + 2 * DIM))
    assert [ids.tolist() for ids, _ in log.read_all([first, after])] == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_log_whose_file_is_gone_fails_once_and_goes_on_in_another(tmp_path: Path) -> None:
    log = a_log(tmp_path)
    first = log.append(np.arange(4), some_vectors(4))
    (tmp_path / PACK / first.file).unlink()
    with pytest.raises(LibraryError):
        log.append(np.arange(4, 8), some_vectors(4))
    assert log.read(log.append(np.arange(4, 8), some_vectors(4)))[0].tolist() == [4, 5, 6, 7]


@pytest.mark.parametrize("bad", [np.nan, np.inf, 0.0, 3.0])
def test_a_vector_that_is_not_finite_and_unit_is_refused(tmp_path: Path, bad: float) -> None:
    vectors = some_vectors(3)
    vectors[1] = bad
    with pytest.raises(ValueError, match="vector 1"):
        a_log(tmp_path).append(np.arange(3), vectors)


def test_a_full_file_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.vectors._LARGEST_FILE_BYTES", 300)
    log = a_log(tmp_path)
    frames = [log.append(np.arange(5), some_vectors(5, seed)) for seed in range(4)]
    assert [frame.file for frame in frames][-1] > frames[0].file
    assert len(list(a_log(tmp_path).read_all(frames))) == 4
    assert a_log(tmp_path).append(np.arange(5), some_vectors(5)).file >= frames[-1].file
