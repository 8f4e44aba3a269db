"""Packs fetched from an address of a real server on this machine: right answers, wrong, cut short and too large."""

import hashlib
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.base.errors import PackError, StorageFull
from engine.base.events import DownloadProgress, from_line, to_line
from engine.ingest.pack_download import fetch_pack
from engine.models.pack import find_pack, load_pack, read_info
from tests.helpers.pack_server import Served, pack_server
from tests.helpers.small_disk import small_disk


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server of this machine, which no proxy stands before."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with pack_server() as served:
        yield served


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for this machine, which nobody has signed, with its key."""
    made = tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(made)]
    try:
        done = subprocess.run([*command, "-out", str(made) + ".crt"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("https is tested with a certificate that `openssl` makes, which is not here")
    assert done.returncode == 0, done.stderr
    made.write_text(made.read_text() + Path(str(made) + ".crt").read_text())
    return made


@pytest.fixture
def archive(server: Served, tmp_path: Path, pack: Path) -> str:
    """Puts the tiny pack on the server as a zip file; its checksum."""
    path = tmp_path / "tiny.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for file in sorted(pack.iterdir()):
            made.write(file, f"tiny/{file.name}")
    server.content = path.read_bytes()
    return hashlib.sha256(server.content).hexdigest()


@contextmanager
def refused(library: Path, match: str | None, error: type[BaseException] = PackError) -> Iterator[None]:
    """What happens within raises, and leaves nothing where the library would be."""
    with pytest.raises(error, match=match):
        yield
    assert not library.exists()


def ignore(event: DownloadProgress) -> None:
    pass


@pytest.mark.parametrize("path", ["/pack.zip", "/moved", "/unsaid"])
def test_a_pack_is_fetched_verified_and_at_hand(
    server: Served, archive: str, pack: Path, tmp_path: Path, path: str
) -> None:
    events: list[DownloadProgress] = []
    folder = fetch_pack(server.address(path), archive.upper(), tmp_path / "l", events.append)
    assert folder == find_pack(read_info(pack).pack_id, tmp_path / "l")
    load_pack(folder)
    assert [entry.name for entry in folder.parent.iterdir()] == [folder.name]
    assert (events[-1].done_bytes, events[-1].total_bytes) == (len(server.content), len(server.content))
    assert from_line(to_line(events[-1])) == events[-1]


def test_another_file_than_was_meant_is_not_even_unpacked(server: Served, archive: str, tmp_path: Path) -> None:
    server.content = b"no zip file at all, which unpacking would say"
    with refused(tmp_path / "l", "not the expected file"):
        fetch_pack(server.address(), archive, tmp_path / "l", ignore)


def test_a_zip_file_that_is_no_pack_leaves_nothing(server: Served, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as made:
        made.writestr("../pack.json", "{}")
    server.content = (tmp_path / "x.zip").read_bytes()
    with refused(tmp_path / "l", "not allowed in a model pack"):
        fetch_pack(server.address(), hashlib.sha256(server.content).hexdigest(), tmp_path / "l", ignore)


def test_a_library_keeps_what_it_had_when_a_download_fails(server: Served, archive: str, tmp_path: Path) -> None:
    folder = fetch_pack(server.address(), archive, tmp_path / "l", ignore)
    with pytest.raises(PackError, match="not the expected file"):
        fetch_pack(server.address(), "0" * 64, tmp_path / "l", ignore)
    assert [entry.name for entry in folder.parent.iterdir()] == [folder.name]
    assert fetch_pack(server.address(), archive, tmp_path / "l", ignore) == folder  # a second time is no harm


def test_a_download_that_ends_early_is_no_pack(server: Served, archive: str, tmp_path: Path) -> None:
    with refused(tmp_path / "l", f"stopped sending after {len(server.content)} of {len(server.content) + 1} bytes"):
        fetch_pack(server.address("/short"), archive, tmp_path / "l", ignore)


def test_a_download_that_is_stopped_leaves_nothing(server: Served, archive: str, tmp_path: Path) -> None:
    with refused(tmp_path / "l", None, StopRequested):
        fetch_pack(server.address(), archive, tmp_path / "l", ignore, cancel=lambda: True)


def test_ctrl_c_during_a_download_leaves_nothing(server: Served, archive: str, tmp_path: Path) -> None:
    def interrupt(event: DownloadProgress) -> None:
        raise KeyboardInterrupt

    with refused(tmp_path / "l", None, KeyboardInterrupt):
        fetch_pack(server.address(), archive, tmp_path / "l", interrupt)


@pytest.mark.parametrize("path", ["/huge", "/unsaid", "/pack.zip"])
def test_what_is_larger_than_a_pack_is_not_downloaded(server: Served, archive: str, tmp_path: Path, path: str) -> None:
    with refused(tmp_path / "l", "larger than the limit for model packs"):
        fetch_pack(server.address(path), archive, tmp_path / "l", ignore, limit_bytes=len(server.content) - 1)


def test_space_is_looked_for_before_anything_is_read(server: Served, archive: str, tmp_path: Path) -> None:
    with refused(tmp_path / "l", "MB are needed", StorageFull):
        fetch_pack(server.address("/huge"), archive, tmp_path / "l", ignore, limit_bytes=2**41)


def test_a_disk_that_fills_up_is_said_and_nothing_is_left(server: Served, tmp_path: Path) -> None:
    server.content = bytes(2 * 2**20)
    with small_disk(tmp_path / "disk", 1) as disk:
        with refused(disk / "l", "no space left", StorageFull):
            fetch_pack(server.address("/unsaid"), "0" * 64, disk / "l", ignore)
        assert list(disk.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "match"), [("/elsewhere", "sounds.example"), ("/file", "302|file:"), ("/gone", "404")]
)
def test_a_server_that_leads_astray_is_not_followed(
    server: Served, archive: str, tmp_path: Path, path: str, match: str
) -> None:
    with refused(tmp_path / "l", match):
        fetch_pack(server.address(path), archive, tmp_path / "l", ignore)
    assert server.asked == [path]


@pytest.mark.parametrize(
    "wrong",
    [
        "http://sounds.example/pack.zip",
        "ftp://127.0.0.1/pack.zip",
        "file:///etc/passwd",
        "https://",
        "https://me:secret@sounds.example/pack.zip",
        "https://[::1/pack.zip",
        "http://localhost.sounds.example/pack.zip",
    ],
)
def test_only_https_and_this_machine_are_asked(tmp_path: Path, wrong: str) -> None:
    with refused(tmp_path / "l", "does not download packs|not an address"):
        fetch_pack(wrong, "0" * 64, tmp_path / "l", ignore)


def test_https_is_taken_from_whom_the_system_trusts_and_does_not_lead_to_http(
    monkeypatch: pytest.MonkeyPatch, server: Served, archive: str, certificate: Path, tmp_path: Path
) -> None:
    with pack_server(certificate) as safe:
        safe.content = server.content
        with refused(tmp_path / "l", "CERTIFICATE_VERIFY_FAILED"):
            fetch_pack(safe.address(), archive, tmp_path / "l", ignore)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with refused(tmp_path / "l", "without https"):
            fetch_pack(safe.address("/plain"), archive, tmp_path / "l", ignore)
        load_pack(fetch_pack(safe.address(), archive, tmp_path / "l", ignore))


def test_a_server_that_is_not_there_says_so(server: Served, tmp_path: Path) -> None:
    nobody = server.address()
    server.shutdown()
    server.server_close()
    with refused(tmp_path / "l", "cannot be reached"):
        fetch_pack(nobody, "0" * 64, tmp_path / "l", ignore)


def test_an_address_with_letters_that_none_has_is_a_message(server: Served, tmp_path: Path) -> None:
    with refused(tmp_path / "l", "cannot be reached"):
        fetch_pack(server.address("/a pack\u00e4.zip"), "0" * 64, tmp_path / "l", ignore)
