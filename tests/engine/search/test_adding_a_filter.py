"""How to add a filter, as CONTRIBUTING has it: a record is all that grammar, SQL, completion, counts and guide ask."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.library.library import Library, LibraryReader
from engine.search import filter_labels, value_parsers
from engine.search.facets import FacetQuestion, FacetValue
from engine.search.filter_registry import FILTERS, guide_table
from engine.search.filters.filter import Button, Choice, Filter, Panel, in_range
from engine.search.query_parser import parse
from engine.search.question import Question
from engine.store.filters import CHANNELS
from tests.helpers.tiny_library import TinyLibrary

ROOT = Path(__file__).parents[3]
LANES = Filter(
    key="lanes",
    title="Lanes",
    takes="a number of lanes",
    examples=("lanes:2", "lanes:>2"),
    guide="lanes of the waveform",
    read=in_range(CHANNELS, value_parsers.channels, filter_labels.channels),
    values=("1", "2"),
    aliases=("tracks",),
    states={"laned": ">=1"},
    panel=Panel(Button.CHANNELS, "Lanes of it", (Choice("1", "One lane"), Choice(">2", "Many lanes"))),
)


@pytest.fixture(autouse=True)
def lanes() -> Iterator[None]:
    """A filter that is not, on a column that is."""
    FILTERS.add(LANES)
    yield
    FILTERS.remove("lanes")


def test_it_is_typed_refused_and_meant() -> None:
    typed = parse("lanes:2 tracks:2 is:laned lanes:many lane:2", synonyms=lambda word: ())
    chips = [(chip.key, chip.text, chip.why) for chip in typed.chips]
    assert chips[:2] == [("lanes", "lanes:many", "value"), ("lanes", "lane:2", "unknown key")]
    assert chips[2:] == [("", "lane:2", None), ("lanes", "stereo", None), ("lanes", "from 1 channels", None)]
    assert typed.filters == parse("ch:2", synonyms=lambda word: ()).filters


def test_sounds_are_found_completed_and_counted_by_it(tiny_library: TinyLibrary) -> None:
    with Library.open(tiny_library.folder) as library:
        by_lanes, by_channels = library.rank(Question("lanes:1")).ids, library.rank(Question("ch:1")).ids
        assert len(by_lanes) and by_lanes.tolist() == by_channels.tolist()
        assert "lanes:" in [one.text for one in library.complete("lan")]
        assert {"lanes:1", "lanes:2"} <= {one.text for one in library.complete("lanes:")}
    with LibraryReader(tiny_library.folder) as reader:
        assert reader.facet(FacetQuestion("lanes", ("1",))) == (FacetValue("1", len(by_channels)),)


def test_the_guide_tells_of_it() -> None:
    assert "| `lanes:2` `lanes:>2` | lanes of the waveform |" in guide_table()


def test_no_two_filters_share_a_key() -> None:
    with pytest.raises(ValueError, match="lanes"):
        FILTERS.add(LANES)


def test_the_list_of_files_in_contributing_names_all_there_is_to_open() -> None:
    """A filter's key, as a literal, stands in its record, and where the window gives single filters a place."""
    section = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("**A filter**")[1].split("\n**")[0]
    steps = re.findall(r"^\d\. `([\w/.-]+)`", section, re.MULTILINE)
    assert steps == ["engine/search/filters/sounds.py", "engine/base/query_messages.py", "docs/user-guide.md"]
    measured = re.compile(r'"(?:peak|bright|loud)"')
    named = [
        path.relative_to(ROOT).as_posix()
        for folder in (
            "engine/search",
            "engine/store",
            "desktop/search",
            "desktop/controllers/search",
            "desktop/controllers",
            "desktop/widgets/places",
        )
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.name != "sorting.py"  # sort keys have names of their own, which may be those of filters
        if measured.search(path.read_text(encoding="utf-8"))
    ]
    assert named == ["engine/search/filters/sounds.py"]
