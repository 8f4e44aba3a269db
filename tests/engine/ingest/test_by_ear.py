"""Categories by ear: made at the end of a job for sounds whose files say none, asked for by a filter of their own."""

from pathlib import Path

import numpy as np
import pytest

from engine.audio.fields import Field
from engine.base.types import SURE, FilePath, SoundId
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe
from engine.ingest.category_step import suggest_by_ear
from engine.ingest.control import Control
from engine.library.completion import Completer
from engine.library.library import Library
from engine.models.category_vectors import category_vectors, kept_category_vectors
from engine.models.pack import load_pack
from engine.search.category_suggestions import Suggester
from engine.search.facets import FacetQuestion, FacetValue, counted
from engine.search.query_parser import parse
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import index
from tests.helpers.sounds import write_noise, write_tone, write_with_bext

NAMES = ("dog barking", "heavy rain", "wooden door creak", "car engine", "take 7")
STATED = "DOORWood_Creak_Ida.wav"


class Place:
    """A library of the tiny pack, whose sounds have names that say something, and one a stated category."""

    def __init__(self, folder: Path, pack: Path) -> None:
        self.library, self.pack, self.sounds = folder / "library", load_pack(pack), folder / "sounds"
        self.pack_folder = pack
        for number, name in enumerate(NAMES):
            write_tone(self.sounds / f"{name}.wav", 200.0 + 700 * number, 1.0, rate=16_000)
        write_noise(self.sounds / STATED, 1.0, rate=16_000)
        write_with_bext(self.sounds / "worded.wav", ixml="<BWFXML><USER><CATEGORY>Harbour</CATEGORY></USER></BWFXML>")
        self.library.mkdir()
        category_vectors(self.pack, self.library, lambda done, of: None, lambda: False)
        self.index()

    def index(self) -> None:
        index(self.library, self.pack_folder, self.sounds)

    def kept(self) -> dict[str, str]:
        """What is kept by ear, by file name."""
        with Catalogue.open(self.library, read_only=True) as catalogue:
            rows = catalogue.database.rows("SELECT sound_id, cat_id FROM ear_category")
            return {catalogue.sounds.one(SoundId(id)).path.name: cat_id for id, cat_id in rows}

    def suggested(self) -> dict[str, str]:
        """The best suggestion of each sound, as the window suggests it, empty where it is not sure."""
        vectors = kept_category_vectors(self.pack.info, self.library)
        assert vectors is not None
        with Library.open(self.library, pack=self.pack_folder, read_only=True) as library:
            hits = library.browse(20).hits
            answers = Suggester(self.pack.info, *vectors).suggest(library.kept_vectors([hit.sound.id for hit in hits]))
            return {
                hit.sound.path.name: best[0].category.cat_id.lower() if best[0].confidence >= SURE else ""
                for hit, best in zip(hits, answers, strict=True)
            }


@pytest.fixture
def place(tmp_path: Path, pack: Path) -> Place:
    return Place(tmp_path, pack)


@pytest.mark.shows("category-by-ear")
def test_every_sound_without_a_category_has_what_is_suggested_and_no_other_sound_has(place: Place) -> None:
    expected = {name: cat_id for name, cat_id in place.suggested().items() if name != STATED} | {"worded.wav": ""}
    assert place.kept() == expected
    assert len(set(expected.values()) - {""}) >= 2, "the test would say nothing"


@pytest.mark.shows("category-by-ear")
def test_it_is_asked_for_counted_and_completed_apart_from_what_files_say(place: Place) -> None:
    said = {name: cat_id for name, cat_id in place.kept().items() if cat_id}
    cat_id = next(iter(said.values()))
    named = sorted(name for name, own in said.items() if own == cat_id)
    with Catalogue.open(place.library, read_only=True) as catalogue:

        def found(text: str) -> list[str]:
            ids = catalogue.passing.ids(parse(text, synonyms=lambda word: ()).filters)
            return sorted(sound.path.name for sound in catalogue.sounds.many([SoundId(int(id)) for id in ids]))

        assert found(f"ear:{cat_id}") == named
        assert found(f"cat:{cat_id}") == []
        assert (found("cat:DOORWood"), STATED in found("ear:DOORWood")) == ([STATED], False)
        by_ear = counted(catalogue, FacetQuestion("ear"))
        assert sum(value.sounds for value in by_ear) == len(said)
        assert counted(catalogue, FacetQuestion("cat")) == (FacetValue("DOORS", 1),)
        offered = [one for one in Completer(catalogue).complete("ear:") if one.count]
        assert offered and all(one.text.startswith("ear:") for one in offered)
        (chip,) = parse(f"ear:{cat_id}", synonyms=lambda word: ()).chips
        assert str(chip.words).startswith("category by ear: ")


def test_a_sound_that_gets_a_category_or_other_words_is_looked_at_anew_and_no_other(place: Place) -> None:
    before = place.kept()
    name = next(name for name, cat_id in before.items() if cat_id)
    path = FilePath.of(place.sounds / name)
    with CatalogueFollower(place.library, pack=place.pack_folder) as upkeep:
        describe(place.library, [(path, Edit.of({Field.UCS_ID: "RAINMetl"}))], follower=upkeep)
    assert place.kept() == {other: cat_id for other, cat_id in before.items() if other != name}
    place.index()
    assert name not in place.kept()
    with CatalogueFollower(place.library, pack=place.pack_folder) as upkeep:
        describe(place.library, [(path, Edit.of({Field.UCS_ID: ""}))], follower=upkeep)
    place.index()
    assert name in place.kept()


def test_a_cancelled_step_goes_on_where_it_was_and_another_pack_begins_anew(place: Place) -> None:
    whole = place.kept()
    with Catalogue.open(place.library) as catalogue:
        catalogue.ear.begin("another pack")
        assert len(catalogue.ear.waiting()) == len(whole)
        control = Control()
        control.turn("cancel")
        suggest_by_ear(catalogue, place.pack.info, control, lambda event: None)
    assert place.kept() == {}
    with Catalogue.open(place.library) as catalogue:
        suggest_by_ear(catalogue, place.pack.info, Control(), lambda event: None, block=2)
        assert np.array_equal(catalogue.ear.waiting(), np.empty(0, np.int64))
    assert place.kept() == whole
