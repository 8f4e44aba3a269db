"""One NAS has another path on every machine and system; on the server a path is the volume's."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import StudioRefused
from engine.base.types import FilePath
from engine.features.studio import facade
from engine.features.studio.records import Role
from engine.features.studio.volumes import absolute, relative
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import PASSWORD, SharedServer

FOLDERS = [b"/mnt/nas/Effects", b"/", b"/Volumes/Effects", b"Z:\\", b"Z:\\SFX", b"\\\\nas\\effects", b"c:/sounds"]
NAMES = st.lists(
    st.binary(min_size=1, max_size=8).filter(lambda name: not set(name) & set(b"/\\:\0") and name not in (b".", b"..")),
    min_size=1,
    max_size=4,
)


@given(st.sampled_from(FOLDERS), NAMES)
def test_a_path_comes_back_on_every_system(folder: bytes, names: list[bytes]) -> None:
    path = absolute(FilePath(folder), b"/".join(names))
    assert path is not None
    assert relative(FilePath(folder), path) == b"/".join(names)


def test_paths_of_two_systems_meet_at_the_volume() -> None:
    shared = relative(FilePath(b"/mnt/nas/Effects"), FilePath(b"/mnt/nas/Effects/Doors/creak \xff.wav"))
    assert shared == b"Doors/creak \xff.wav"
    assert absolute(FilePath(b"Z:\\Effects"), b"Doors/creak.wav") == FilePath(b"Z:\\Effects\\Doors\\creak.wav")
    windows = FilePath(b"z:\\effects\\DOORS\\Creak.wav")
    assert relative(FilePath(b"Z:\\Effects\\"), windows) == b"DOORS/Creak.wav"
    assert relative(FilePath(b"\\\\NAS\\fx"), FilePath(b"\\\\nas\\fx\\a\\b.wav")) == b"a/b.wav"


@pytest.mark.parametrize(
    ("folder", "path"),
    [
        (b"/mnt/nas", b"/mnt/nas2/a.wav"),
        (b"/mnt/nas", b"/mnt/nas"),
        (b"/mnt/nas", b"Z:\\a.wav"),
        (b"Z:\\", b"Y:\\a.wav"),
    ],
)
def test_what_lies_elsewhere_is_on_no_volume(folder: bytes, path: bytes) -> None:
    assert relative(FilePath(folder), FilePath(path)) is None


@pytest.mark.parametrize("path", [b"../etc/passwd", b"a/../../b", b"/etc/passwd", b"a//b", b"", b"a/./b", b"a\0b"])
def test_no_path_of_the_server_leads_out_of_its_volume(path: bytes) -> None:
    assert absolute(FilePath(b"/mnt/nas"), path) is None


@pytest.mark.parametrize("path", [b"..\\..\\secret", b"C:\\x", b"a/b:stream"])
def test_what_windows_reads_otherwise_is_refused_there(path: bytes) -> None:
    assert absolute(FilePath(b"Z:\\fx"), path) is None


def test_a_volume_is_named_once_and_mapped_on_every_machine(tmp_path: Path, shared_server: SharedServer) -> None:
    admin = Copy(tmp_path / "admin").joined(shared_server.person("admin", Role.ADMIN))
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    facade.add_volume(admin.folder, "Effects", FilePath(b"/mnt/fx"), password=PASSWORD)
    ann.sync()
    assert [(one.name, one.folder) for one in facade.volumes(ann.folder)] == [("Effects", None)]
    facade.map_volume(ann.folder, "Effects", FilePath(b"/Volumes/fx"))
    ann.sync()
    assert facade.volumes(ann.folder)[0].folder == FilePath(b"/Volumes/fx")
    assert facade.volumes(admin.folder)[0].folder == FilePath(b"/mnt/fx")
    facade.add_volume(admin.folder, "Music", FilePath(b"/mnt/music"), password=PASSWORD)
    ann.sync()
    for name, folder in (("Music", b"/Volumes/fx/music"), ("Nowhere", b"/x")):
        with pytest.raises(StudioRefused):
            facade.map_volume(ann.folder, name, FilePath(folder))
    for name in ("", "a/b", " x ", "n" * 101):
        with pytest.raises(StudioRefused):
            facade.add_volume(admin.folder, name, FilePath(b"/mnt/other"), password=PASSWORD)
    with pytest.raises(StudioRefused):
        facade.add_volume(ann.folder, "Own", FilePath(b"/mnt/own"), password=PASSWORD)
