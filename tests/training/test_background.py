"""`earshot-train background`: mixtures are as asked for, joins that stand out are told, and the engine is asked."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.engine.features.ambience.rooms import RATE, room
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from training.cli.main import main
from training.data.corpus import Clip, CorpusError
from training.evaluation.ambiences import ambiences_of, level_range_db, with_events
from training.evaluation.joins import heard_at, joins_of, usual_of


def make_rooms(folder: Path, rooms: int = 3) -> Path:
    """A corpus whose test split has rooms of eight seconds and short tones."""
    lines = []
    for number in range(rooms + 8):
        is_room = number < rooms
        path = folder / "audio" / f"{number}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_room:
            soundfile.write(path, room(number, 8.0, seed=number, level=0.05), RATE)
        else:
            write_tone(path, 300.0 * 1.3**number, 0.3, rate=RATE, level=0.3)
        record = {
            "id": f"clip-{number}",
            "file": f"audio/{number}.wav",
            "source": "made",
            "original_path": f"{number}.wav",
            "licence": "CC0",
            "duration_s": 8.0 if is_room else 0.3,
            "category": "places ambience" if is_room else "household",
            "captions": [f"sound {number}"],
            "kind": f"kind-{number}",
            "group": f"group-{number}",
            "split": "test",
        }
        lines.append(json.dumps(record))
    (folder / "meta.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_events_take_the_share_of_time_and_have_the_level_that_was_asked_for() -> None:
    ambience = room(1, 4.0, seed=1)
    event = room(2, 0.4, seed=9, level=0.5)
    mixed = with_events(ambience, [event], 0.3, 10.0, np.random.default_rng(4))
    assert mixed.is_event.mean() == pytest.approx(0.3, abs=0.03)
    laid = (mixed.samples - ambience)[mixed.is_event]
    # 10 dB over the ambience, where events do not overlap.
    assert 10.0 * np.log10((laid**2).mean() / (ambience**2).mean()) == pytest.approx(10.0, abs=1.0)
    assert np.array_equal(mixed.samples[~mixed.is_event][:100], ambience[~mixed.is_event][:100])
    softer = with_events(ambience, [event], 0.3, 0.0, np.random.default_rng(4))
    assert np.corrcoef(softer.samples - ambience, mixed.samples - ambience)[0, 1] == pytest.approx(1.0)


def test_what_is_steady_is_an_ambience_and_what_asks_is_no_part_of_what_is_found(tmp_path: Path) -> None:
    assert level_range_db(room(1, 6.0, seed=1)) < 1.0
    rising = room(1, 6.0, seed=1) * np.linspace(0.05, 1.0, 6 * RATE, dtype=np.float32)
    assert level_range_db(rising) > 10.0
    clips = []
    for name, samples in (("steady", room(1, 8.0, seed=1)), ("rising", rising)):
        soundfile.write(tmp_path / f"{name}.wav", samples, RATE)
        clips.append(clip(name, tmp_path / f"{name}.wav", len(samples) / RATE))
    for number in range(8):
        write_tone(tmp_path / f"{number}.wav", 400.0, 0.3)
        clips.append(clip(f"{number}", tmp_path / f"{number}.wav", 0.3))
    found, others = ambiences_of(clips, seed=1)
    assert [one.clip.id for one in found] == ["steady"]
    assert len(others) == 9
    assert list(found[0].asked) == [None, 0.0, 5.0, 10.0, 15.0]
    # Eight seconds: two and a half ask, half a second is left out, and what is left is one part.
    assert [len(part.samples) / RATE for part in found[0].parts] == [5.0]
    with pytest.raises(CorpusError):
        ambiences_of(clips[:1], seed=1)


def test_a_click_a_jump_and_another_timbre_stand_out() -> None:
    samples = room(1, 6.0, seed=1)
    usual = usual_of(samples, RATE, RATE // 2)
    middle = slice(3 * RATE - RATE // 4, 3 * RATE + RATE // 4)
    assert heard_at(samples, middle.start, middle.stop, RATE).within(usual)[3]
    clicked = samples.copy()
    clicked[3 * RATE] += 1.0
    assert not heard_at(clicked, middle.start, middle.stop, RATE).within(usual)[0]
    louder = np.concatenate([samples[: 3 * RATE], 2.0 * samples[3 * RATE :]])
    assert not heard_at(louder, middle.start, middle.stop, RATE).within(usual)[2]
    other = np.concatenate([samples[: 3 * RATE], room(3, 3.0, seed=2)])
    assert not heard_at(other, middle.start, middle.stop, RATE).within(usual)[1]


def test_a_loop_of_a_wind_is_usual_by_the_engine_and_not_with_its_ends_put_together() -> None:
    gusts = 1.0 + 0.5 * np.sin(2 * np.pi * np.arange(8 * RATE) / RATE / 5.3)
    found = joins_of((room(1, 8.0, seed=3) * gusts).astype(np.float32), RATE, 20.0)
    assert [one[3] for one in found.engine] == [True, True]
    assert not found.bare[0] and not found.bare[3]


def test_the_command_finds_rooms_under_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["background", "--data", str(make_rooms(tmp_path / "data")), "--workers", "1"]
    assert main([*words, "--pack", str(make_tiny_pack(tmp_path / "tiny")), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["ambiences"], record["parts"], record["sounds"]) == (3, 3, 11)
    assert [one["events"] for one in record["asked"]][:2] == ["all", "without events"]
    every = record["asked"][0]
    # Three rooms of very different spectra: by their floors no question is answered wrong.
    assert (every["questions"], every["ways"][0]["first"]["value"], every["heard"]) == (15, 1.0, 1.0)
    assert record["chance_alone"] == pytest.approx(1 / 3)
    bare = next(one for one in record["joins"] if one["looped"] == "ends put together" and not one["is_mixed"])
    assert bare["joins"] == 3


def clip(name: str, path: Path, seconds: float) -> Clip:
    return Clip(name, path, "made", name, "CC0", (name,), name, "household", "test", seconds, group=name)
