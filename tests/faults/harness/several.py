"""Runs several commands of `earshot` in one process: `python -m tests.faults.harness.several JSON`.

For faults of which there are many: most of a command's time is its start. Prints a line of JSON for each.
"""

import contextlib
import io
import json
import sys
import traceback

from engine.cli import main as earshot


def main(arguments: list[str]) -> int:
    """Runs them; a command that breaks is told, and the next one follows."""
    for words in json.loads(arguments[0]):
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            try:
                status: object = earshot(words)
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
