"""Runs a pack once, in a child with limits of time and memory, before a library relies on it.

A pack's bytes can be sound and its graphs still go round for ever, or ask for more memory than there is: native code
that no exception ends. `python -m engine.ingest.trial FOLDER` is the child; its last line gives the outcome.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from engine.children import child_environment
from engine.errors import EngineError, PackError
from engine.memory_limit import OUT_OF_MEMORY, TRIAL_BYTES, limit_memory

TRIAL_S = 180.0
"""The largest known pack takes some 10 s for its canonical sounds and words on one core."""
_TOO_MUCH = f"it needs more than {TRIAL_BYTES >> 30} GiB of memory"


def try_pack(folder: Path, *, limit_s: float = TRIAL_S) -> None:
    """Has a child compute a pack's canonical vectors on the processor.

    Raises:
        PackError: it does not come to an end in time, takes too much memory, crashes, or computes something else.
    """
    command = [sys.executable, "-P", "-m", "engine.ingest.trial", os.fspath(folder)]
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
        raise _refused(folder, f"it did not come to an end within {limit_s:.0f} s") from err
    if done.returncode == 0:
        return
    if done.returncode == OUT_OF_MEMORY:
        raise _refused(folder, _TOO_MUCH)
    lines = done.stdout.decode("utf-8", errors="replace").splitlines()
    if lines and lines[-1].startswith("{"):
        record = json.loads(lines[-1])
        raise PackError(record["message"], advice=record["advice"])
    raise _refused(folder, "the program that ran it crashed, or was ended for want of memory")


def main(folder: str) -> int:
    """The child's entry: 0, or 1 and a JSON line with message and advice."""
    limit_memory(TRIAL_BYTES)
    try:
        _run(Path(folder))
    except EngineError as err:
        print(json.dumps({"message": str(err), "advice": err.advice}), flush=True)
        return 1
    except MemoryError:
        refused = _refused(Path(folder), _TOO_MUCH)
        print(json.dumps({"message": str(refused), "advice": refused.advice}), flush=True)
        return 1
    return 0


def _run(folder: Path) -> None:
    from engine.models.encoder import check_canonical  # heavy: not in the parent
    from engine.models.pack import load_pack
    from engine.models.speech_pack import is_speech_pack
    from engine.speech.checking import check_speech

    if is_speech_pack(folder):
        heard = check_speech(folder)
        is_well, detail = heard.ok, heard.detail
    else:
        report = check_canonical(load_pack(folder))
        worst = min(report.worst_audio_cosine, report.worst_text_cosine)
        is_well, detail = report.ok, f"worst cosine {worst:.4f}"
    if not is_well:
        raise _refused(folder, f"it does not compute here what its maker's machine did ({detail})")


def _refused(folder: Path, why: str) -> PackError:
    return PackError(
        f"the pack {folder.name} is not taken: {why}", advice="Ask its maker for another version; nothing was changed."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
