"""A small folder of described sounds to learn on from: tones of four heights and hisses, two takes a recording.

The tones are called what only their owner calls them: no start can know these words, so there is something to learn.
"""

import csv
from pathlib import Path

from tests.helpers.sounds import write_noise, write_tone

KINDS = {"zorbel": 90.0, "quimp": 500.0, "drelf": 3_000.0, "vashnik": 9_000.0}


def make_described_folder(folder: Path, recordings: int = 6) -> Path:
    """Writes `recordings` recordings of two takes of each kind, and captions.csv."""
    rows = []
    for number in range(recordings):
        for kind, hz in KINDS.items():
            for take in (1, 2):
                name = f"{kind} {'abcdefghij'[number]}_{take:02d}.wav"
                write_tone(folder / name, hz * (1.0 + number / 50.0), 0.5, level=0.2 + 0.1 * take)
                rows.append([name, f"a {kind}", f"the {kind} again", "CC0"])
        name = f"hiss {'abcdefghij'[number]}.wav"
        write_noise(folder / name, 0.5, seed=number)
        rows.append([name, "steady hiss of air", "white noise", "CC BY-NC 4.0" if number == 0 else ""])
    with (folder / "captions.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["file", "caption", "caption_2", "licence"], *rows])
    return folder
