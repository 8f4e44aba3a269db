"""Runs a pack once in a child process with limits of time and memory, before a library relies on it.

Intact graphs can still loop for ever or demand more memory than there is, in native code that no exception can stop.
`python -m engine.ingest.pack_trial FOLDER` is the child; its last line gives the outcome.
"""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

from engine.base.child_processes import child_environment
from engine.base.errors import EngineError, PackError
from engine.base.memory_limit import OUT_OF_MEMORY, TRIAL_BYTES, limit_memory
from engine.base.messages import Message, message_in, record_of, told
from engine.base.pack_messages import PackAdvice, PackFault, PackRefusal

_log = logging.getLogger(__name__)

TRIAL_S = 180.0
"""The largest known pack takes about 10 s for its canonical sounds and words on one core."""
_TOO_MUCH = told(PackRefusal.TOO_MUCH_MEMORY, TRIAL_BYTES >> 30)


def try_pack(folder: Path, *, limit_s: float = TRIAL_S) -> None:
    """Computes a pack's canonical vectors on the processor in a child process.

    Raises:
        PackError: it takes too long or too much memory, crashes, or computes other results.
    """
    command = [sys.executable, "-P", "-m", "engine.ingest.pack_trial", os.fspath(folder)]
    try:
        done = subprocess.run(
            command,
            env=child_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit_s,
            check=False,
        )
    except subprocess.TimeoutExpired as err:
        _log.info("a pack under trial ran for more than %.0f s", limit_s)
        raise _refused(folder, told(PackRefusal.ENDLESS, round(limit_s))) from err
    _log.info("a pack was tried: status %d", done.returncode)
    if done.returncode == 0:
        return
    if done.returncode == OUT_OF_MEMORY:
        raise _refused(folder, _TOO_MUCH)
    lines = done.stdout.decode("utf-8", errors="replace").splitlines()
    if lines and lines[-1].startswith("{"):
        record = json.loads(lines[-1])
        raise PackError(message_in(record["what"]), advice=message_in(record["to_do"]))
    raise _refused(folder, told(PackRefusal.TRIAL_CRASHED))


def main(folder: str) -> int:
    """Entry point of the child: returns 0, or 1 after a JSON line with the error and the advice."""
    limit_memory(TRIAL_BYTES)
    try:
        _run(Path(folder))
    except EngineError as err:
        return _told(err)
    except MemoryError:
        return _told(_refused(Path(folder), _TOO_MUCH))
    return 0


def _told(err: EngineError) -> int:
    print(json.dumps({"what": record_of(err.what), "to_do": record_of(err.to_do)}), flush=True)
    return 1


def _run(folder: Path) -> None:
    from engine.models.encoder import check_canonical  # heavy: not in the parent
    from engine.models.pack import load_pack
    from engine.models.pack_kinds import pack_kind
    from engine.models.speech_pack import is_speech_pack, read_speech_info

    if is_speech_pack(folder):
        heard = pack_kind(read_speech_info(folder).kind).check(folder)
        is_well, detail = heard.ok, heard.detail
    else:
        report = check_canonical(load_pack(folder))
        worst = min(report.worst_audio_cosine, report.worst_text_cosine)
        is_well, detail = report.ok, f"worst cosine {worst:.4f}"
    if not is_well:
        raise _refused(folder, told(PackRefusal.OTHER_RESULTS, detail))


def _refused(folder: Path, why: Message) -> PackError:
    return PackError(told(PackFault.PACK_NOT_TAKEN, folder.name, why), advice=PackAdvice.ASK_MAKER)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
