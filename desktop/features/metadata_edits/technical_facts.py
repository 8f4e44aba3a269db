"""Technical facts of a sound in words: format, length, loudness, path."""

from collections.abc import Iterator

from desktop.base import engine_words, messages
from desktop.base.translation import number, translate
from engine.audio import channel_layout
from engine.base.types import AudioInfo, Measures, Sound
from engine.features.metadata_edits.file_facts import Fact, Group

_CODINGS = {
    "MPEG_LAYER_I": "MPEG layer I",
    "MPEG_LAYER_II": "MPEG layer II",
    "MPEG_LAYER_III": "MPEG layer III",
    "VORBIS": "Vorbis",
    "OPUS": "Opus",
    "ULAW": "µ-law",
    "ALAW": "A-law",
    "IMA_ADPCM": "IMA ADPCM",
    "MS_ADPCM": "Microsoft ADPCM",
    "GSM610": "GSM 6.10",
}
"""Common names by the decoder's names."""


def technical_facts(sound: Sound) -> tuple[Fact, ...]:
    """Facts of the group Technical."""
    return tuple(Fact(Group.TECHNICAL, name, value) for name, value in _pairs(sound) if value)


def coding(info: AudioInfo) -> str:
    """Encoding of the samples: "24-bit", "32-bit float", "Vorbis"."""
    if info.codec in ("FLOAT", "DOUBLE"):
        return translate("TechnicalFacts", "%1-bit float", info.bit_depth or 32)
    if info.codec.startswith("ALAC"):
        return "ALAC"
    if info.codec.startswith("PCM") and info.bit_depth is not None:
        return translate("TechnicalFacts", "%1-bit", info.bit_depth)
    return _CODINGS.get(info.codec, info.codec.replace("_", " "))


def _pairs(sound: Sound) -> Iterator[tuple[str, str]]:
    info, measures = sound.info, sound.measures
    yield translate("TechnicalFacts", "Path"), sound.path.text
    yield translate("TechnicalFacts", "File"), messages.whereabouts(sound.whereabouts)
    yield translate("TechnicalFacts", "Size"), translate("TechnicalFacts", "%1 bytes", sound.size_bytes)
    if info is not None:
        yield translate("TechnicalFacts", "Format"), f"{info.format} · {coding(info)}"
        yield translate("TechnicalFacts", "Sample rate"), messages.sample_rate(info.sample_rate_hz)
        if info.bit_depth is not None:
            yield translate("TechnicalFacts", "Bit depth"), number(info.bit_depth)
        is_told = info.channels > 2 and info.layout != ""
        channels = channel_layout.told(info.layout) if is_told else messages.channels(info.channels)
        yield translate("TechnicalFacts", "Channels"), channels
        yield translate("TechnicalFacts", "Length"), messages.length(info.duration_s)
    if measures.loudness_lufs is not None:
        yield translate("TechnicalFacts", "Loudness"), f"{number(measures.loudness_lufs, 1)} LUFS"
    if measures.peak_dbfs is not None:
        yield translate("TechnicalFacts", "Peak"), f"{number(measures.peak_dbfs, 1)} dBFS"
        yield translate("TechnicalFacts", "True peak"), _true_peak(measures)
    if measures.sure_tempo_bpm is not None:
        yield translate("TechnicalFacts", "Tempo"), f"{number(measures.sure_tempo_bpm, 1)} BPM"
    if measures.sure_key is not None:
        yield translate("TechnicalFacts", "Key"), measures.sure_key
    if info is not None:
        yield translate("TechnicalFacts", "Notes"), "; ".join(map(engine_words.note, info.notes))


def _true_peak(measures: Measures) -> str:
    if measures.true_peak_dbtp is None:
        return translate("TechnicalFacts", "not measured yet (Read again)")
    return f"{number(measures.true_peak_dbtp, 1)} dBTP"
