"""Names that Earshot makes are names on Windows too: no device, no forbidden letter, no dot or space at the end.

`PureWindowsPath` and the rules of Microsoft's "Naming Files, Paths, and Namespaces" judge, on any system.
"""

import ntpath
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.effects import Effects
from engine.audio.region_names import plain_name, region_name
from engine.base import types
from engine.base.identifiers import below, is_file_name
from engine.base.types import FilePath
from engine.features.ambience.room_tone import tone_name
from engine.features.metadata_edits.ucs_names import clean
from engine.transfer.name_patterns import stem_of

DEVICES = ("CON", "nul", "Aux", "PRN", "com1", "LPT9", "COM¹", "conout$")
ODD = st.sampled_from(
    (*DEVICES, "a.", "b ", ".", "..", "C:", "\\\\server\\share", "x:y", "con.wav", "nul .txt", "a\u0085", "\ud800")
)
LETTERS = st.text(st.characters(codec=None), max_size=300)
TEXTS = st.one_of(LETTERS, ODD, st.tuples(ODD, LETTERS).map("".join), st.tuples(LETTERS, ODD).map("".join))
BYTES = st.one_of(st.binary(min_size=1, max_size=200), TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")))


def path_of(name: bytes) -> FilePath:
    """A sound on this system with any name."""
    return FilePath(b"/sounds/" + (name.replace(b"/", b"_").replace(b"\0", b"_") or b"x"))


MAKERS: dict[str, Callable[[str], str]] = {
    "a handed out sound": plain_name,
    "a region": lambda text: region_name(path_of(text.encode("utf-8", "surrogatepass")), 1.0, 2.5, Effects()),
    "a whole sound": lambda text: region_name(path_of(text.encode("utf-8", "surrogatepass")), None, None),
    "a background": lambda text: tone_name(path_of(text.encode("utf-8", "surrogatepass")), 30),
    "a profile's pattern": lambda text: stem_of("{name} {scene}", {"name": text, "scene": text}, 1),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@given(text=TEXTS)
def test_a_name_that_is_made_is_one_on_windows(make: Callable[[str], str], text: str) -> None:
    name = make(text)
    path = PureWindowsPath("C:/out", name)
    assert (path.name, path.parent) == (name, PureWindowsPath("C:/out"))
    assert not path.is_reserved()
    assert not set(name) & set('<>:"/\\|?*') and not any(ord(letter) < 32 for letter in name)
    assert name == name.rstrip(". ") and len(name.encode()) <= 255


@given(text=TEXTS)
def test_a_cleaned_part_of_a_ucs_name_has_no_letter_that_windows_forbids(text: str) -> None:
    cleaned = clean(text)
    assert not set(cleaned) & set('<>:"/\\|?*_') and cleaned == cleaned.strip(" .")


@given(text=TEXTS)
def test_a_name_that_is_accepted_is_one_on_windows(text: str) -> None:
    path = PureWindowsPath("C:/out", text)
    if is_file_name(text):
        assert (path.name, path.is_reserved()) == (text, False)


@given(text=TEXTS)
def test_a_listed_path_stays_below_its_folder_on_windows_too(text: str) -> None:
    try:
        below(Path("/packs"), text)
    except ValueError:
        return
    folder = PureWindowsPath("C:/packs")
    path = PureWindowsPath(ntpath.normpath(folder / text))
    assert path.is_relative_to(folder) and path.drive == "C:"


@given(
    where=st.sampled_from(("C:\\", "d:\\Sounds\\", "\\\\nas\\share\\", "\\\\?\\C:\\deep\\")),
    name=st.text(st.characters(codec="utf-8", exclude_characters='<>:"/\\|?*\0'), min_size=1, max_size=40),
)
def test_a_path_of_windows_survives_its_address(where: str, name: str) -> None:
    path = FilePath((where + name).encode())
    with _on_windows():
        assert FilePath.of_uri(path.uri) == path
        assert not path.is_foreign
        assert (path.name, path.folder.text) == ntpath.split(where + name)[::-1]
    assert path.is_foreign and path.separator == b"\\"
    assert path.name == name


def _on_windows() -> AbstractContextManager[object]:
    there = SimpleNamespace(sep="\\", path=ntpath)
    return mock.patch.object(types, "os", there)
