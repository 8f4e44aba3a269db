"""Runs several commands of `earshot` in one process: `python -m tests.faults.harness.several JSON`.

For numerous faults: most of a command's time is its start. Prints a line of JSON for each.
"""

import contextlib
import io
import json
import sys
import traceback
from pathlib import Path

from engine.base.errors import EngineError
from engine.cli.main import main as earshot
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec


def indexed(library: Path) -> int:
    """Indexes in this process, where the command starts another; returns an exit status."""
    try:
        run_job(JobSpec(library, (), device="cpu", workers=1), Control(), lambda event: None)
    except EngineError as err:
        print(f"{err}\n{err.advice}", file=sys.stderr)
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Runs them; reports a command that breaks, and goes on with the next."""
    for words in json.loads(arguments[0]):
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                status: object = indexed(Path(words[-1])) if words[0] == "index" else earshot(words)
            except SystemExit as end:
                status = end.code
            except BaseException:
                status = "traceback"
                errors.write(traceback.format_exc())
        said = {
            "words": words,
            "status": status,
            "output": output.getvalue()[-2000:],
            "errors": errors.getvalue()[-2000:],
        }
        print(json.dumps(said), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
