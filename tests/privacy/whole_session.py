"""`make privacy`: a session of minutes with retraining, watched, and another where there is no network to be reached.

Not part of the suite, which has no time for it: the suite has the short one of test_watched_session.py.
"""

import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.pulse import PulseServer
from tests.privacy.session import Session, missing_parts, report

pytestmark = pytest.mark.timeout(1800)
LEAST_S = 70.0
"""What a runtime does late it has done by then: ONNX Runtime's telemetry spoke within the first minute."""
_APART = ("unshare", "--net")


@pytest.fixture(autouse=True)
def able() -> None:
    if not sys.platform.startswith("linux") or find_spec("torch") is None:
        pytest.skip("this needs Linux and training's packages")
    if missing := missing_parts():
        pytest.skip(f"watching a session needs {', '.join(missing)}")


def test_a_whole_session_speaks_to_nobody_and_writes_where_it_says(x_display: str, tmp_path: Path) -> None:
    with PulseServer() as pulse:
        began = time.monotonic()
        session = Session(tmp_path, x_display, pulse)
        with session.window() as window:
            session.use(window)
            session.retrain(window, minutes=0.4)
            time.sleep(max(0.0, began + LEAST_S - time.monotonic()))
        session.command("pack", "verify")
        session.command("doctor")
        print(f"\n{time.monotonic() - began:.0f} s, {len(session.calls.processes)} threads and processes")
        print(report(session))
        assert session.asked == []
        assert session.outward() == []
        assert session.looked_up() == []
        assert session.astray() == []
        assert session.files_in_home() == []
        assert {"engine", "engine.ingest", "tests.helpers.driven", "training"} <= set(session.calls.processes.values())


def test_a_whole_session_needs_no_network_at_all(x_display: str, tmp_path: Path) -> None:
    if not shutil.which("unshare") or subprocess.run([*_APART, "true"], check=False).returncode != 0:
        pytest.skip("this user may not make a network namespace: unshare --net")
    with PulseServer() as pulse:
        session = Session(tmp_path, x_display, pulse, before=_APART)
        with session.window() as window:
            session.use(window)
            session.retrain(window, minutes=0.2)
        session.command("pack", "verify")
        assert session.files_in_home() == []
