"""Starts our commands without the half second in which Python imports their modules.

One process with a single thread imports everything; for every command it forks a child, which has the command's own
environment, pipes and watched calls (steps.c), works, and ends or is killed like any process. Children of that child,
such as the indexer, start for real. Most of a thousand faults' time was the start.
"""

import array
import atexit
import contextlib
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from engine.cli.commands import commands

_REPOSITORY = Path(__file__).resolve().parents[3]
_MODULES = (
    "engine.cli.main",
    "engine.index.base_builder",
    "tests.faults.harness.renaming",
    "tests.faults.harness.several",
)
"""Modules whose `main` runs, for command lines `python -m MODULE …`."""
_WINDOW = "tests.faults.harness.window_session"
"""Likewise, from a process of its own that has Qt."""
_HEAVY = (
    "engine.features.backups.losses", "engine.features.backups.restore", "engine.features.doctor.doctor",
    "engine.features.duplicates.near",
    "engine.transfer.collect", "engine.features.export.playlist", "engine.transfer.table", "engine.ingest.job",
    "engine.library.library",
    "engine.features.metadata_edits.sessions", "engine.features.metadata_edits.recovery",
    "engine.features.metadata_edits.catalogue_follower", "engine.features.missing.relink",
    "engine.cli.shell.answers", "engine.cli.shell.jobs", "engine.cli.shell.pack_installation",
    "engine.features.speech.speech_check",
    "engine.features.speech.sketches", "engine.features.user_data.import_file", "engine.features.user_data.write",
    "engine.features.verify.verify",
    "onnxruntime",
)  # fmt: skip
_MESSAGE_BYTES = 1 << 17


def can_start(command: Sequence[str]) -> bool:
    """Tells whether a command line can do without a fresh process."""
    return (
        sys.platform == "linux" and command[0] == sys.executable and command[1:2] == ["-m"] and command[2] in _MODULES
    )


def run(
    command: Sequence[str], environment: Mapping[str, str], preloaded: Path | None
) -> "subprocess.CompletedProcess[str]":
    """Like `subprocess.run` with captured output: returns when the command and all its children have ended."""
    server = _server(preloaded, has_window=command[2] == _WINDOW)
    words = json.dumps({"words": [*command[2:]], "environment": dict(environment)}).encode()
    outputs: list[bytes] = [b"", b""]
    readers, writers = zip(*(os.pipe() for _ in outputs), strict=True)
    server.sendmsg([words], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", writers))])
    for writer in writers:
        os.close(writer)

    def drain(place: int) -> None:
        with os.fdopen(readers[place], "rb") as pipe:
            outputs[place] = pipe.read()

    other = threading.Thread(target=drain, args=(1,))
    other.start()
    drain(0)
    other.join()
    status = int(server.recv(64))
    output, errors = (text.decode(errors="replace") for text in outputs)
    return subprocess.CompletedProcess(list(command), status, output, errors)


@cache
def _server(preloaded: Path | None, *, has_window: bool) -> socket.socket:
    """Starts one of each kind per test process, with which it ends."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    environment = {**os.environ, **({"LD_PRELOAD": str(preloaded)} if preloaded else {})}
    command = [sys.executable, "-m", "tests.faults.harness.warm", str(theirs.fileno()), *[_WINDOW] * has_window]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, cwd=_REPOSITORY, env=environment, pass_fds=[theirs.fileno()], stdin=quiet, stdout=quiet
    )
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def main(fd: int, *others: str) -> None:
    """Forks a child for every message, and answers with its exit status."""
    for name in (*_MODULES, *(command.module for command in commands().values()), *_HEAVY, *others):
        import_module(name)
    assert threading.active_count() == 1
    client = socket.socket(fileno=fd)
    while True:
        message, fds, _, _ = socket.recv_fds(client, _MESSAGE_BYTES, 2)
        if not message:
            return
        child = os.fork()
        if not child:
            client.close()
            _become(json.loads(message), *fds)
        for one in fds:
            os.close(one)
        _, status = os.waitpid(child, 0)
        client.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(message: Mapping[str, object], output: int, errors: int) -> None:
    words, environment = message["words"], message["environment"]
    assert isinstance(words, list)
    assert isinstance(environment, dict)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.close(output)
    os.close(errors)
    sys.stdout, sys.stderr = os.fdopen(1, "w", encoding="utf-8"), os.fdopen(2, "w", encoding="utf-8")
    sys.argv = words
    status: object = 1
    with contextlib.suppress(AttributeError):  # unwatched runs preload nothing
        ctypes.CDLL(None).earshot_steps_begin()
    try:
        status = import_module(words[0]).main(words[1:])
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]  # as the interpreter's own end: waits for threads
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(int(status or 0))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
