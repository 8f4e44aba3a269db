"""Opening a catalogue that a process left in the middle of a change."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound

KILLED = """
import os, signal, sys
import apsw
connection = apsw.Connection(sys.argv[1])
from engine.store.row_checks import add_row_digest
add_row_digest(connection)
connection.pragma("journal_mode", "delete")
connection.execute("BEGIN IMMEDIATE; UPDATE sound SET size_bytes = 0; DELETE FROM detail")
connection.cache_flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="kills by POSIX signals")
def test_a_library_whose_writer_was_killed_outside_the_log_can_be_read_at_once(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.store([a_sound(n, root=root, first_segment=2 * n) for n in range(1, 40)], [])
        size = catalogue.sounds.many(catalogue.columns.living()[:1])[0].size_bytes
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "catalogue.sqlite")], check=False)
    assert (tmp_path / "catalogue.sqlite-journal").stat().st_size
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        catalogue.database.integrity_check()
        assert catalogue.sounds.many(catalogue.columns.living()[:1])[0].size_bytes == size > 0
