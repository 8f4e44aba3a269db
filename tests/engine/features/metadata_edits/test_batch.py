"""One rule for many files: what each kind makes of a text, of a name, of a table."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.fields import Field
from engine.base.errors import QueryError
from engine.base.types import FilePath, SoundMetadata
from engine.features.metadata_edits.batch_rules import BatchKind, BatchRule, LetterCase, fields_in_name
from engine.features.metadata_edits.batch_table import read_batch_table

SAID = SoundMetadata(title="heavy DOOR's creak", fields={"ixml.SCENE": "12A", "info.ikey": "door, wood"})
PATH = FilePath.of("/sounds/Kyiv/DOOR_12A_03 close.wav")


def said(rule: BatchRule, field: Field = Field.TITLE, place: int = 0) -> str | None:
    return rule.edit(PATH, SAID, place).values.get(field)


@pytest.mark.shows("batch-metadata")
@pytest.mark.parametrize(
    ("rule", "after"),
    [
        (BatchRule(BatchKind.FILL, text="{name} in {folder}, {scene}"), "DOOR_12A_03 close in Kyiv, 12A"),
        (BatchRule(BatchKind.FILL, text="Take {number:3}", first=7), "Take 009"),
        (BatchRule(BatchKind.FILL, text=""), ""),
        (BatchRule(BatchKind.REPLACE, text="door", other="gate"), "heavy gate's creak"),
        (BatchRule(BatchKind.REPLACE, text="door", other="gate", is_exact=True), "heavy DOOR's creak"),
        (BatchRule(BatchKind.REPLACE, text=" creak"), "heavy DOOR's"),
        (BatchRule(BatchKind.REPLACE, text="a.y", other=r"\1"), "heavy DOOR's creak"),
        (BatchRule(BatchKind.REPLACE, text="", other="x"), "heavy DOOR's creak"),
        (BatchRule(BatchKind.PREPEND, text="{number} "), "3 heavy DOOR's creak"),
        (BatchRule(BatchKind.APPEND, text=" 2"), "heavy DOOR's creak 2"),
        (BatchRule(BatchKind.CASE, case=LetterCase.TITLE), "Heavy Door's Creak"),
        (BatchRule(BatchKind.CASE, case=LetterCase.UPPER), "HEAVY DOOR'S CREAK"),
        (BatchRule(BatchKind.CASE, case=LetterCase.LOWER), "heavy door's creak"),
        (BatchRule(BatchKind.CASE, case=LetterCase.SENTENCE), "Heavy door's creak"),
    ],
)
def test_what_a_rule_makes_of_a_title(rule: BatchRule, after: str) -> None:
    assert said(rule, place=2) == after


def test_keywords_are_added_as_keywords_each_once() -> None:
    rule = BatchRule(BatchKind.APPEND, Field.KEYWORDS, "Wood, night")
    assert said(rule, Field.KEYWORDS) == "door, Wood, night"
    assert said(BatchRule(BatchKind.PREPEND, Field.KEYWORDS, "night"), Field.KEYWORDS) == "night, door, wood"
    assert said(BatchRule(BatchKind.APPEND, Field.KEYWORDS, ""), Field.KEYWORDS) is None


@pytest.mark.shows("batch-metadata")
@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("{}_{scene}_{take} {comment}", {Field.SCENE: "12A", Field.TAKE: "03", Field.COMMENT: "close"}),
        ("DOOR_{scene}_{}", {Field.SCENE: "12A"}),
        ("{title}", {Field.TITLE: "DOOR_12A_03 close"}),
        ("{title}_{Designer} close", {Field.TITLE: "DOOR", Field.ARTIST: "12A_03"}),
        ("RAIN_{scene}", {}),
        ("{scene}-{take}", {}),
        ("{scene}_{take}_{tape}_{comment}", {}),
        ("no token", {}),
    ],
)
def test_fields_are_read_out_of_a_name(pattern: str, found: dict[Field, str]) -> None:
    assert fields_in_name("DOOR_12A_03 close", pattern) == found


@given(st.lists(st.text("ab_ -", min_size=1, max_size=4), min_size=2, max_size=5).map(tuple))
def test_a_name_that_was_made_by_a_pattern_is_read_by_it(values: tuple[str, ...]) -> None:
    fields = [Field.TITLE, Field.SCENE, Field.TAKE, Field.TAPE, Field.COMMENT][: len(values)]
    pattern = "#".join(f"{{{field}}}" for field in fields)
    expected = {field: value.strip() for field, value in zip(fields, values, strict=True) if value.strip()}
    assert fields_in_name("#".join(values), pattern) == expected


@pytest.mark.parametrize(
    ("rule", "match"),
    [
        (BatchRule(BatchKind.FILL, text="{sceen}"), r"\{sceen\} stands for nothing"),
        (BatchRule(BatchKind.FILL, text="{}"), "stands for nothing"),
        (BatchRule(BatchKind.FROM_NAME, text="{number}_{title}"), "stands for nothing"),
        (BatchRule(BatchKind.FROM_NAME, text="{scene}{take}"), "between two placeholders"),
        (BatchRule(BatchKind.FILL, Field.UCS_ID, "DOORBanana"), "is not a UCS CatID"),
        (BatchRule(BatchKind.APPEND, Field.ORIGINATOR, "x" * 33), "originator has 33 letters"),
    ],
)
def test_what_cannot_be_meant_is_refused(rule: BatchRule, match: str) -> None:
    with pytest.raises(QueryError, match=match) as caught:
        rule.edit(PATH, SAID, 0)
    assert caught.value.advice


@pytest.mark.shows("batch-metadata")
@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b'name,Title,scene\nDOOR_12A_03 close.wav,"Door, heavy",\'=13\n', "comma"),
        ("Datei;Titel;Szene\ndoor_12a_03 CLOSE;Door, heavy;=13\n".encode("cp1252"), "German Excel"),
        ("path\ttitle\tscene\n/sounds/Kyiv/DOOR_12A_03 close.wav\tDoor, heavy\t=13\n".encode("utf-16"), "tabs"),
        (b'name,path,title,scene,take\nx,/sounds/Kyiv/DOOR_12A_03 close.wav,"Door, heavy",=13,\n', "ours"),
    ],
)
def test_a_table_says_what_its_files_shall_say(tmp_path: Path, content: bytes, name: str) -> None:
    (tmp_path / "table.csv").write_bytes(content)
    table = read_batch_table(tmp_path / "table.csv")
    rule = BatchRule(BatchKind.FROM_TABLE, table=table)
    assert rule.edit(PATH, SAID, 0).values == {Field.TITLE: "Door, heavy", Field.SCENE: "=13"}
    assert rule.edit(FilePath.of("/sounds/other.wav"), SAID, 0).values == {}
    assert len(table) == 1


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("title,scene\na,b\n", "names files"),
        ("name,colour\na,b\n", "is a field"),
        ("", "names files"),
        ('name,title\n"' + "x" * 200_000, "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_meant_is_refused(tmp_path: Path, content: str, match: str) -> None:
    (tmp_path / "table.csv").write_text(content)
    with pytest.raises(QueryError, match=match):
        read_batch_table(tmp_path / "table.csv")
    with pytest.raises(QueryError, match="cannot be read"):
        read_batch_table(tmp_path / "none.csv")
