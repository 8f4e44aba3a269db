"""One harness in a process of its own: guided by coverage through atheris, or by chance where that is not installed.

Run as `python -m tests.fuzz.child MODULE NAME SECONDS FOLDER`; prints a JSON line at the end. With atheris, which is
libFuzzer, the figures of coverage come on standard error.
"""

import importlib
import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzz.finds import Finds, timed

_INSTRUMENTED = ["engine", "desktop"]
_AFRESH = {
    "tests.fuzz.window": [
        "desktop.app.single_instance", "desktop.deck.deck_height", "desktop.results.columns", "desktop.base.settings",
        "desktop.base.settings_file", "desktop.controllers.startup.last_place", "desktop.features.tabs.stored_tabs",
        "desktop.features.retrain.training_progress",
        "desktop.features.retrain.runs",
    ]
}  # fmt: skip
"""By the harnesses' module: what alone is instrumented. The window's modules lead to all of the window, whose
instrumentation takes minutes: it is imported as it is, and these once more."""


def main(module: str, name: str, seconds: float, folder: Path) -> None:
    """Fuzzes one harness for some seconds; finds and the growing corpus lie in `folder`."""
    guided = importlib.util.find_spec("atheris") is not None
    if guided:
        import atheris

        if module in _AFRESH:
            importlib.import_module(module)
            for one in (module, *_AFRESH[module]):
                del sys.modules[one]
        with atheris.instrument_imports(include=_INSTRUMENTED, enable_loader_override=False):
            part = importlib.import_module(module)
    else:
        part = importlib.import_module(module)
    harness = next(one for one in part.HARNESSES if one.name == name)
    finds = Finds(folder / "finds", name)
    count = 0
    noted_s = begun = time.monotonic()
    written = folder / "executions"
    written.mkdir(parents=True, exist_ok=True)

    def note() -> None:
        record = {"harness": name, "executions": count, "seconds": time.monotonic() - begun, "finds": finds.known}
        (written / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")

    def feed(data: bytes) -> None:
        nonlocal count, noted_s
        count += 1
        if count % 16 == 0 and time.monotonic() - noted_s > 1:
            noted_s = time.monotonic()
            note()
        try:
            timed(harness.read, data)
        except Exception as err:  # whatever it is, it is the find
            if finds.take(data, err):
                note()

    corpus = folder / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = [*harness.seeds(), *(path.read_bytes() for path in sorted(harness.corpus.glob("*")))]
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number:03d}").write_bytes(seed)
    if guided:
        _guided(feed, corpus, harness.words, seconds, harness.longest_bytes, folder)
    else:
        for data in _by_chance(seeds, harness.words, harness.longest_bytes):
            feed(data)
            if time.monotonic() - begun > seconds:
                break
    note()


def _guided(
    one: Callable[[bytes], None], corpus: Path, words: tuple[str, ...], seconds: float, longest_bytes: int, folder: Path
) -> None:
    """Never comes back: libFuzzer ends the process."""
    import atheris

    dictionary = folder / f"{corpus.name}.dict"
    spelt = [f'"{_escaped(word)}"\n' for word in words or ("\xff\xff\xff\xff",)]
    dictionary.write_text("".join(spelt), encoding="ascii")
    crashes = folder / "finds" / corpus.name
    crashes.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={int(seconds)}", f"-max_len={longest_bytes}", f"-dict={dictionary}", "-timeout=60",
        "-rss_limit_mb=3000", f"-artifact_prefix={crashes}/", "-print_final_stats=1", "-reload=0",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()


def _escaped(word: str) -> str:
    plain = word.encode("latin-1") if all(ord(letter) < 256 for letter in word) and "\x93" in word else word.encode()
    return "".join(chr(byte) if 32 < byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in plain)


def _by_chance(seeds: list[bytes], words: tuple[str, ...], longest_bytes: int) -> Iterator[bytes]:
    """Seeds with some bytes changed; the same sequence every time."""
    draw = random.Random(7)
    spelt = [word.encode() for word in words] or [b"\xff\xff\xff\xff"]
    while True:
        data = bytearray(draw.choice(seeds))
        for _ in range(draw.randint(1, 6)):
            mutate(data, draw, spelt, draw.choice(seeds))
        yield bytes(data[:longest_bytes])


def mutate(data: bytearray, draw: random.Random, words: list[bytes], other: bytes) -> None:
    """Changes some bytes in place: a bit, a number, a word, a stretch cut out, doubled or taken from another input."""
    at = draw.randrange(len(data) + 1)
    length = draw.randint(1, 1 << draw.randint(0, 6))
    match draw.randrange(8):
        case 0 if at < len(data):
            data[at] ^= 1 << draw.randrange(8)
        case 1 if at < len(data):
            data[at] = draw.randrange(256)
        case 2:
            data[at : at + 4] = draw.choice((b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", bytes(4), b"\0\0\0\x01"))
        case 3:
            data[at:at] = draw.choice(words)
        case 4:
            del data[at : at + length]
        case 5:
            data[at:at] = data[at : at + length]
        case 6:
            start = draw.randrange(len(other) + 1)
            data[at : at + length] = other[start : start + length]
        case _:
            data[at : at + length] = draw.randbytes(length)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), Path(sys.argv[4]))
