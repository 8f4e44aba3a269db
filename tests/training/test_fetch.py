"""Rebuilding a corpus from a manifest, over real HTTP from a server on this machine."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import soundfile

from tests.helpers.sounds import write_tone
from training.cli.main import main
from training.data.corpus import read_corpus
from training.data.fetch import FetchError, address, fetch
from training.data.manifest import Entry


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def do_GET(self) -> None:
        """Breaks off in the middle of one file, talks nonsense for another."""
        if self.path.endswith("nonsense.wav"):
            self.wfile.write(b"this is no HTTP\r\n\r\n")
        elif self.path.endswith("half.wav"):
            whole = (Path(self.directory) / "someone/sounds/raw/0123abcd/a dir/long & odd#1.wav").read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(whole)))
            self.end_headers()
            self.wfile.write(whole[: len(whole) // 2])
        else:
            super().do_GET()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server of one repository with two files: three seconds of a tone at 44.1 kHz in stereo, and half a second."""
    repository = tmp_path / "served" / "someone" / "sounds" / "raw" / "0123abcd"
    write_tone(repository / "a dir" / "long & odd#1.wav", 440.0, 3.0, rate=44_100, channels=2)
    write_tone(repository / "short.flac", 880.0, 0.5, rate=16_000)
    served = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path / "served")))
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.server_port}"
    served.shutdown()
    served.server_close()
    thread.join()


def entry(name: str, path: str, start_s: float, duration_s: float) -> Entry:
    return Entry(
        id=name, source="made", repository="github.com/someone/sounds", commit="0123abcd", original_path=path,
        start_s=start_s, duration_s=duration_s, captions=("a tone",), labels=("tone",), category="tests", kind="tone",
        group=name, split="train", licence="CC0", sha1=name,
    )  # fmt: skip


LONG = entry("long", "a dir/long & odd#1.wav", 1.0, 1.5)
SHORT = entry("short", "short.flac", 0.0, 0.5)


def test_a_fetched_corpus_can_be_read(server: str, tmp_path: Path) -> None:
    told: list[str] = []
    found = fetch([LONG, SHORT], tmp_path / "corpus", told.append, server=server)
    assert (found.clips, found.new, found.missing) == (2, 2, ())
    assert told == ["2 of 2 clips, 0 could not be had"]
    clips = read_corpus(tmp_path / "corpus")
    assert [clip.kind for clip in clips] == ["tone", "tone"]
    samples, rate = soundfile.read(clips[0].path)
    assert (rate, samples.ndim) == (32_000, 1)
    assert len(samples) == pytest.approx(1.5 * 32_000, abs=32)
    assert not list((tmp_path / "corpus").rglob("*.raw"))


def test_a_second_fetch_asks_for_nothing_again(server: str, tmp_path: Path) -> None:
    fetch([SHORT], tmp_path, print, server=server)
    written = (tmp_path / "audio/made/short.flac").stat().st_mtime_ns
    found = fetch([SHORT, LONG], tmp_path, print, server=server)
    assert (found.clips, found.new) == (2, 1)
    assert (tmp_path / "audio/made/short.flac").stat().st_mtime_ns == written


def test_a_clip_that_is_gone_is_left_out_and_named(server: str, tmp_path: Path) -> None:
    found = fetch([SHORT, entry("gone", "gone.wav", 0.0, 1.0)], tmp_path, print, server=server)
    assert found.clips == 1
    assert found.missing[0].startswith("gone: ")
    assert "404" in found.missing[0]


def test_a_file_that_changed_is_left_out(server: str, tmp_path: Path) -> None:
    found = fetch([SHORT, entry("grown", "short.flac", 0.0, 2.0)], tmp_path, print, server=server)
    assert "0.50 s, the manifest says 2.00 s" in found.missing[0]


def test_a_download_that_breaks_off_is_left_out(server: str, tmp_path: Path) -> None:
    found = fetch([SHORT, entry("half", "half.wav", 0.0, 1.0)], tmp_path, print, server=server)
    assert found.clips == 1
    assert "broke off" in found.missing[0]
    assert not (tmp_path / "audio/made/half.flac").exists()


def test_a_server_that_talks_nonsense_costs_only_its_clip(server: str, tmp_path: Path) -> None:
    found = fetch([SHORT, entry("odd", "nonsense.wav", 0.0, 1.0)], tmp_path, print, server=server)
    assert found.clips == 1
    assert found.missing[0].startswith("odd: ")


def test_the_command_ends_with_3_when_clips_were_left_out(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "training.data.manifest.read_manifest", lambda: iter([SHORT, entry("gone", "gone.wav", 0.0, 1.0)])
    )
    assert main(["corpus", "fetch", "--data", str(tmp_path / "corpus"), "--server", server]) == 3
    assert "left out gone: " in capsys.readouterr().err


def test_a_second_folder_takes_the_further_clips(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    further = replace(LONG, id="further", folder=2)
    monkeypatch.setattr("training.data.manifest.read_manifest", lambda: iter([SHORT, further]))
    one, two = tmp_path / "one", tmp_path / "two"
    words = ["corpus", "fetch", "--server", server, "--data"]
    assert main([*words, str(one)]) == 0
    assert [clip.id for clip in read_corpus(one)] == ["short"]
    assert main([*words, str(one), "--data", str(two)]) == 0
    assert [clip.id for clip in read_corpus(two)] == ["further"]
    assert main([*words, str(one), "--data", str(two), "--data", str(tmp_path / "three")]) == 1
    assert "nothing for" in capsys.readouterr().err


def test_nothing_to_be_had_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="not one of 1"):
        fetch([SHORT], tmp_path, print, server="http://127.0.0.1:9")


def test_a_server_without_https_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="https"):
        fetch([SHORT], tmp_path, print, server="http://github.com")


def test_an_address_is_that_of_the_commit() -> None:
    expected = "https://github.com/someone/sounds/raw/0123abcd/a%20dir/long%20%26%20odd%231.wav"
    assert address(LONG, "https://github.com") == expected
