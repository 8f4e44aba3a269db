"""Kamper's split of Switchboard as it is published: lists with audio, archives of numpy, archives of Kaldi.

The corpus is bought and was not to be had: folders are made here, their layout that of the public lists and recipes.
"""

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.features.speech.features import SpeechConfig
from training.cli import main
from training.papers.speech.recordings import ChannelError
from training.papers.words.material import measure
from training.papers.words.settings import WordsConfig, load_words_config
from training.papers.words.switchboard import SwitchboardError, frames_of, read_split_words
from training.papers.words.utterances import WordsError, part, read_utterances

RECIPES = Path(__file__).parents[4] / "training" / "recipes" / "words"
# Two lines of the published dev list. The published intervals of these are rows 173 to 238 and 310 to 368, counted in:
# 66 and 59 frames, so that the end in a name is not counted in.
SEVEN, ABANDONED = "7-eleven_sw02645-A_011071-011137", "abandoned_sw03770-A_024610-024669"
WORDS39 = replace(WordsConfig(), features=SpeechConfig(sample_rate_hz=8_000, coefficients=13, deltas=2))


def frames(count: int, seed: int, width: int = 39) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, width)).astype(np.float32)


def write_kaldi(folder: Path, rows: dict[str, np.ndarray], *, kind: bytes = b"FM ") -> Path:
    """A table and an archive, as `extract-rows … ark,scp:mfcc.ark,mfcc.scp` writes them."""
    folder.mkdir(parents=True, exist_ok=True)
    table, content = [], b""
    for key, matrix in rows.items():
        content += key.encode() + b" "
        table.append(f"{key} /scratch/where/it/was/made/mfcc.ark:{len(content)}")
        content += b"\0B" + kind + struct.pack("<bi", 4, matrix.shape[0]) + struct.pack("<bi", 4, matrix.shape[1])
        content += matrix.astype("<f8" if kind == b"DM " else "<f4").tobytes()
    (folder / "mfcc.ark").write_bytes(content)
    (folder / "mfcc.scp").write_text("\n".join(table) + "\n", encoding="utf-8")
    return folder


def write_lists(folder: Path, **parts: list[str]) -> None:
    for name, lines in parts.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "list").write_text("\n".join(lines), encoding="utf-8")


def test_a_name_says_word_side_and_frames(tmp_path: Path) -> None:
    write_kaldi(tmp_path / "dev", {SEVEN: frames(66, 1), ABANDONED: frames(59, 2)})
    seven, abandoned = read_split_words(tmp_path)
    assert (seven.word, seven.side, seven.part) == ("7-eleven", "sw02645-A", "val")
    assert (seven.start_s, seven.end_s) == (110.71, 111.37)
    assert np.array_equal(frames_of(seven), frames(66, 1)) and np.array_equal(frames_of(abandoned), frames(59, 2))


@pytest.mark.parametrize("kind", [b"FM ", b"DM "])
def test_kaldis_archives_are_found_beside_their_table_wherever_they_were_made(tmp_path: Path, kind: bytes) -> None:
    write_kaldi(tmp_path / "train", {ABANDONED: frames(59, 3)}, kind=kind)
    (word,) = read_split_words(tmp_path)
    assert word.path == tmp_path / "train" / "mfcc.ark" and np.array_equal(frames_of(word), frames(59, 3))


def test_compressed_archives_and_programs_are_refused(tmp_path: Path) -> None:
    write_kaldi(tmp_path / "train", {ABANDONED: frames(59, 3)}, kind=b"CM ")
    with pytest.raises(SwitchboardError, match="no plain matrix"):
        frames_of(read_split_words(tmp_path)[0])
    (tmp_path / "train" / "mfcc.scp").write_text(f"{ABANDONED} touch {tmp_path}/ran |\n", encoding="utf-8")
    with pytest.raises(SwitchboardError, match="touch"):
        read_split_words(tmp_path)
    assert not (tmp_path / "ran").exists()


def test_kampers_archives_lose_what_stands_around_a_word(tmp_path: Path) -> None:
    # His recipe puts [39, frames] into the middle of 200 zeros; train's keys have a word before theirs.
    wide = np.zeros((39, 200), dtype=np.float64)
    wide[:, 67:133] = frames(66, 4).T
    np.savez_compressed(tmp_path / "swbd.dev.npz", **{SEVEN: wide, ABANDONED: frames(59, 5)})
    seven, abandoned = read_split_words(tmp_path)
    assert np.array_equal(frames_of(seven), frames(66, 4)) and np.array_equal(frames_of(abandoned), frames(59, 5))
    np.savez_compressed(tmp_path / "swbd.dev.npz", **{SEVEN: frames(120, 6)})
    with pytest.raises(SwitchboardError, match="its name says 66 frames"):
        frames_of(read_split_words(tmp_path)[0])


def test_audio_is_cut_out_of_the_side_that_speaks(tmp_path: Path) -> None:
    both = np.random.default_rng(1).normal(size=(16_000, 2)).astype(np.float32) * np.array([0.1, 0.01])
    (tmp_path / "swb1").mkdir()
    soundfile.write(tmp_path / "swb1" / "sw02645.sph", both, 8_000, format="NIST", subtype="ULAW")
    soundfile.write(tmp_path / "swb1" / "sw3770-B.wav", both[:, 0], 8_000)
    lists = ["open_sw02645-A_000050-000100", "door_sw02645-B_000050-000100", "door_sw03770-B_000010-000060"]
    write_lists(tmp_path, train=lists, dev=lists[:1])
    found = read_utterances([f"switchboard={tmp_path}"])
    assert [each.channel for each in found] == [0, 1, None, 0]
    assert [each.speaker for each in found] == ["sw02645-A", "sw02645-B", "sw03770-B", "sw02645-A"]
    loud = replace(
        WordsConfig(), features=SpeechConfig(sample_rate_hz=8_000, kind="logmel", deltas=0, normalise="none")
    )
    heard = [each.mean() for each in measure(found[:2], loud).features]
    assert heard[0] - heard[1] > 15.0, "the sides differ by 20 dB"
    soundfile.write(tmp_path / "swb1" / "sw02645.sph", both[:, 0], 8_000, format="NIST", subtype="ULAW")
    with pytest.raises(ChannelError, match="number 2 is asked for"):
        measure(found[:2], loud)
    write_lists(tmp_path, dev=["water_sw02020-A_000010-000060"])
    with pytest.raises(SwitchboardError, match="no audio of sw02020-A"):
        read_utterances([f"switchboard={tmp_path}"])


def test_the_split_keeps_its_parts_and_is_not_mixed_with_drawn_ones(tmp_path: Path) -> None:
    for name, key in (("train", ABANDONED), ("dev", SEVEN), ("test", "water_sw04102-B_000100-000160")):
        write_kaldi(tmp_path / name, {key: frames(59, 1)})
    split = part(read_utterances([f"switchboard={tmp_path}"]), WordsConfig().split)
    assert {name: [each.word for each in found] for name, found in split.items() if found} == {
        "train": ["abandoned"],
        "val": ["7-eleven"],
        "test": ["water"],
    }
    (tmp_path / "more" / "yes").mkdir(parents=True)
    soundfile.write(tmp_path / "more" / "yes" / "anna_0.wav", np.zeros(8_000), 8_000)
    mixed = read_utterances([f"switchboard={tmp_path}", f"folders={tmp_path / 'more'}"])
    with pytest.raises(WordsError, match="parts of their own"):
        part(mixed, WordsConfig().split)


def test_features_of_another_width_than_the_recipes_are_refused(tmp_path: Path) -> None:
    write_kaldi(tmp_path / "dev", {ABANDONED: frames(59, 2)})
    found = read_utterances([f"switchboard={tmp_path}"])
    assert measure(found, WORDS39).features[0].shape == (59, 39)
    with pytest.raises(WordsError, match="39 numbers a frame, the recipe's 36"):
        measure(found, load_words_config(RECIPES / "paper.toml"))


def test_lines_that_are_no_words_of_the_split_are_named(tmp_path: Path) -> None:
    write_lists(tmp_path, train=["abandoned_sw03770-A_24610"])
    with pytest.raises(SwitchboardError, match="no word of the split"):
        read_split_words(tmp_path)


def test_the_tables_are_trained_on_the_split_and_measured_on_its_test_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {
        name: np.random.default_rng(number).normal(size=39) for number, name in enumerate(("open", "door", "seven"))
    }
    rng = np.random.default_rng(9)
    for number, name in enumerate(("train", "dev", "test")):
        rows = {
            f"{word}_sw0{2000 + 10 * number + take}-A_000{take}00-000{take}30": (
                places[word] + 0.5 * rng.normal(size=(30, 39))
            ).astype(np.float32)
            for word in places
            for take in range(6)
        }
        write_kaldi(tmp_path / name, rows)
    recipe = tmp_path / "tiny.toml"
    recipe.write_text(
        "[features]\nsample_rate_hz = 8000\ncoefficients = 13\n[model.acoustic]\nlayers = 1\nheads = 4\nwidth = 32\n"
        "inner = 64\n[model.phonemes]\nlayers = 1\nheads = 4\nwidth = 32\ninner = 64\n"
        "[learn]\nbatch = 9\nepochs = 4\nlearning_rate = 5e-3\nthreads = 1\n"
    )
    asked = ["words", "tables", "--data", f"switchboard={tmp_path}", "--recipe", str(recipe), "--row", "n1-h4-avg"]
    assert main.main([*asked, "--out", str(tmp_path / "rows")]) == 0
    told = capsys.readouterr()
    assert "test: 18 utterances of 3 words by 6 speakers" in told.err
    page = (tmp_path / "rows" / "tables.md").read_text(encoding="utf-8")
    assert "The corpus's own test part:" in page and "Unseen words" not in page
