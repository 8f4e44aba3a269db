"""Reads mutated sounds as the product does, one after the other, until its time is over or one ends it.

Run by `tests.fuzz.decoding` as `python -m tests.fuzz.decoding_child SEEDS FOLDER NUMBER SECONDS`. The input it reads
lies in FOLDER before it is read, so that whoever finds this process dead knows why. Prints how many it has read.
"""

import random
import sys
import time
from pathlib import Path

import numpy as np

from engine.audio.content import content_id
from engine.audio.decode import open_audio
from engine.audio.markers import read_markers
from engine.audio.metadata import read_metadata
from engine.base.errors import EngineError
from engine.base.types import FilePath
from tests.fuzz.child import mutate
from tests.fuzz.finds import Finds

MOST_BYTES = 3 << 30
_MOST_FRAMES = 48_000 * 60
"""Of an input: seeds last a tenth of a second, and a header that promises hours is not read to its end."""
_SLOW_S = 20.0
_HEAD_BYTES = 600
_SIZES = [b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\x80", bytes(4), b"\0\0\xff\xff", b"\x40", b"\x09", b"\xff"]


class Odd(Exception):
    """Samples that no sound has, or that never end."""


def main(seeds: Path, folder: Path, number: int, seconds: float) -> None:
    """Mutates and reads."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    draw = random.Random(number)
    good = sorted(path for path in seeds.iterdir() if path.suffix)
    finds = Finds(folder / "finds", "decode")
    end_s = told_s = time.monotonic()
    end_s += seconds
    count = 0
    while time.monotonic() < end_s:
        seed = draw.choice(good)
        path = folder / f"reading{seed.suffix}"
        data = mutated(seed.read_bytes(), draw, draw.choice(good))
        path.write_bytes(data)
        begun = time.monotonic()
        try:
            read_whole(FilePath.of(path), draw)
            if time.monotonic() - begun > _SLOW_S:
                raise Odd(f"{seed.name}: {len(data)} bytes took {time.monotonic() - begun:.0f} s")
        except Exception as err:
            finds.take(data, err)
        path.unlink()
        count += 1
        if time.monotonic() - told_s > 1 or time.monotonic() > end_s:
            told_s = time.monotonic()
            print(count, len(finds.known), flush=True)
    print(count, len(finds.known), flush=True)


def mutated(content: bytes, draw: random.Random, other: Path) -> bytes:
    """Another file: some bytes changed, most of them in the head, where the sizes are; now and then cut off."""
    data = bytearray(content)
    for _ in range(draw.choice((1, 1, 2, 4, 16))):
        if draw.random() < 0.6:
            head = bytearray(data[:_HEAD_BYTES])
            mutate(head, draw, _SIZES, other.read_bytes()[:_HEAD_BYTES])
            data[:_HEAD_BYTES] = head
        else:
            at = draw.randrange(len(data) + 1)
            part = bytearray(data[at : at + 256])
            mutate(part, draw, _SIZES, content[:256])
            data[at : at + 256] = part
    if draw.random() < 0.1:
        del data[draw.randrange(len(data) + 1) :]
    return bytes(data) or b"\0"


def read_whole(path: FilePath, draw: random.Random) -> None:
    """Tags, marks, content id, the samples from the start, and some after a jump."""
    for read in (read_metadata, read_markers, content_id):
        try:
            read(path)
        except EngineError as err:
            assert err.advice, err
    try:
        with open_audio(path) as stream:
            frames = 0
            for block in stream.blocks():
                frames += len(block)
                if block.shape[1] != stream.info.channels or not np.isfinite(block).all():
                    raise Odd(f"block of {block.shape}, {stream.info}")
                if frames > _MOST_FRAMES:
                    return
            stream.seek(draw.random() * 0.2)
            next(stream.blocks(4096), None)
    except EngineError as err:
        assert err.advice, err


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
