"""Processes that are ended, or refused, when they want more memory than they may have."""

import subprocess
import sys

import pytest

from engine.base.memory_limit import OUT_OF_MEMORY, held_bytes, indexing_bytes, machine_bytes

GIB = 1 << 30
_ASK = """
import sys, time
from engine.base.memory_limit import {limit}
{limit}(200 << 20)
try:
    held = bytearray(400 << 20)
    print("had it", flush=True)
    time.sleep(300)
except MemoryError:
    print("refused")
"""


def ask(limit: str) -> tuple[int, str]:
    """Exit status and words of a process that may have 200 MiB and wants 400."""
    done = subprocess.run(
        [sys.executable, "-c", _ASK.format(limit=limit)], capture_output=True, text=True, timeout=250, check=False
    )
    return done.returncode, done.stdout.strip()


def test_indexing_may_have_half_of_the_machine_and_never_less_than_three_gibibytes() -> None:
    assert [indexing_bytes(gib * GIB) // GIB for gib in (2, 4, 8, 24, 128)] == [3, 3, 4, 12, 64]
    assert indexing_bytes() == max(3 * GIB, machine_bytes() // 2)


def test_a_watched_process_ends_by_itself_and_says_why() -> None:
    assert ask("watch_memory")[0] == OUT_OF_MEMORY


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS has no such limit: there the process is watched")
def test_a_limited_process_is_refused_more() -> None:
    assert ask("limit_memory") == (0, "refused")


def test_what_is_held_counts_what_was_taken() -> None:
    before = held_bytes()
    taken = bytes(64 << 20) + b"x"
    assert held_bytes() - before > 60 << 20
    assert len(taken) > 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other allocators give back by themselves")
def test_what_was_freed_between_pieces_in_use_goes_back_to_the_system() -> None:
    script = """
from engine.base.memory_limit import give_back_memory, held_bytes
pieces = [bytearray(60_000) for _ in range(2_000)]  # 120 MB, too small to be mapped one by one
kept, pieces = pieces[::20], []
before = held_bytes()
give_back_memory()
print(before - held_bytes(), len(kept))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=250, check=True)
    assert int(done.stdout.split()[0]) > 80_000_000
