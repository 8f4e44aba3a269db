"""Tiny corpora in the layouts they are published in: real file names, real columns, made sounds."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from tests.helpers.sounds import write_tone


def write_csv(path: Path, head: Sequence[str], rows: Sequence[Sequence[str]], encoding: str = "utf-8") -> Path:
    """Writes a table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file).writerows([head, *rows])
    return path


CLOTHO_HEAD = ["file_name", "caption_1", "caption_2", "caption_3", "caption_4", "caption_5"]
CLOTHO_FACTS = ["file_name", "keywords", "sound_id", "sound_link", "start_end_samples", "manufacturer", "license"]
CC0 = "http://creativecommons.org/publicdomain/zero/1.0/"
BY_NC = "http://creativecommons.org/licenses/by-nc/3.0/"


def captions_of(name: str) -> list[str]:
    """Five captions."""
    return [f"{name} sentence {number} of the sound" for number in range(1, 6)]


def make_clotho(folder: Path, part: str = "evaluation", audio: str = "") -> Path:
    """Three sounds: one with an accent in its name and an NC licence, one of whose wave is not there, one plain."""
    names = ["Caf\u00e9 ambience.wav", "Santa Motor.wav", "gone.wav"]
    write_csv(folder / f"clotho_captions_{part}.csv", CLOTHO_HEAD, [[name, *captions_of(name)] for name in names])
    facts = [
        [names[0], "caf\u00e9;voices ; people", "101", "https://freesound.org/x", "[0, 9]", "J\u00f8rgen", BY_NC],
        [names[1], "motor;toy", "102", "https://freesound.org/y", "[0, 9]", "someone", CC0],
        [names[2], "nothing", "103", "", "", "someone", CC0],
    ]
    write_csv(folder / f"clotho_metadata_{part}.csv", CLOTHO_FACTS, facts, encoding="ISO-8859-1")
    for name in names[:2]:
        write_tone(folder / (audio or part) / name, seconds=0.3, rate=44_100)
    return folder


AUDIOCAPS_HEAD = ["audiocap_id", "youtube_id", "start_time", "caption"]


def make_audiocaps(folder: Path) -> Path:
    """A train part with one caption a sound, a test part with five, and a video that has vanished."""
    write_csv(
        folder / "train.csv",
        AUDIOCAPS_HEAD,
        [["91139", "r1nicOVtvkQ", "130", "A woman talks nearby as water pours"], ["2", "vanished", "0", "Wind blows"]],
    )
    rows = [[str(number), "-0Gj8-vB1q4", "30", f"Rain falls, take {number}"] for number in range(5)]
    write_csv(folder / "test.csv", AUDIOCAPS_HEAD, [*rows, ["9", "-0Gj8-vB1q4", "thirty", "no"], ["10", "xyz"]])
    write_tone(folder / "train" / "r1nicOVtvkQ_130.flac", seconds=0.3)
    write_tone(folder / "audio" / "Y-0Gj8-vB1q4.wav", seconds=0.3)
    return folder


def make_wavcaps(folder: Path) -> Path:
    """Two subsets with published names, the challenge's exclusion list and one of AudioCaps."""
    freesound = [
        {"id": "180913", "caption": "A dog is barking.", "duration": 3.5, "tags": ["dog", "bark"], "description": "x"},
        {"id": "2022", "caption": "Somebody walks.", "duration": 9.0},
        {"id": "31", "caption": "", "duration": 2.0},
        {"id": "32", "caption": "Rain.", "duration": 2.0},
        {"caption": "no id", "duration": 2.0},
    ]
    audioset = [
        {"id": "Y06-g5jz-OGc.wav", "caption": "Broken.", "duration": 10.0},
        {"id": "YtdWhHV3X25Q.wav", "caption": "In AudioCaps.", "duration": 10.0},
        {"id": "YgoodSound00.wav", "caption": "Birds sing.", "duration": 10.0},
    ]
    lists = (("FreeSound/fsd_final.json", freesound), ("FreeSound/fsd_final_2s.json", freesound))
    for path, rows in (*lists, ("AudioSet_SL/as_final.json", audioset)):
        place = folder / "json_files" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps({"num_captions_per_audio": 1, "data": rows}), encoding="utf-8")
    for name in ("FreeSound/180913", "FreeSound/2022", "AudioSet_SL/Y06-g5jz-OGc", "AudioSet_SL/YtdWhHV3X25Q"):
        write_tone(folder / "audio" / f"{name}.flac", seconds=0.2)
    write_tone(folder / "audio" / "AudioSet_SL" / "YgoodSound00.flac", seconds=0.2)
    write_csv(folder / "dcase2025_task6_excluded_freesound_ids.csv", ["sound_id"], [["2022"], ["77"]])
    blacklist = folder / "json_files" / "blacklist" / "blacklist_exclude_all_ac.json"
    blacklist.parent.mkdir()
    blacklist.write_text(json.dumps({"AudioSet": ["YtdWhHV3X25Q.wav"], "FreeSound": ["180913"]}), encoding="utf-8")
    return folder


MACS = """files:
- filename: airport-barcelona-0-0-a.wav
  annotations:
  - annotator_id: 53
    sentence: "a crowd of people indoors talking: loudly"
    tags: [adults talking, footsteps]
  - annotator_id: 61
    sentence: people are chatting
    tags:
    - adults talking
- filename: airport-barcelona-0-1-a.wav
  annotations:
  - {annotator_id: 53, sentence: a suitcase rolls by, tags: [footsteps]}
- filename: tram-paris-9-3-a.wav
  annotations: []
- annotations: nothing
"""


def make_macs(folder: Path) -> Path:
    """Two sounds of one place, one without sentences and an entry without a name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "MACS.yaml").write_text(MACS, encoding="utf-8")
    place = folder / "TAU-urban-acoustic-scenes-2019-development" / "audio"
    for name in ("airport-barcelona-0-0-a.wav", "airport-barcelona-0-1-a.wav", "tram-paris-9-3-a.wav"):
        write_tone(place / name, seconds=0.3, rate=48_000, channels=2)
    return folder
