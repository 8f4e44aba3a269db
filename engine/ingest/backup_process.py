"""`python -m engine.ingest.backup_process LIBRARY`: makes the daily backup if it is due, at the lowest priority.

For the window: reading every row of a large catalogue needs its own process, or typing would lag. Prints the outcome as
one line of JSON.
"""

import json
import sys
from pathlib import Path

from engine.base.child_processes import step_back
from engine.base.errors import EngineError
from engine.base.messages import record_of
from engine.base.private_files import keep_private
from engine.ingest.backup_schedule import make_daily


def main(library: Path) -> int:
    """Makes it and prints `backup` (its name or null) and `whole`, or the error's `what` and `to_do`."""
    step_back()
    keep_private()
    try:
        made = make_daily(library)
    except EngineError as err:
        print(json.dumps({"what": record_of(err.what), "to_do": record_of(err.to_do)}), flush=True)
        return 1
    print(json.dumps({"backup": made and made.name, "whole": made is None or made.is_whole}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
