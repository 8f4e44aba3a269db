"""An output that runs out of sound, at a real sound server."""

import os
import subprocess
import sys

import pytest

from desktop.deck.output import room_when_empty
from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.tiny_library import REPOSITORY

needs_pulse = pytest.mark.skipif(bool(missing_pulse_parts()), reason=f"needs {', '.join(missing_pulse_parts())}")

# Plays a tone and lets the device starve: twice in it, and once in silence.
_STARVED = """
import time
import numpy as np
from desktop.deck.output import Output

output = Output()
form = output.open()
tone = np.full((form.sample_rate_hz // 4, form.channels), 0.1, np.float32)


def fill(block):
    for start in range(0, len(block), 480):
        while output.room() < 480:
            time.sleep(0.001)
        output.write(block[start : start + 480])


print(form.latency_s < 0.15)
fill(0 * tone)
for _ in range(2):
    time.sleep(1.0)
    fill(tone)
    print(output.underruns)
time.sleep(1.0)
fill(tone)
print(output.underruns)
output.rest()
print(output.format is None)
print(output.open().latency_s >= 1.8 * form.latency_s)
output.rest()
print(output.format is None)
output.close()
"""


def test_a_device_that_begins_full_of_silence_is_not_taken_for_one_that_ran_out() -> None:
    assert room_when_empty(4_800, 0.08, 48_000) == 4_800
    assert room_when_empty(0, 0.08, 48_000) > 48_000
    assert room_when_empty(480, 0.08, 48_000) > 48_000


@needs_pulse
def test_a_device_that_ran_out_of_sound_twice_gets_more_of_it_after_its_rest() -> None:
    with PulseServer() as server:
        done = subprocess.run(
            [sys.executable, "-c", _STARVED],
            cwd=REPOSITORY,
            env={**os.environ, **server.env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    # Starving in silence is not heard, and does not count.
    assert done.stdout.split() == ["True", "0", "1", "2", "True", "True", "False"]
