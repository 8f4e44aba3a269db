"""What every command of `earshot-train` tells while it works, and what it says at Ctrl-C: docs/progress.md.

    nice python -m tests.training.signs_of_life FOLDER [--only "words train"] [--page docs/progress.md]

Every command runs in a fork of this program, without a terminal, on small made data (`tests.training.signs_trials`).
Its clock of progress goes 150 times as fast: what it tells every fifteen seconds it tells every tenth of one, so that a
run of seconds shows what one of minutes would. Then it runs again and is interrupted as soon as it has told something.
The exit status is 1 where a command did not come to its end, told nothing of what it did for long, or said nothing at
Ctrl-C. FOLDER keeps what was found, and a command that is in it is tried again with --only alone.
"""

import argparse
import importlib
import json
import os
import re
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from io import StringIO
from itertools import groupby
from pathlib import Path

from tests.helpers.tiny_library import REPOSITORY
from training.base import progress
from training.cli.main import build_parser

EVERY_S = 0.1
MOST_UNNAMED_S = 3.0
"""Longer on small data: somebody waits before a line that does not say for what. Loading modules is not counted."""
PATIENCE_S = 600.0
STARTING = "starting"


@dataclass(frozen=True, slots=True)
class Signs:
    """What a command told."""

    command: str
    named: tuple[str, ...]
    """Pieces of work, in the order in which they began."""
    line: str
    """Of the piece that took longest, from its middle."""
    unnamed: tuple[str, ...]
    """Where it worked without a name, with seconds."""
    unnamed_s: float
    stopped: str
    """What it said at Ctrl-C, as its last line."""
    status: int
    """Of the run that came to its end."""
    trouble: str = ""


def leaves(parser: argparse.ArgumentParser, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Gives every command, with its own: "words train"."""
    own = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if above and not any(action.required for action in own):
        yield " ".join(above)
    for action in own:
        for name, child in action.choices.items():
            yield from leaves(child, (*above, name))


def commands() -> list[str]:
    """Every command of `earshot-train`."""
    return list(leaves(build_parser()))


class _Record(StringIO):
    """Notes each line that is told, with what is at work and where; interrupts the command at the first one."""

    def __init__(self, path: Path, interrupts: bool) -> None:
        super().__init__()
        self._file, self._interrupts, self._begun_s = path.open("w", encoding="utf-8"), interrupts, time.monotonic()

    def write(self, text: str) -> int:
        if text.strip():
            names = [work.what for work in progress._at_work]
            noted = {"s": time.monotonic() - self._begun_s, "line": text.strip(), "names": names, "at": _at()}
            print(json.dumps(noted), file=self._file, flush=True)
            if self._interrupts and names:
                self._interrupts = False
                os.killpg(0, signal.SIGINT)  # as a terminal does: the children too
        return len(text)


def _at() -> str:
    """The innermost function of Earshot's own that the main thread is in; empty while modules are loaded."""
    ident = threading.main_thread().ident
    frame, found = sys._current_frames().get(ident or 0), ""
    while frame is not None:
        name = frame.f_code.co_filename
        if "importlib" in name:
            return ""
        if not found and name.startswith(tuple(f"{REPOSITORY}/{room}/" for room in ("training", "engine"))):
            found = f"{Path(name).relative_to(REPOSITORY)}: {frame.f_code.co_name}"
        frame = frame.f_back
    return found


def child(record: Path, interrupts: bool, words: Sequence[str]) -> int:
    """Runs one command with the quick clock."""
    cli = importlib.import_module("training.cli.main")
    stream = _Record(record, interrupts)
    told = progress.told
    cli.told = lambda how, command: told(  # type: ignore[attr-defined]
        progress.ReportForm.LINES if how is progress.ReportForm.EVENTS else how, command, stream, EVERY_S
    )
    return int(cli.main(list(words)))


def _run(folder: Path, words: Sequence[str], interrupts: bool) -> tuple[int, list[dict[str, object]], str]:
    """Runs a command in a fork, which has torch loaded, and gives its status, what it told and what it said."""
    record, said = folder / "told.jsonl", folder / "said.txt"
    record.unlink(missing_ok=True)
    status = forked(lambda: child(record, interrupts, words), said)
    lines = record.read_text(encoding="utf-8").splitlines() if record.is_file() else []
    return status, [json.loads(line) for line in lines], said.read_text(encoding="utf-8", errors="replace")


def forked(call: Callable[[], int], said: Path) -> int:
    """Runs a call in a process group of its own, without a terminal, and gives its status; 124: it was too slow."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.setsid()
            signal.signal(signal.SIGINT, signal.default_int_handler)  # which a job in the background ignores
            with said.open("wb", 0) as file, Path(os.devnull).open("r+b") as nothing:
                os.dup2(nothing.fileno(), 0)
                os.dup2(nothing.fileno(), 1)
                os.dup2(file.fileno(), 2)
            status = call()
        except SystemExit as err:
            status = int(err.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    ends_s, ended, code = time.monotonic() + PATIENCE_S, 0, 0
    while not ended and time.monotonic() < ends_s:
        ended, code = os.waitpid(pid, os.WNOHANG)
        time.sleep(0.05)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # and whom it left behind
    if not ended:
        os.waitpid(pid, 0)
        return 124
    return os.waitstatus_to_exitcode(code)


def try_command(command: str, words: Sequence[str], again: Sequence[str], folder: Path) -> Signs:
    """Runs a command to its end and once more to interrupt it.

    Args:
        command: its name.
        words: its command line.
        again: that of the run that is interrupted, with another place for its results.
        folder: for what is noted.
    """
    status, told, said = _run(folder, words, interrupts=False)
    chains = [tuple(map(str, line["names"])) for line in told]  # type: ignore[call-overload]
    named = tuple(dict.fromkeys(name for chain in chains for name in chain))
    longest = Counter(chain for chain in chains if chain).most_common(1)
    lines = [str(line["line"]) for line, chain in zip(told, chains, strict=True) if longest and chain == longest[0][0]]
    bare = [[str(line["at"]) for line in run] for empty, run in groupby(told, lambda line: not line["names"]) if empty]
    places = Counter(at for run in bare for at in run if at)
    unnamed_s = max((sum(1 for at in run if at) * EVERY_S for run in bare), default=0.0)
    stopped, trouble = "", ""
    if status not in (0, 3):
        trouble = f"status {status}: {_last(said)}"
    elif named:
        status_again, _, said_again = _run(folder, again, interrupts=True)
        stopped = next((line for line in reversed(said_again.splitlines()) if "stopped." in line), "")
        if status_again != 130 or not stopped:
            trouble = f"at Ctrl-C: status {status_again}, {_last(said_again)}"
    if unnamed_s > MOST_UNNAMED_S:
        trouble = trouble or f"{unnamed_s:.1f} s in which nobody says what is done"
    return Signs(
        command, named, lines[len(lines) // 2] if lines else "",
        tuple(f"{at} {count * EVERY_S:.1f} s" for at, count in places.most_common(4)), unnamed_s,
        stopped.removeprefix("earshot-train: "), status, trouble,
    )  # fmt: skip


def _last(said: str) -> str:
    return (said.strip().splitlines() or ["nothing was said"])[-1]


HEAD = """\
# What the commands tell while they work

Made by `python -m tests.training.signs_of_life FOLDER --page docs/progress.md`: every command of `earshot-train`, run
without a terminal on small made data, with a clock of progress that goes 150 times as fast, and once more to be
interrupted. *Tells*: the pieces of work that it names, in their order. *A line*: what a log gets every fifteen seconds,
from the middle of the piece that took longest here; before the first piece it is `starting, 15 s so far`. On a terminal
the same is a bar, with `--json` events. *Ctrl-C*: what it says then.

| command | tells | a line | Ctrl-C |
| --- | --- | --- | --- |
"""


def page(found: Sequence[Signs], reasons: dict[str, str]) -> str:
    """The page, as Markdown."""
    rows = []
    for one in found:
        tells = "; ".join(one.named) or "nothing: it was over before a line was due"
        rows.append((one.command, tells, f"`{one.line}`" if one.line else "", one.stopped))
    rows += [(command, f"not tried: {why}", "", "") for command, why in reasons.items()]
    told = [
        f"| `{command}` | {_plain(tells)} | {_plain(line)} | {_plain(stopped)} |"
        for command, tells, line, stopped in sorted(rows)
    ]
    return HEAD + "\n".join(told) + "\n"


def _plain(text: str) -> str:
    """Without places of this machine."""
    return re.sub(r"(?<![\w.])/\S*?([\w.-]+)(?=[\s:,;`]|$)", r"DIR/\1", text).replace("|", "/")


def main() -> int:
    """Tries the commands."""
    parser = argparse.ArgumentParser(prog="python -m tests.training.signs_of_life")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="for made data and what was found")
    parser.add_argument("--only", action="append", metavar="COMMAND", help="try only this one; may be repeated")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    # Imported here: it loads torch, which every trial then has.
    from tests.training.signs_trials import NOT_TRIED, make, trials

    folder = options.folder.resolve()
    kept = folder / "signs"
    kept.mkdir(parents=True, exist_ok=True)
    found = []
    if forked(lambda: make(folder), folder / "said.txt"):
        sys.exit((folder / "said.txt").read_text(encoding="utf-8"))
    with trials(folder) as made:
        for command in made:
            note = kept / f"{command.replace(' ', '-')}.json"
            if note.is_file() and command not in (options.only or ()):
                found.append(Signs(**json.loads(note.read_text(encoding="utf-8"))))
                continue
            if options.only and command not in options.only:
                continue
            signs = try_command(command, made[command](folder / "out"), made[command](folder / "stopped"), folder)
            print(f"{command}: {signs.trouble or 'well'}; {signs.line}; {signs.stopped}; {signs.unnamed}", flush=True)
            note.write_text(json.dumps(asdict(signs)), encoding="utf-8")
            found.append(signs)
    if options.page:
        options.page.write_text(page(found, NOT_TRIED), encoding="utf-8")
    return 1 if any(one.trouble for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
