"""A library without transcripts is searched without what compares words."""

import subprocess
import sys

from tests.conftest import TinyLibrary
from tests.helpers.tiny_library import REPOSITORY

_ASKS = """
import sys
from pathlib import Path
from engine.library.library import Library
from engine.search.question import Question
library = Library.open(Path(sys.argv[1]))
print(len(library.rank(Question("door"))) > 0, library.transcript(1))
print([name for name in sys.modules if name == "rapidfuzz" or name.endswith(".transcript_search")])
"""


def test_without_transcripts_a_question_loads_no_search_in_them(tiny_library: TinyLibrary) -> None:
    command = [sys.executable, "-c", _ASKS, str(tiny_library.folder)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout == "True ()\n[]\n"
