"""`python -m training.papers.words.espeak_sentences JOBS.json DIR`: synthesises texts with the times of their words.

A job has `name`, `voice`, `words_per_min`, `pitch` and `words`; it makes DIR/name.flac and prints a line, {"name",
"words", "begins_s", "end_s"}. A process of its own, since espeak-ng's library keeps its state for ever; one for many
texts, since starting takes longer than speaking.
"""

import ctypes
import json
import sys
from pathlib import Path

import numpy as np
import soundfile
import soxr

from training.papers.units.espeak_phones import CALLBACK, LAST, SYNCHRONOUS, UTF8, Event, library

RATE_HZ = 16_000
_OF_A_WORD, _RATE, _PITCH = 1, 1, 3
_PEAK = 0.5


def main(jobs: str, folder: str) -> int:
    """Speaks every job's words; returns the exit status."""
    espeak = library()
    if espeak is None:
        print("there is no library of espeak-ng", file=sys.stderr)
        return 1
    blocks, begins = list[np.ndarray](), list[tuple[int, float]]()

    def heard(samples: "ctypes._Pointer[ctypes.c_short]", count: int, events: "ctypes._Pointer[Event]") -> int:
        if samples and count > 0:
            blocks.append(np.ctypeslib.as_array(samples, (count,)).copy())
        place = 0
        while events[place].type != LAST:
            if events[place].type == _OF_A_WORD:
                begins.append((events[place].text_position - 1, events[place].audio_position / 1000.0))
            place += 1
        return 0

    rate_hz = espeak.espeak_Initialize(SYNCHRONOUS, 0, None, 0)
    callback = CALLBACK(heard)
    espeak.espeak_SetSynthCallback(callback)
    if rate_hz <= 0:
        print("it does not begin", file=sys.stderr)
        return 1
    for job in json.loads(Path(jobs).read_text(encoding="utf-8")):
        blocks.clear()
        begins.clear()
        if espeak.espeak_SetVoiceByName(job["voice"].encode()):
            print(f"it has no voice {job['voice']}", file=sys.stderr)
            return 1
        espeak.espeak_SetParameter(_RATE, job["words_per_min"], 0)
        espeak.espeak_SetParameter(_PITCH, job["pitch"], 0)
        data = " ".join(job["words"]).encode()
        espeak.espeak_Synth(data, len(data) + 1, 0, 0, 0, UTF8, None, None)
        espeak.espeak_Synchronize()
        if not blocks:
            continue
        samples = np.concatenate(blocks).astype(np.float32) / 32768.0
        wave = soxr.resample(samples, rate_hz, RATE_HZ)
        wave *= _PEAK / max(1e-9, float(np.abs(wave).max()))
        soundfile.write(Path(folder) / f"{job['name']}.flac", wave, RATE_HZ)
        told = {"name": job["name"], "words": _placed(job["words"], begins), "end_s": len(samples) / rate_hz}
        print(json.dumps(told))
    return 0


def _placed(words: list[str], begins: list[tuple[int, float]]) -> list[tuple[str, float]]:
    """Returns each word with a reported beginning, and that time; "" where the event begins no word."""
    starts, place = dict[int, str](), 0
    for word in words:
        starts[place] = word
        place += len(word) + 1
    return [(starts.get(where, ""), begin_s) for where, begin_s in begins]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
