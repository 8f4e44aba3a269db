"""Goes through every pair of format and writer: `python -m tests.writers [WORD]`, pairs that have the word alone."""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.writers.judging import judge, write_original
from tests.writers.pairs import PAIRS


def main(word: str = "") -> int:
    """Prints a row a pair; the number of those that do not agree."""
    bad = known = skipped = 0
    wanted = [pair for pair in PAIRS if word in pair.name or word in pair.suffix]
    with tempfile.TemporaryDirectory(prefix="earshot-writers-") as home:
        for pair in wanted:
            row = f"{pair.suffix:6} {pair.name:34}"
            if missing := pair.missing():
                skipped += 1
                print(f"{row} skipped: needs {', '.join(missing)}", flush=True)
                continue
            try:
                made = pair.make(write_original(pair.original, Path(home)), Path(home))
            except subprocess.CalledProcessError as err:
                skipped += 1
                print(f"{row} skipped: {err.stderr.decode(errors='replace').strip()[-90:]!r}", flush=True)
                continue
            found = judge(pair, made)
            figures = f"delay {found.delay:+5d}  surplus {found.surplus:+6d}  likeness {found.worst:.4f}"
            said = "; ".join(found.faults) + (f" (known: {pair.known})" if pair.known else "")
            print(f"{row} {figures}  {said if found.faults else 'agrees'}", flush=True)
            known += bool(found.faults and pair.known)
            bad += bool(found.faults and not pair.known)
            made.unlink()
    agree = len(wanted) - bad - known - skipped
    print(f"{len(wanted)} pairs, {agree} agree, {known} differ as is known, {bad} differ, {skipped} skipped")
    return bad


if __name__ == "__main__":
    sys.exit(min(100, main(*sys.argv[1:2])))
