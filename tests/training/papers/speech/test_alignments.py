"""Alignments as aligners and Praat write them."""

from pathlib import Path

import pytest

from training.papers.speech.alignments import AlignedStretch, AlignmentError, read_ctm, read_textgrid

LONG = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 2.5
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "TextTier"
        name = "clicks 3"
        xmin = 0
        xmax = 2.5
        points: size = 1
        points [1]:
            number = 0.4
            mark = "12"
    item [2]:
        class = "IntervalTier"
        name = "words"
        xmin = 0
        xmax = 2.5
        intervals: size = 4
        intervals [1]:
            xmin = 0
            xmax = 0.25
            text = ""
        intervals [2]:
            xmin = 0.25
            xmax = 0.75
            text = "open"
        intervals [3]:
            xmin = 0.75
            xmax = 1.5
            text = "the ""3"" doors"
        intervals [4]:
            xmin = 1.5
            xmax = 2.5
            text = "sp"
"""
SHORT = """File type = "ooTextFile"
Object class = "TextGrid"

0
2.5
<exists>
1
"IntervalTier"
"anna - words"
0
2.5
2
0
1.25e0
"grün"
1.25
2.5
"sil"
"""


def test_a_long_textgrid_is_read_without_its_silences(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_text(LONG, encoding="utf-8")
    assert read_textgrid(path) == [AlignedStretch("open", 0.25, 0.75), AlignedStretch('the "3" doors', 0.75, 1.5)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_short_textgrid_of_a_speaker_is_read_in_praats_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_text(SHORT, encoding=encoding)
    assert read_textgrid(path, "Words") == [AlignedStretch("grün", 0.0, 1.25)]


def test_a_tier_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_text(LONG, encoding="utf-8")
    with pytest.raises(AlignmentError, match="no tier phones") as found:
        read_textgrid(path, "phones")
    assert "words" in found.value.advice


@pytest.mark.parametrize("text", ["", "no grid", LONG[:600], SHORT.replace('"sil"\n', "")])
def test_what_is_no_whole_textgrid_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.TextGrid"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(AlignmentError):
        read_textgrid(path)


def test_a_ctm_is_read_by_recording(tmp_path: Path) -> None:
    path = tmp_path / "all.ctm"
    path.write_text(";; made by an aligner\nr1 A 0.50 0.25 seven 0.99\nr1 A 0.8 0.1 <eps>\nr2 1 1 .5 eight\n")
    assert read_ctm(path) == {"r1": [AlignedStretch("seven", 0.5, 0.75)], "r2": [AlignedStretch("eight", 1.0, 1.5)]}


def test_a_line_that_is_no_ctm_is_named(tmp_path: Path) -> None:
    path = tmp_path / "all.ctm"
    path.write_text("r1 A 0.50 0.25 seven\nr1 A half 0.1 eight\n")
    with pytest.raises(AlignmentError, match="line 2"):
        read_ctm(path)
