"""The order of sounds that nothing describes: by name in a folder, else the newest first."""

from pathlib import Path

import pytest

from engine.library.library import Library
from engine.search import listing
from engine.search.question import Question
from tests.helpers.indexing import index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary


def listed(library: Library, filters: str) -> list[str]:
    ranking = library.rank(Question("", filters=filters))
    return [hit.sound.path.name for hit in library.hits(ranking, range(len(ranking)))]


@pytest.mark.parametrize("many", [20_000, 2], ids=["few", "many"])
@pytest.mark.shows("folder-by-name")
def test_a_folder_lists_its_sounds_by_name(
    tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(listing, "_MANY", many)
    for number, name in enumerate(("b.wav", "C.wav", "a.wav", "rain 10.wav", "rain 9.wav")):
        write_tone(tmp_path / "field" / name, 300.0 + number, 0.5)
    write_tone(tmp_path / "other" / "z.wav", 700.0, 0.5)
    index(tmp_path / "library", tiny_library.pack, tmp_path)
    with Library.open(tmp_path / "library", pack=tiny_library.pack) as library:
        assert listed(library, f'in:"{tmp_path / "field"}/"') == [
            "a.wav",
            "b.wav",
            "C.wav",
            "rain 9.wav",
            "rain 10.wav",
        ]
        assert listed(library, "dur:>0") == listed(library, "")  # newest first
