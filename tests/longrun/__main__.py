"""`nice -n 19 python -m tests.longrun index|session FOLDER`: an hour each; prints tables of growth."""

import sys

from tests.longrun import indexing, session

RUNS = {"index": indexing.main, "session": session.main}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in RUNS:
        sys.exit(f"which? {' or '.join(RUNS)}, and a folder")
    sys.exit(RUNS[sys.argv[1]](sys.argv[2:]))
