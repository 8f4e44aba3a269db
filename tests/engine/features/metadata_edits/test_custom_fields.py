"""Fields that users made are read, written, asked for and sorted by under the names they gave them."""

import csv
import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import mutagen
import mutagen.id3
import mutagen.mp4
import pytest

from engine.audio.custom_fields import MOST_FIELDS, custom_texts, is_name
from engine.audio.fields import CustomField, Field, field_named, value_of
from engine.audio.metadata import read_metadata
from engine.base.errors import QueryError, WriteRefused
from engine.base.types import FilePath, SoundMetadata
from engine.features.metadata_edits.batch_rules import BatchKind, BatchRule, fields_in_name
from engine.features.metadata_edits.batch_table import read_batch_table
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe, undo
from engine.library.completion import Completer
from engine.search.query_parser import parse
from engine.search.sorting import SortKey, SoundSorter
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.custom_fields import MOST_OWN
from engine.store.row_checks import add_row_digest
from engine.transfer.table import write_csv
from tests.engine.features.metadata_edits.makers import Nobody, by_ffmpeg, by_libsndfile
from tests.helpers.libraries import PACK, ROOT, a_sound
from tests.helpers.sounds import write_with_bext

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
SHOW, PERSPECTIVE = CustomField.named("Show"), CustomField.named("Perspective")
USER_TEXT = "<BWFXML><USER>Recorded by Ida, boom 2 m away</USER></BWFXML>"


def write(tmp_path: Path, file: Path, values: dict[CustomField, str]) -> None:
    report = describe(tmp_path / "library", [(FilePath.of(file), Edit.of(values))], follower=Nobody())
    if report.failures:
        raise report.failures[0].error


def says(file: Path, field: CustomField = SHOW) -> str:
    return value_of(read_metadata(file), field)


@pytest.mark.parametrize("name", ["a.flac", "a.ogg", "a.mp3", "a.m4a"])
def test_a_field_that_others_spell_with_blanks_is_changed_and_emptied(tmp_path: Path, name: str) -> None:
    file, field = by_ffmpeg(tmp_path / name), CustomField.named("Show Name")
    tagged: Any = mutagen.File(file)
    if name == "a.mp3":
        tagged.tags.add(mutagen.id3.TXXX(encoding=3, desc="Show Name", text="Old Houses"))
    elif name == "a.m4a":
        tagged["----:com.apple.iTunes:Show Name"] = mutagen.mp4.MP4FreeForm(b"Old Houses")
    else:
        tagged["SHOW NAME"] = "Old Houses"
    tagged.save()
    assert says(file, field) == "Old Houses"
    write(tmp_path, file, {field: "New"})
    assert [own.text for own in custom_texts(read_metadata(file).fields).values()] == ["New"]
    write(tmp_path, file, {field: ""})
    assert custom_texts(read_metadata(file).fields) == {}


def test_what_programs_keep_in_tags_is_no_field_of_the_user() -> None:
    names = ("vorbis.serato_markers_v2", "id3.txxx:TRAKTOR4", "vorbis.cuesheet", "vorbis.log")
    assert custom_texts(dict.fromkeys(names, "A" * 900)) == {}


@pytest.mark.shows("custom-fields")
@pytest.mark.parametrize("name", ["a.wav", "a.aiff", "a.flac", "a.ogg", "a.mp3", "a.m4a"])
def test_a_field_is_written_into_every_kind_of_file_and_undone_to_the_byte(tmp_path: Path, name: str) -> None:
    file = by_libsndfile(tmp_path / name) if name == "a.wav" else by_ffmpeg(tmp_path / name)
    before = file.read_bytes()
    write(tmp_path, file, {SHOW: "Alte Häuser", CustomField.named("Recording Type"): "Mono"})
    assert (says(file), says(file, CustomField.named("recording_type"))) == ("Alte Häuser", "Mono")
    write(tmp_path, file, {CustomField.named("SHOW"): "Old Houses"})
    assert {own.text for own in custom_texts(read_metadata(file).fields).values()} == {"Old Houses", "Mono"}
    write(tmp_path, file, {SHOW: ""})
    assert (says(file), says(file, CustomField.named("recording type"))) == ("", "Mono")
    for _ in range(3):
        undo(tmp_path / "library", follower=Nobody())
    assert file.read_bytes() == before


def test_a_text_that_a_recorder_put_into_user_stays_and_is_still_read(tmp_path: Path) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=USER_TEXT)
    write(tmp_path, file, {SHOW: "Old Houses"})
    assert b"<USER>Recorded by Ida, boom 2 m away<SHOW>Old Houses</SHOW></USER>" in file.read_bytes()
    fields = read_metadata(file).fields
    assert (fields["ixml.USER"], fields["ixml.USER.SHOW"]) == ("Recorded by Ida, boom 2 m away", "Old Houses")
    write(tmp_path, file, {SHOW: ""})
    assert read_metadata(file).fields["ixml.USER"] == "Recorded by Ida, boom 2 m away"


def test_an_element_that_another_program_spelt_otherwise_is_changed_and_not_doubled(tmp_path: Path) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml="<BWFXML><USER><Show>Pilot</Show><MIC>M</MIC></USER></BWFXML>")
    write(tmp_path, file, {SHOW: "Old Houses"})
    assert b"<USER><Show>Old Houses</Show><MIC>M</MIC></USER>" in file.read_bytes()


def test_a_name_that_vorbis_comments_cannot_hold_is_refused_and_the_file_is_as_it_was(tmp_path: Path) -> None:
    file = by_ffmpeg(tmp_path / "a.flac")
    before = file.read_bytes()
    with pytest.raises(WriteRefused, match=r"a\.flac can hold no field named Größe"):
        write(tmp_path, file, {CustomField.named("Größe"): "small"})
    assert file.read_bytes() == before
    wav = by_libsndfile(tmp_path / "a.wav")
    write(tmp_path, wav, {CustomField.named("Gro\u0308ße"): "small"})
    assert says(wav, CustomField.named("größe")) == "small"


@pytest.mark.parametrize(
    "name", ["", "1st", "a=b", "a.b", "a<b", "Scene", "catid", "FXName", "x" * 41, "a²", "encoder"]
)
def test_a_name_that_no_field_can_have_is_refused(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(QueryError, match="is no name for a field"):
        field_named(f"user.{name}")


def test_what_programs_write_for_themselves_is_no_field_and_there_is_a_bound() -> None:
    theirs = {"vorbis.encoder": "x", "vorbis.MUSICBRAINZ_TRACKID": "x", "id3.TXXX:replaygain_track_gain": "x"}
    many = {f"ixml.USER.F{number}": "x" for number in range(200)}
    assert custom_texts(theirs | {"vorbis.SHOW": "a", "ixml.USER.Show": "b", "ixml.USER.A.B": "c"}).keys() == {"show"}
    assert custom_texts({"vorbis.SHOW": "a", "ixml.USER.Show": "b"})["show"].text == "b"
    assert len(custom_texts(many)) == MOST_FIELDS


def of(show: str, perspective: str = "") -> SoundMetadata:
    texts = {"ixml.USER.SHOW": show, "ixml.USER.PERSPECTIVE": perspective}
    return SoundMetadata(fields={name: text for name, text in texts.items() if text})


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Four sounds: three of shows, one that says nothing."""
    told = [of("Old Houses", "Close"), of("Pilot"), of("Café Old", "Distant"), SoundMetadata()]
    with Catalogue.open(tmp_path) as opened:
        opened.packs.set_searched(PACK, "test")
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(4, 8)
        sounds = [a_sound(n, root=root, first_segment=2 * n - 1, metadata=m) for n, m in enumerate(told, 1)]
        opened.sounds.store(sounds, [])
        yield opened


@pytest.mark.shows("custom-fields")
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("field:show=old", [1, 3]),
        ('field:"SHOW=old houses"', [1]),
        ("field:show=cafe", [3]),
        ("field:Show=", [1, 2, 3]),
        ("field:perspective", [1, 3]),
        ("field:show=old field:perspective=close", [1]),
        ("field:perspective=old", []),
        ("field:sho=old", []),
    ],
)
def test_sounds_are_found_by_a_field(catalogue: Catalogue, text: str, ids: list[int]) -> None:
    assert catalogue.passing.ids(parse(text, synonyms=lambda word: ()).filters).tolist() == ids


def test_its_words_are_found_it_is_completed_and_its_chip_says_it(catalogue: Catalogue) -> None:
    assert catalogue.texts.matching("pilot").tolist() == [2]
    offered = [(one.text, one.count) for one in Completer(catalogue).complete("field:sh")]
    assert offered == [
        ("field:show=", 3),
        ('field:"show=Café Old"', 1),
        ('field:"show=Old Houses"', 1),
        ("field:show=Pilot", 1),
    ]
    chips = parse('field:"Show=Old Houses" field:mic field:1=2', synonyms=lambda word: ()).chips
    assert [str(chip.words) for chip in chips if chip.words] == ["Show “Old Houses”", "with something in the field mic"]
    assert [chip.why for chip in chips if not chip.words] == ["value"]


def test_sounds_are_sorted_by_the_field_of_a_place_and_anew_once_it_is_another(catalogue: Catalogue) -> None:
    ids = catalogue.passing.ids(parse("", synonyms=lambda word: ()).filters)
    sorter = SoundSorter(catalogue)
    assert catalogue.own_fields.add("Show")
    assert not catalogue.own_fields.add("SHOW")
    assert ids[sorter.order(ids, SortKey.FIELD_1)].tolist() == [3, 1, 2, 4]
    assert ids[sorter.order(ids, SortKey.FIELD_2)].tolist() == [1, 2, 3, 4]
    assert catalogue.own_fields.add("Perspective")
    catalogue.own_fields.remove("show")
    assert catalogue.own_fields.all() == ("", "Perspective")
    assert ids[sorter.order(ids, SortKey.FIELD_2, descending=True)].tolist() == [3, 1, 2, 4]
    assert ids[sorter.order(ids, SortKey.FIELD_1)].tolist() == [1, 2, 3, 4]
    assert catalogue.own_fields.in_files() == ("perspective", "show")


def test_a_library_has_so_many_fields_and_no_more(catalogue: Catalogue) -> None:
    assert all(catalogue.own_fields.add(f"F{number}") for number in range(MOST_OWN))
    assert not catalogue.own_fields.add("One more")


def test_a_library_of_before_finds_what_its_files_say(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v11.sqlite", tmp_path / FILE_NAME)
    with closing(apsw.Connection(str(tmp_path / FILE_NAME))) as made:
        ((text,),) = made.execute("SELECT metadata FROM detail WHERE sound_id = 2")
        record = json.loads(str(text))
        record.setdefault("fields", {})["ixml.USER.SHOW"] = "Old Houses"
        add_row_digest(made)
        made.execute("UPDATE detail SET metadata = ? WHERE sound_id = 2", (json.dumps(record),))
    with Catalogue.open(tmp_path) as catalogue:
        found = parse("field:show=houses", synonyms=lambda word: ()).filters
        assert catalogue.passing.ids(found).tolist() == [2]
        assert catalogue.texts.matching("houses").tolist() == [2]
        assert catalogue.texts.words_with("hous") == ["houses"]


def test_rules_fill_it_read_it_from_names_and_from_an_exported_table(catalogue: Catalogue, tmp_path: Path) -> None:
    path, told = FilePath(b"/sounds/Pilot_12A_door.wav"), of("Old Houses")
    filled = BatchRule(BatchKind.FILL, field=SHOW, text="{user.show} – {scene}{number}").edit(path, told, 0)
    assert filled.values == {SHOW: "Old Houses – 1"}
    assert fields_in_name("Pilot_12A_door", "{user.Show}_{scene}_{}") == {SHOW: "Pilot", Field.SCENE: "12A"}
    ids = catalogue.passing.ids(parse("", synonyms=lambda word: ()).filters)
    write_csv(catalogue, ids, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["user.perspective"], row["user.show"]) for row in rows] == [
        ("Close", "Old Houses"),
        ("", "Pilot"),
        ("Distant", "Café Old"),
        ("", ""),
    ]
    table = read_batch_table(tmp_path / "out.csv")
    values = table.values_for(catalogue.sounds.one(ids[2].item()).path)
    assert (values[SHOW], values[PERSPECTIVE]) == ("Café Old", "Distant")
