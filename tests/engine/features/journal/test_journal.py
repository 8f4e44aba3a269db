"""What leaves is in the journal, whichever way it left: found by `used:`, exported again, credited."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import soundfile

from engine.audio.effects import Effects
from engine.base.errors import LibraryError
from engine.base.types import FilePath, SoundMetadata
from engine.cli.main import main
from engine.features.journal import export_journal
from engine.features.journal.export_journal import FILE_NAME, ExportJournal, JournalAddition, JournalOfExports
from engine.features.journal.exports import exported, save_credits, sound_of
from engine.library.library import Library
from engine.search.question import Question
from engine.store.export_log import ExportRecord
from engine.transfer.collect import ExportItem
from engine.transfer.credits import CreditsFormat
from engine.transfer.profile import AS_IT_IS
from engine.transfer.transfer import transfer
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack

_DAY_S = 86_400.0
_SEARCHES = {"RAIN.wav": ["rain.wav"], "sounds engine": ["hum.wav"], "100% storm": ["rain.wav"], "engine storm": []}


def made_in(folder: Path) -> Path:
    """A hum, a rain, and two takes of a knock."""
    write_noise(folder / "sounds" / "rain.wav", 4.0)
    write_tone(folder / "sounds" / "hum.wav", 100.0, 2.0)
    for seed in (1, 2):
        write_noise(folder / "sounds" / f"knock_0{seed}.wav", 0.5, seed=seed)
    library, pack = folder / "library", make_tiny_pack(folder / "pack")
    earshot("index", "--json", "--library", library, "--pack", pack, "--device", "cpu", folder / "sounds")
    return library


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_in(tmp_path_factory.mktemp("made"))


@pytest.fixture
def library(made: Path) -> Iterator[Path]:
    """One library for all tests, whose journal each begins anew."""
    yield made
    for path in made.glob(f"{FILE_NAME}*"):
        path.unlink()


def run(library: Path, capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main([*map(str, words), "--json", "--library", str(library)]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]


def names(library: Path, query: str) -> list[str]:
    with Library.open(library, read_only=True) as opened:
        return sorted(hit.sound.path.name for hit in opened.answer(Question(query)).hits)


def log(library: Path, name: str, cue: str, days: float = 0.0) -> None:
    """Writes an entry of so many days ago."""
    source = library.parent / "sounds" / name
    record = ExportRecord(FilePath.of(source), source, words=(("cue", cue),))
    with Library.open(library, read_only=True) as opened:
        found = opened.sound_at(FilePath.of(source))
    JournalOfExports().note(library, [record])
    with ExportJournal.to_write(library) as journal:
        journal._connection.execute(
            "UPDATE export SET at_s = ? WHERE sound_id = ?", (time.time() - days * _DAY_S, found)
        )


@pytest.mark.shows("journal")
def test_a_collected_moment_is_listed_with_its_part_and_profile(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (made,) = run(
        library, capsys, "collect", "low hum", "--limit", "1", "--moments", "--handles", "0.2", "--to", tmp_path / "out"
    )
    (entry,) = run(library, capsys, "journal", "list")
    assert (entry["path"], entry["file"]) == (str(library.parent / "sounds" / "hum.wav"), made["path"])
    assert entry["start_s"] >= made["start_s"] and entry["licence"] == "no licence stated"


def test_a_script_is_credited_and_found_by_its_cues(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "cues.csv"
    script.write_text("name,text\nA1,Heavy rain on a roof\n", encoding="utf-8")
    run(library, capsys, "spot", script, "--weak", "--limit", "1", "--collect", tmp_path / "scene")
    (entry,) = run(library, capsys, "journal", "list")
    assert entry["cue"] == "A1"
    used = [Path(entry["path"]).name]
    assert names(library, "used:roof") == names(library, "used:A1") == names(library, "used:yes") == used
    assert names(library, "used:door") == []
    assert names(library, "used:no") == sorted({"hum.wav", "knock_01.wav", "knock_02.wav", "rain.wav"} - set(used))


def test_each_way_out_of_the_shell_is_in_the_journal(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sounds = library.parent / "sounds"
    run(library, capsys, "round-robin", sounds / "knock_01.wav", "--count", "2", "--to", tmp_path / "robin")
    run(
        library,
        capsys,
        "background",
        library.parent / "sounds" / "rain.wav",
        "--length",
        "6",
        "--out",
        tmp_path / "tone",
    )
    files = {Path(entry["file"]).parent.name for entry in run(library, capsys, "journal", "list")}
    assert files == {"robin", "tone"}
    (tone,) = [one for one in run(library, capsys, "journal", "list") if Path(one["file"]).parent.name == "tone"]
    assert Path(tone["path"]).name != Path(tone["file"]).name and tone["start_s"] is not None


def test_age_and_dates_of_use_are_filters(library: Path) -> None:
    log(library, "hum.wav", "old", days=40.0)
    log(library, "rain.wav", "new", days=2.0)
    assert names(library, "used:<30d") == names(library, "used:month") == ["rain.wav"]
    assert names(library, "used:<60d") == ["hum.wav", "rain.wav"]
    assert names(library, "used:today") == []
    with Library.open(library, read_only=True) as opened:  # latest first
        assert [hit.sound.path.name for hit in opened.answer(Question("used:yes")).hits] == ["rain.wav", "hum.wav"]


def test_an_open_library_sees_what_another_process_exports(library: Path) -> None:
    with Library.open(library, read_only=True) as opened:
        assert not opened.answer(Question("used:roof")).hits
        log(library, "rain.wav", "roof")
        assert [hit.sound.path.name for hit in opened.answer(Question("used:roof")).hits] == ["rain.wav"]


def test_another_sound_with_the_id_of_an_exported_one_is_not_used(tmp_path: Path) -> None:
    library = made_in(tmp_path)
    log(library, "rain.wav", "roof")
    write_tone(tmp_path / "sounds" / "rain.wav", 900.0, 1.0)
    earshot("index", "--json", "--library", library, "--device", "cpu", tmp_path / "sounds")
    assert names(library, "used:roof") == names(library, "used:yes") == []


def test_exports_are_made_again_by_another_profile(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = FilePath.of(library.parent / "sounds" / "hum.wav")
    louder = ExportItem(source, SoundMetadata(), 0.5, 1.0, Effects(gain_db=-6.0), words=(("cue", "Fridge"),))
    transfer([louder, louder], tmp_path / "out", AS_IT_IS, library=library)
    (made,) = run(
        library, capsys, "journal", "again", "--cue", "fridge", "--format", "flac", "--rate", "48000", "--name",
        "{cue} {n:03}", "--to", tmp_path / "again",
    )  # fmt: skip
    assert Path(made["path"]).name == "Fridge 001.flac"
    info = soundfile.info(made["path"])
    assert (info.samplerate, info.frames) == (48_000, 24_000)
    loud, _ = soundfile.read(next((tmp_path / "out").glob("*.wav")))
    assert soundfile.read(made["path"])[0].max() == pytest.approx(loud.max(), abs=0.01)


def test_credits_outlive_the_sounds(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "gone.wav"
    credited = SoundMetadata(artist="Ada Field", licence="CC-BY 4.0")
    record = ExportRecord(FilePath.of(source), tmp_path / "film" / "Fridge.wav")
    with ExportJournal.to_write(library) as journal:
        journal.add(time.time(), [JournalAddition(record, None, None, credited)])
    run(library, capsys, "journal", "credits", "--to", tmp_path / "film", "--csv")
    text = (tmp_path / "film" / "credits.csv").read_text(encoding="utf-8")
    assert "Fridge.wav" in text and "Ada Field" in text and "CC-BY 4.0" in text


def test_entries_are_found_by_words_of_path_profile_and_cue(library: Path) -> None:
    log(library, "rain.wav", "Storm 100%")
    log(library, "hum.wav", "Engine room")
    found = {words: [entry.record.source.name for entry in exported(library, text=words)] for words in _SEARCHES}
    assert found == _SEARCHES


def test_credits_are_saved_over_an_earlier_file(library: Path, tmp_path: Path) -> None:
    log(library, "rain.wav", "")
    log(library, "hum.wav", "")
    file = tmp_path / "credits.csv"
    file.write_text("earlier", encoding="utf-8")
    save_credits(exported(library), file, CreditsFormat.CSV)
    rows = file.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "file,title,author,licence,source,description"
    assert [row.split(",")[0] for row in rows[1:]] == ["rain.wav", "hum.wav"]


def test_a_sound_that_moved_is_found_by_its_entry(tmp_path: Path) -> None:
    library = made_in(tmp_path)
    log(library, "hum.wav", "")
    (tmp_path / "sounds" / "hum.wav").rename(tmp_path / "sounds" / "drone.wav")
    earshot("index", "--json", "--library", library, tmp_path / "sounds")
    (entry,) = exported(library)
    sound = sound_of(library, entry)
    assert sound is not None and sound.path.name == "drone.wav"


def test_the_oldest_entries_make_room(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_journal, "MOST_ENTRIES", 3)
    for number in range(5):
        log(library, "hum.wav", f"cue {number}")
    with ExportJournal.to_write(library) as journal:
        assert [entry.cue for entry in journal.entries()] == ["cue 4", "cue 3", "cue 2"]


def test_a_damaged_journal_is_told_and_mended_and_costs_no_export(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (library / FILE_NAME).write_bytes(b"no database, and long enough to be looked at" * 100)
    with pytest.raises(LibraryError, match="damaged") as caught:
        names(library, "used:yes")
    assert "verify --repair" in caught.value.advice
    assert main(["collect", "in:sounds", "--to", str(tmp_path / "out"), "--library", str(library)]) == 0
    assert "not in the journal" in capsys.readouterr().err and len(list((tmp_path / "out").glob("*.wav"))) == 4
    assert main(["verify", "--repair", "--library", str(library)]) == 0
    assert not (library / FILE_NAME).exists() and names(library, "used:yes") == []


def test_a_journal_of_a_later_version_is_left_alone(library: Path) -> None:
    log(library, "hum.wav", "cue")
    with ExportJournal.to_write(library) as journal:
        journal._connection.pragma("user_version", 99)
    before = (library / FILE_NAME).read_bytes()
    with pytest.raises(LibraryError, match="format 99"):
        ExportJournal.to_write(library)
    assert (library / FILE_NAME).read_bytes() == before


def test_a_journal_of_the_first_version_is_read(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).resolve().parents[3] / "golden" / "journal-v1.db", tmp_path / FILE_NAME)
    journal = ExportJournal.to_read(tmp_path)
    assert journal is not None
    with journal:
        bed, part = journal.entries()
    assert (bed.record.is_synthetic, bed.sound, bed.record.start_s) == (True, None, None)
    assert part.record == ExportRecord(
        FilePath(b"/sounds/door \xff.wav"),
        Path("/out/1 Door slams.wav"),
        1.5,
        2.75,
        Effects(pitch_semitones=-3.5, gain_db=2.0, is_reversed=True, channels=(1,)),
        "Delivery",
        (("cue", "Door slams"), ("query", "door")),
    )
    assert (part.at_s, part.cue, part.credit.title) == (1_767_225_600.0, "Door slams", "A door")
