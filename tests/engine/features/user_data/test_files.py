"""Files that are damaged, foreign, newer or half written: what is good of them is taken in, the rest is named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.base.errors import UserDataError
from engine.base.types import SoundId
from engine.features.user_data import file_format
from engine.features.user_data.import_file import preview, take_in
from engine.features.user_data.records import DamagedLine, RecordFault, RecordKind
from tests.engine.features.user_data.conftest import Open, digest, export, exported, make

GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "user-data-1.jsonl"
HEADER = '{"kind":"header","format":"earshot-user-data","version":1}\n'


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return make(tmp_path / "library", "abc")


def sound(letter: str, **fields: object) -> str:
    return json.dumps({"kind": "sound", "payload": digest(letter).hex(), **fields}) + "\n"


def ended(text: str) -> str:
    return f'{text}{{"kind":"end","lines":{text.count(chr(10))}}}\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "file.jsonl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_file_of_version_1_is_taken_in_whole(library: Path) -> None:
    done = take_in(library, GOLDEN)
    assert (done.sounds, done.found, done.waiting, done.unknown, done.damaged, done.is_cut_off) == (
        4,
        2,
        1,
        1,
        0,
        False,
    )
    assert {count.kind: count.new for count in done.counts} == {
        RecordKind.RATINGS: 2,
        RecordKind.COLOURS: 1,
        RecordKind.FAVOURITES: 1,
        RecordKind.TAGS: 3,
        RecordKind.NOTES: 1,
        RecordKind.LISTENING: 1,
        RecordKind.COLLECTIONS: 2,
        RecordKind.ITEMS: 2,
        RecordKind.SAVED: 1,
        RecordKind.SEARCHES: 2,
        RecordKind.THESAURUS: 0,
    }
    with Open(library) as opened:
        assert opened.marks(1) == (4, "green", "Too much hum\nfrom 0:10 on")
        assert (opened.tags(1), opened.tags(2)) == (["Doors", "★"], ["wind & rain"])
        assert opened.keeping.history() == ["wind dur:>10", "door creak"]


def test_a_file_of_version_2_brings_the_thesaurus(library: Path) -> None:
    done = take_in(library, GOLDEN.with_name("user-data-2.jsonl"))
    assert (done.of(RecordKind.THESAURUS).new, done.of(RecordKind.RATINGS).new, done.damaged, done.is_cut_off) == (
        3,
        1,
        0,
        False,
    )
    with Open(library) as opened:
        assert [(entry.word, entry.added, entry.refused) for entry in opened.keeping.thesaurus()] == [
            ("drum", ("kick", "snare drum"), ("percussion",))
        ]


@pytest.mark.shows("entered-travels-another")
@pytest.mark.parametrize(
    ("line", "fault", "field"),
    [
        ("{broken\n", RecordFault.NOT_JSON, ""),
        ("[1, 2]\n", RecordFault.NOT_JSON, ""),
        ('{"kind":"thesaurus","word":"kick drum","added":["bd"]}\n', RecordFault.WRONG_VALUE, "word"),
        ('{"kind":"thesaurus","word":"drum","added":"bd"}\n', RecordFault.WRONG_VALUE, "added"),
        (b'{"kind":"sound","note":"\xff"}\n', RecordFault.NOT_JSON, ""),
        ("[" * 200_000 + "\n", RecordFault.NOT_JSON, ""),
        ('{"kind":"sound","rating":' + "9" * 5000 + "}\n", RecordFault.NOT_JSON, ""),
        ('{"kind":"spell"}\n', RecordFault.NOT_KNOWN, "kind"),
        (HEADER, RecordFault.NOT_KNOWN, "kind"),
        (sound("a", stars=3), RecordFault.NOT_KNOWN, "stars"),
        (sound("a", rating=6), RecordFault.WRONG_VALUE, "rating"),
        (sound("a", rating=True), RecordFault.WRONG_VALUE, "rating"),
        (sound("a", rating=float("nan")), RecordFault.WRONG_VALUE, "rating"),
        (sound("a", plays=2**60), RecordFault.WRONG_VALUE, "plays"),
        (sound("a", last_played_s=1e300), RecordFault.WRONG_VALUE, "last_played_s"),
        (sound("a", colour="pink"), RecordFault.WRONG_VALUE, "colour"),
        (sound("a", note="\ud800"), RecordFault.WRONG_VALUE, "note"),
        (sound("a", note="x" * 10_001), RecordFault.WRONG_VALUE, "note"),
        (sound("a", tags=["★"]), RecordFault.WRONG_VALUE, "tags"),
        (sound("a", tags=[" "]), RecordFault.WRONG_VALUE, "tags"),
        (sound("a", tags="door"), RecordFault.WRONG_VALUE, "tags"),
        (sound("a", collections={"Doors": -1}), RecordFault.WRONG_VALUE, "collections"),
        ('{"kind":"sound","payload":"61"}\n', RecordFault.WRONG_VALUE, "payload"),
        ('{"kind":"sound"}\n', RecordFault.WRONG_VALUE, "payload"),
        ('{"kind":"collection","name":""}\n', RecordFault.WRONG_VALUE, "name"),
        ('{"kind":"search","text":" ","times":1}\n', RecordFault.WRONG_VALUE, "text"),
    ],
)
def test_a_damaged_line_is_named_and_the_others_are_taken_in(
    library: Path, tmp_path: Path, line: str | bytes, fault: RecordFault, field: str
) -> None:
    raw = line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass")
    done = take_in(library, written(tmp_path, HEADER.encode() + raw + ended(sound("b", rating=3)).encode()))
    assert done.damaged_lines == (DamagedLine(2, fault, field),)
    assert done.of(RecordKind.RATINGS).new == 1


def test_a_line_without_an_end_is_not_read_into_memory(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_format, "LONGEST_LINE", 1000)
    path = written(tmp_path, HEADER + sound("a", note="x" * 5000) + sound("b", rating=3) + "y" * 5000)
    done = take_in(library, path)
    assert done.damaged_lines == (DamagedLine(2, RecordFault.TOO_LONG), DamagedLine(4, RecordFault.TOO_LONG))
    assert (done.of(RecordKind.RATINGS).new, done.is_cut_off) == (1, True)


def test_a_file_that_was_cut_off_is_said_to_be_and_what_is_there_is_taken_in(library: Path, tmp_path: Path) -> None:
    whole = ended(HEADER + sound("a", rating=3) + sound("b", rating=4))
    assert not preview(library, written(tmp_path, whole)).is_cut_off
    assert preview(library, written(tmp_path, whole[: whole.index('{"kind": "sound"') + 150])).is_cut_off
    assert preview(library, written(tmp_path, whole.replace(sound("a", rating=3), ""))).is_cut_off
    assert take_in(library, written(tmp_path, whole[:-20])).of(RecordKind.RATINGS).new == 2


def test_a_file_that_an_editor_saved_with_a_mark_and_other_line_ends_is_read(library: Path, tmp_path: Path) -> None:
    text = ended(HEADER + sound("a", rating=3)).replace("\n", "\r\n")
    done = take_in(library, written(tmp_path, b"\xef\xbb\xbf" + text.encode()))
    assert (done.of(RecordKind.RATINGS).new, done.damaged, done.is_cut_off) == (1, 0, False)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not an Earshot export of ratings"),
        (b"RIFF\0\0\0\0WAVE", "is not an Earshot export of ratings"),
        (b"\0" * 100_000, "is not an Earshot export of ratings"),
        (b'{"kind":"header","format":"other","version":1}\n', "is not an Earshot export of ratings"),
        (HEADER.encode("utf-16"), "is not an Earshot export of ratings"),
        (HEADER.replace("1}", '3,"more":[]}').encode(), "knows up to 2"),
        (HEADER.replace("1}", "0}").encode(), "no Earshot ever wrote"),
    ],
)
def test_a_foreign_or_newer_file_is_refused_politely(
    library: Path, tmp_path: Path, content: bytes, message: str
) -> None:
    before = exported(library)
    with pytest.raises(UserDataError, match=message) as refused:
        take_in(library, written(tmp_path, content))
    assert refused.value.advice
    assert exported(library) == before


def test_a_file_that_cannot_be_read_is_said_to_be(library: Path, tmp_path: Path) -> None:
    with pytest.raises(UserDataError, match="cannot be read"):
        preview(library, tmp_path / "nowhere.jsonl")
    with pytest.raises(UserDataError, match="cannot be read"):
        preview(library, tmp_path)


def after(calls: int) -> Callable[[], bool]:
    """Says stop when it is asked for the last of so many times."""
    left = iter(range(calls))
    return lambda: next(left, None) is None


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_an_import_that_is_stopped_changes_nothing(library: Path, calls: int) -> None:
    before = exported(library)
    with pytest.raises(StopRequested):
        take_in(library, GOLDEN, cancel=after(calls))
    assert exported(library) == before
    assert take_in(library, GOLDEN).undo is not None


def test_more_than_a_line_may_hold_is_left_out_and_named(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_format, "LONGEST_LINE", 1000)
    with Open(library) as opened:
        opened.keeping.set_note(SoundId(1), "x" * 2000)
        opened.keeping.set_rating([SoundId(2)], 3)
    done = export(library, tmp_path / "file.jsonl")
    assert (done.sounds, done.too_long) == (1, ("Foley/1 a.wav",))
