"""Which writers write which formats, and what of the original must come back.

A pair is the command line that a person would use. Programs that are not installed skip their pairs, aloud.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RATES_HZ = (48_000, 44_100, 22_050, 8_000)
_WOBBLES = "read at 24 kHz, libopus shifts the sound by up to 1.3 ms where the coding changes its mode"
_OPUS_HZ = {48_000: 48_000, 44_100: 48_000, 22_050: 24_000, 8_000: 8_000}
"""What libsndfile reads Opus at that was made of sound at these rates."""
_TWO_FRAMES = 2 * 1152


@dataclass(frozen=True, slots=True)
class Original:
    """The WAV that a pair begins with."""

    rate_hz: int = 44_100
    channels: int = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """One way of making a file."""

    name: str
    suffix: str
    steps: tuple[str, ...]
    """Command lines; {source}, {made}, {a} and {b} (files in between) are put in. A `|` pipes, a `>` redirects."""
    original: Original = Original()
    rate_hz: int = 0
    """Of what is written; 0 for the original's."""
    delay: int = 0
    """Frames that the sound may come late or early by, where the format has no way to say how many."""
    slack: int = 0
    """Frames by which the length may differ from the original's."""
    likeness: float = 0.95
    """The least correlation, at five places."""
    cut_s: float = 0.0
    """What a step takes away at the start."""
    known: str = ""
    """What does not come back, and why it stays so."""
    is_short: bool = False
    """Also one of the normal suite's."""

    @property
    def program(self) -> str:
        """What writes the file."""
        return self.steps[-1].split(" | ")[-1].split()[0]

    def missing(self) -> list[str]:
        """Programs that it needs and that are not there."""
        needed = {part.split()[0] for step in self.steps for part in step.split(" | ")}
        return sorted(program for program in needed if shutil.which(program) is None)

    def make(self, source: Path, folder: Path) -> Path:
        """Writes the file.

        Raises:
            subprocess.CalledProcessError: the writer failed.
        """
        made = folder / f"{self.name.replace(' ', '_').replace('/', '_')}{self.suffix}"
        places = {"source": source, "made": made, "a": folder / "between a", "b": folder / "between b"}
        for step in self.steps:
            line = step.format(**{name: f"'{place}'" for name, place in places.items()})
            subprocess.run(["sh", "-c", line], check=True, capture_output=True, stdin=subprocess.DEVNULL)
        return made


def _ffmpeg(name: str, suffix: str, options: str, **how: Any) -> Pair:
    step = f"ffmpeg -v error -y -i {{source}} {options} {{made}}"
    return Pair(f"ffmpeg {name}", suffix, (step,), **how)


def _sox(name: str, suffix: str, options: str, **how: Any) -> Pair:
    return Pair(f"sox {name}", suffix, (f"sox -D {{source}} {options} {{made}}",), **how)


def _uncompressed() -> list[Pair]:
    """Whatever holds samples as they are, or nearly."""
    rough: dict[str, Any] = {"likeness": 0.9, "slack": 2048}
    pairs = [
        _ffmpeg(f"wav {kind}", ".wav", f"-c:a pcm_{kind}", is_short=kind in ("s24le", "f32le"))
        for kind in ("u8", "s16le", "s24le", "s32le", "f32le", "f64le", "alaw", "mulaw")
    ]
    pairs += [_ffmpeg(f"wav {kind}", ".wav", f"-c:a {kind}", **rough) for kind in ("adpcm_ms", "adpcm_ima_wav")]
    pairs += [
        _ffmpeg("wav piped", ".wav", "-f wav - >", is_short=True),
        _ffmpeg("rf64", ".wav", "-rf64 always", is_short=True),
        _ffmpeg("w64", ".w64", "-c:a pcm_s24le", is_short=True),
        _ffmpeg("wav 5.1", ".wav", "-c:a pcm_s24le", original=Original(48_000, 6)),
        _ffmpeg("wav bitexact no tags", ".wav", "-fflags bitexact"),
        _ffmpeg("wav with tags", ".wav", "-metadata title=A -metadata comment=B -write_bext 1"),
        _ffmpeg("aiff s16", ".aiff", ""),
        _ffmpeg("aiff s24", ".aif", "-c:a pcm_s24be"),
        _ffmpeg("aifc sowt", ".aifc", "-c:a pcm_s16le -f aiff", is_short=True),
        _ffmpeg("aifc ulaw", ".aifc", "-c:a pcm_mulaw -f aiff", is_short=True),
        _ffmpeg("aifc alaw", ".aifc", "-c:a pcm_alaw -f aiff"),
        _ffmpeg("aifc fl32", ".aifc", "-c:a pcm_f32be -f aiff"),
        _ffmpeg("aiff with id3", ".aiff", "-write_id3v2 1 -metadata title=A"),
        _ffmpeg("au", ".au", ""),
        _ffmpeg("au mulaw", ".snd", "-c:a pcm_mulaw -f au"),
        _ffmpeg("au piped", ".au", "-f au - >"),
        _ffmpeg("caf s24", ".caf", "-c:a pcm_s24le"),
        _ffmpeg("caf f32", ".caf", "-c:a pcm_f32be"),
        _ffmpeg("caf mulaw", ".caf", "-c:a pcm_mulaw"),
        _ffmpeg("caf piped", ".caf", "-f caf - >"),
        _ffmpeg("voc", ".voc", "-c:a pcm_s16le", is_short=True),
        _ffmpeg("mov s24", ".mov", "-c:a pcm_s24le"),
        _ffmpeg("mka s24", ".mka", "-c:a pcm_s24le"),
        _ffmpeg("mkv f32", ".mkv", "-c:a pcm_f32le"),
        _ffmpeg("avi s16", ".avi", "-c:a pcm_s16le"),
    ]
    pairs += [
        _sox(f"wav {name}", ".wav", options, is_short=name == "s32")
        for name, options in {
            "u8": "-b 8", "s16": "-b 16", "s24": "-b 24", "s32": "-b 32", "f32": "-e floating-point -b 32",
            "f64": "-e floating-point -b 64", "alaw": "-e a-law", "ulaw": "-e u-law",
        }.items()
    ]  # fmt: skip
    pairs += [_sox(f"wav {kind}", ".wav", f"-e {kind}", **rough) for kind in ("ima-adpcm", "ms-adpcm")]
    pairs += [
        _sox("wav piped", ".wav", "-t wav - >", is_short=True),
        _sox("aiff", ".aiff", ""),
        _sox("aiff s24", ".aiff", "-b 24"),
        _sox("aifc", ".aifc", ""),
        _sox("au", ".au", ""),
        _sox("au ulaw", ".snd", "-e u-law -t au"),
        _sox("voc", ".voc", "-b 16", slack=4),
        _sox("8svx", ".8svx", "-b 8", original=Original(22_050, 1)),
        _sox("w64", ".w64", "-t w64"),
        _sox("caf", ".caf", "-t caf"),
        _sox("wav 5.1", ".wav", "-b 24", original=Original(48_000, 6)),
        _sox("wav gsm", ".wav", "-e gsm-full-rate", original=Original(8_000, 1), delay=400, slack=640, likeness=0.8),
    ]
    return pairs


def _lossless() -> list[Pair]:
    """Packed without loss."""
    pairs = [
        _ffmpeg("flac", ".flac", "", is_short=True),
        _ffmpeg("flac s24", ".flac", "-sample_fmt s32"),
        _ffmpeg("flac piped", ".flac", "-f flac - >", is_short=True),
        _ffmpeg("flac 5.1", ".flac", "", original=Original(48_000, 6)),
        _ffmpeg("ogg flac", ".oga", "-c:a flac", is_short=True),
        _ffmpeg("mka flac", ".mka", "-c:a flac"),
        _ffmpeg("m4a flac", ".mp4", "-c:a flac -strict experimental"),
        _ffmpeg("alac", ".m4a", "-c:a alac", is_short=True),
        _ffmpeg("alac 24", ".m4a", "-c:a alac -sample_fmt s32p"),
        _ffmpeg("alac 5.1", ".m4a", "-c:a alac", original=Original(48_000, 6)),
        _ffmpeg("alac caf", ".caf", "-c:a alac", is_short=True),
        _ffmpeg("tta", ".tta", ""),
        _ffmpeg("wavpack", ".wv", "", is_short=True),
        _sox("flac", ".flac", ""),
        _sox("flac 24", ".flac", "-b 24"),
        Pair("flac", ".flac", ("flac -s -f -8 -o {made} {source}",), is_short=True),
        Pair("flac fast", ".flac", ("flac -s -f -0 -o {made} {source}",)),
        Pair("flac piped", ".flac", ("flac -s -c {source} > {made}",)),
        Pair("flac ogg", ".oga", ("flac -s -f --ogg -o {made} {source}",)),
        Pair("flac with no seek table", ".flac", ("flac -s -f --no-seektable --no-padding -o {made} {source}",)),
        Pair("wavpack", ".wv", ("wavpack -q -y {source} -o {made}",), is_short=True),
        Pair("wavpack high", ".wv", ("wavpack -q -y -hh {source} -o {made}",)),
        Pair("wavpack hybrid", ".wv", ("wavpack -q -y -b320 {source} -o {made}",), likeness=0.95),
        Pair("wavpack piped", ".wv", ("wavpack -q -y {source} -o - > {made}",)),
        Pair(
            "wavpack float", ".wv",
            ("ffmpeg -v error -y -i {source} -c:a pcm_f32le -f wav {a}.wav", "wavpack -q -y {a}.wav -o {made}"),
        ),
    ]  # fmt: skip
    return pairs


def _lossy() -> list[Pair]:
    """Coded with loss; those that say how much of their sound is padding come back to the sample."""
    pairs: list[Pair] = []
    plain: dict[str, Any] = {"delay": _TWO_FRAMES, "slack": 2 * _TWO_FRAMES}
    for rate in RATES_HZ:
        for channels in (1, 2):
            original = Original(rate, channels)
            kind = f"{rate / 1000:g} kHz {'mono' if channels == 1 else 'stereo'}"
            is_usual = rate == 22_050 and channels == 1
            # LAME leaves its tag out where a frame of 32 kbit/s is too small for it: nothing tells the padding then.
            untold = plain if (rate, channels) in ((22_050, 1), (8_000, 1)) else {}
            opus: dict[str, Any] = {"rate_hz": _OPUS_HZ[rate], "is_short": is_usual}
            pairs += [
                _ffmpeg(f"vorbis {kind}", ".ogg", "-c:a libvorbis", original=original, is_short=is_usual),
                _ffmpeg(f"opus {kind}", ".opus", "-c:a libopus", original=original, slack=960, **opus),
                _ffmpeg(f"mp3 {kind}", ".mp3", "-c:a libmp3lame", original=original, is_short=is_usual),
                _ffmpeg(f"m4a {kind}", ".m4a", "-c:a aac", original=original, is_short=is_usual),
                Pair(f"oggenc {kind}", ".ogg", ("oggenc -Q -o {made} {source}",), original, is_short=is_usual),
                Pair(
                    f"opusenc {kind}", ".opus", ("opusenc --quiet {source} {made}",), original,
                    known=_WOBBLES if is_usual else "", **opus,
                ),
                Pair(f"lame {kind}", ".mp3", ("lame --quiet {source} {made}",), original, is_short=is_usual, **untold),
            ]  # fmt: skip
    surround = Original(48_000, 6)
    pairs += [
        _ffmpeg("vorbis 5.1", ".ogg", "-c:a libvorbis", original=surround, likeness=0.9),
        _ffmpeg("opus 5.1", ".opus", "-c:a libopus -b:a 320k", original=surround, likeness=0.9, slack=960),
        _ffmpeg("aac 5.1", ".m4a", "-c:a aac", original=surround, likeness=0.9),
        Pair("opusenc 5.1", ".opus", ("opusenc --quiet {source} {made}",), surround, likeness=0.9),
        Pair("oggenc 5.1", ".ogg", ("oggenc -Q -o {made} {source}",), surround, likeness=0.9),
        Pair(
            "ffmpeg vorbis to opus", ".opus",
            (
                "ffmpeg -v error -y -i {source} -c:a libvorbis -f ogg {a}",
                "ffmpeg -v error -y -i {a} -ar 48000 -c:a libopus {made}",
            ),
            rate_hz=48_000, slack=960, is_short=True,
        ),
        Pair(
            "ffmpeg vorbis of 22.05 kHz to opus", ".opus",
            (
                "ffmpeg -v error -y -i {source} -c:a libvorbis -f ogg {a}",
                "ffmpeg -v error -y -i {a} -c:a libopus {made}",
            ),
            Original(22_050, 2), 24_000, slack=960,
        ),
        Pair(
            "ffmpeg oggenc to opus", ".opus",
            ("oggenc -Q -o {a} {source}", "ffmpeg -v error -y -i {a} -ar 48000 -c:a libopus {made}"),
            rate_hz=48_000, slack=960,
        ),
        Pair(
            "ffmpeg opus cut without coding", ".opus",
            (
                "ffmpeg -v error -y -i {source} -c:a libopus -f ogg {a}",
                "ffmpeg -v error -y -ss 1 -i {a} -c copy {made}",
            ),
            rate_hz=48_000, cut_s=1.0, delay=960, slack=1920,
        ),
        Pair(
            "ffmpeg vorbis cut without coding", ".ogg",
            (
                "ffmpeg -v error -y -i {source} -c:a libvorbis -f ogg {a}",
                "ffmpeg -v error -y -ss 1 -i {a} -c copy {made}",
            ),
            cut_s=1.0,
            known="FFmpeg copies a whole page with times below zero; libsndfile leaves out a block and the last second",
        ),
        Pair(
            "ffmpeg m4a cut by edit list", ".m4a",
            (
                "ffmpeg -v error -y -i {source} -c:a aac -f ipod {a}",
                "ffmpeg -v error -y -ss 1 -i {a} -c copy {made}",
            ),
            cut_s=1.0, delay=2048, slack=4096, is_short=True,
        ),
        Pair(
            "ffmpeg mp3 cut without coding", ".mp3",
            ("lame --quiet {source} {a}", "ffmpeg -v error -y -ss 1 -i {a} -c copy {made}"),
            cut_s=1.0, delay=8192, slack=8192,
        ),
        _ffmpeg("ogg opus as .ogg", ".ogg", "-c:a libopus", rate_hz=48_000, slack=960),
        _ffmpeg("mka opus", ".mka", "-c:a libopus", rate_hz=48_000, slack=960, is_short=True),
        _ffmpeg("webm opus", ".webm", "-c:a libopus", rate_hz=48_000, slack=960),
        _ffmpeg("webm vorbis", ".webm", "-c:a libvorbis", delay=2048, slack=4096),
        _ffmpeg("webm piped", ".webm", "-c:a libopus -f webm - >", rate_hz=48_000, slack=960, is_short=True),
        _ffmpeg("mp4 opus", ".mp4", "-c:a libopus", rate_hz=48_000, slack=960),
        _ffmpeg("mkv aac", ".mkv", "-c:a aac", delay=2048, slack=4096),
        _ffmpeg("mka mp3", ".mka", "-c:a libmp3lame", **plain),
        _ffmpeg("mp3 without xing", ".mp3", "-c:a libmp3lame -write_xing 0", is_short=True, **plain),
        _ffmpeg("mp3 320", ".mp3", "-c:a libmp3lame -b:a 320k"),
        _ffmpeg("mp3 vbr", ".mp3", "-c:a libmp3lame -q:a 4"),
        _ffmpeg("mp3 id3v1 and v2.3", ".mp3", "-write_id3v1 1 -id3v2_version 3 -metadata title=A"),
        _ffmpeg("mp3 piped", ".mp3", "-f mp3 - >", **plain),
        Pair("lame vbr", ".mp3", ("lame --quiet -V 2 {source} {made}",), is_short=True),
        Pair("lame without xing", ".mp3", ("lame --quiet -t {source} {made}",), **plain),
        Pair("lame free format", ".mp3", ("lame --quiet --freeformat -b 400 {source} {made}",)),
        Pair("lame piped", ".mp3", ("lame --quiet {source} - > {made}",), **plain),
        Pair("twolame", ".mp2", ("twolame --quiet {source} {made}",), **plain, is_short=True),
        _ffmpeg("mp2", ".mp2", "", **plain),
        _ffmpeg("aac adts", ".aac", "", is_short=True, delay=2048, slack=4096),
        _ffmpeg(
            "m4a fragmented", ".m4a", "-c:a aac -movflags +frag_keyframe+empty_moov",
            delay=1024, slack=2048, is_short=True,
        ),
        _ffmpeg("m4a faststart", ".m4a", "-c:a aac -movflags +faststart"),
        _ffmpeg("m4b", ".m4b", "-c:a aac -f ipod"),
        _ffmpeg("mov aac", ".mov", "-c:a aac"),
        _ffmpeg("caf opus", ".caf", "-c:a libopus -f caf", rate_hz=48_000, delay=960, slack=1920),
        _ffmpeg("wma", ".wma", "-c:a wmav2", delay=4096, slack=8192, is_short=True),
        _ffmpeg("wma 1", ".wma", "-c:a wmav1", delay=4096, slack=8192),
        _ffmpeg("ac3", ".ac3", "", delay=512, slack=3072, is_short=True),
        _ffmpeg("ac3 5.1", ".ac3", "-b:a 640k", original=surround, delay=512, slack=3072, likeness=0.9),
        _ffmpeg("eac3", ".eac3", "", delay=512, slack=3072),
        _ffmpeg("mpg", ".mpg", "-c:a mp2 -f mpeg", **plain),
        _ffmpeg("mts", ".mts", "-c:a ac3 -f mpegts", delay=512, slack=3072),
        _ffmpeg("avi mp3", ".avi", "-c:a libmp3lame", **plain),
        _ffmpeg("wmv", ".wmv", "-c:a wmav2 -f asf", delay=4096, slack=8192),
        _ffmpeg("wav mp3", ".wav", "-c:a libmp3lame", **plain),
        _sox("ogg", ".ogg", "", is_short=True),
        _sox("mp3", ".mp3", ""),
    ]  # fmt: skip
    return pairs


PAIRS = tuple(_uncompressed() + _lossless() + _lossy())
