"""`earshot-train units export`, `again`, `picture`: makes, measures and draws a pack of codes and an inverter."""

from __future__ import annotations

import argparse
import json
import struct
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, Commands, count, say
from training.base.results import PACK, add_replace_option, check_room, make_room, parts_kept, write_result
from training.papers.speech_packs.words import add_hidden_digits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.base.types import Waves
    from engine.features.speech.units_model import UnitsModel


def add_pack_commands(actions: Commands) -> None:
    """Adds `export`, `picture` and `again`."""
    _add_export(actions)
    _add_picture(actions)
    _add_again(actions)


_LONGEST_S = 4.0
_WIDTH, _HEIGHT, _GAP = 300, 128, 6
_RANGE_DB = 70.0


def _add_export(actions: Commands) -> None:
    parser = actions.add_parser("export", help="make a pack of codes and their inverter", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE", help="last.pt of the codes")
    parser.add_argument("--inverter", type=Path, required=True, metavar="FILE", help="last.pt of their inverter")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the pack's folder")
    add_replace_option(parser, "the pack that is there")
    parser.add_argument("--name", default="Earshot units", metavar="NAME", help="default: %(default)s")
    parser.add_argument("--version", default="1", metavar="V", help="default: %(default)s")
    parser.add_argument(
        "--licence", default="GPL-3.0-or-later", metavar="LICENCE", help="of the weights; default: %(default)s"
    )
    parser.add_argument(
        "--learnt-from", default="", metavar="TEXT", help="what it learnt from, for the card; default: the parts"
    )
    parser.add_argument(
        "--metric", action="append", default=[], metavar="NAME=VALUE", help="a figure for the card; may be repeated"
    )
    parser.add_argument(
        "--card", type=Path, metavar="FILE", help="Markdown that the card shall hold too: what the figures are of"
    )
    parser.set_defaults(run=export)


def _add_picture(actions: Commands) -> None:
    parser = actions.add_parser(
        "picture", help="draw spectrograms of sounds above those of their sketches", allow_abbrev=False
    )
    parser.add_argument("pack", type=Path, metavar="PACK", help="folder of a units pack")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="sounds")
    parser.add_argument("--out", type=Path, required=True, metavar="PNG", help="the picture to write")
    parser.add_argument("--sketches", type=Path, metavar="DIR", help="write the sketches as WAV too")
    parser.set_defaults(run=picture)


def _add_again(actions: Commands) -> None:

    parser = actions.add_parser(
        "again",
        help="measure how well a pack finds the same pattern again",
        description="Indexes recorded digits and other sounds with the pack, asks by each digit for the others of it "
        "by the same person, and by seconds that were cut out of sounds for those sounds.",
        allow_abbrev=False,
    )
    parser.add_argument("pack", type=Path, metavar="PACK", help="folder of a units pack")
    add_hidden_digits(parser, others=200)
    parser.add_argument("--cuts", type=count, default=30, metavar="N", help="sounds to cut from: %(default)s")
    parser.set_defaults(run=again, kept=parts_kept)


def export(options: argparse.Namespace) -> int:
    """Makes the pack."""
    from training.papers.units.checkpoint import load_units
    from training.papers.units.export import export_units, learnt_from

    check_room(options.out, PACK, replaces=options.replace)
    codes, inverter = load_units(options.checkpoint), load_units(options.inverter)
    if options.replace:
        make_room(options.out, PACK, say)
    info = export_units(
        options.out,
        codes,
        inverter,
        name=options.name,
        version=options.version,
        licence=options.licence,
        training_data=options.learnt_from or learnt_from(codes, inverter),
        metrics=dict(map(_figure, options.metric)),
        more=options.card.read_text(encoding="utf-8") if options.card else "",
    )
    size = sum(path.stat().st_size for path in options.out.iterdir())
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {options.out}, {size / 1e6:.2f} MB")
    return DONE


def again(options: argparse.Namespace) -> int:
    """Measures how well searches find repetitions of a pattern."""
    from training.papers.speech_packs.pattern_library import figures, told
    from training.papers.speech_packs.spoken_library import build, first_recordings, hide, others
    from training.papers.words.utterances import WordsError, read_utterances

    name, _, folder = options.data.partition("=")
    if name != "digits" or not folder:
        raise WordsError(f"{options.data} names no digits", advice="Give digits=DIR.")
    everyone = read_utterances([options.data])
    speakers = options.speaker or sorted({each.speaker for each in everyone})
    among = others(options.among, options.without, options.others)
    sounds = hide(options.out / "sounds", first_recordings(everyone, speakers, options.limit), among)
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found = figures(options.out / "library", sounds, options.out / "cuts", options.cuts)
    write_result(options.out / "again.json", json.dumps(asdict(found), indent=1))
    print(told(found))
    return DONE


def picture(options: argparse.Namespace) -> int:
    """Draws sounds above and their sketches below, one column each, and prints the similarity of their spectrograms."""
    import numpy as np

    from engine.audio.decode import read
    from engine.features.speech.sketch import sketch
    from engine.features.speech.sketches import write_sketch
    from engine.features.speech.units_model import UnitsModel

    model = UnitsModel.load(options.pack)
    columns: list[NDArray[np.uint8]] = []
    for path in options.files:
        wave, _ = read(path, model.sample_rate_hz, max_s=_LONGEST_S)
        drawn = sketch(model, *model.hear(wave))
        above, below = _spectrogram(wave, model), _spectrogram(drawn, model)
        frames = min(len(above), len(below))
        alike = float(np.corrcoef(above[:frames].ravel(), below[:frames].ravel())[0, 1])
        say(f"{path.name}: {len(wave) / model.sample_rate_hz:.2f} s, spectrograms correlate by {alike:.2f}")
        columns.append(np.concatenate([_cells(above), np.full((_GAP, _WIDTH), 255, np.uint8), _cells(below)]))
        if options.sketches is not None:
            write_sketch(options.sketches / f"{path.stem}-sketch.wav", drawn, model.sample_rate_hz, path.name)
    gap = np.full((2 * _HEIGHT + _GAP, _GAP), 255, np.uint8)
    whole = np.concatenate([part for column in columns for part in (column, gap)][:-1], axis=1)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_bytes(_png(whole))
    return DONE


def _spectrogram(wave: Waves, model: UnitsModel) -> NDArray[np.float64]:
    """Returns magnitudes in dB, float64 [F, bins], the loudest at 0 and none below -`_RANGE_DB`."""
    import numpy as np

    from engine.audio.griffin_lim import transform

    decibels = 20.0 * np.log10(np.maximum(np.abs(transform(wave, model.frame)), 1e-9))
    raised: NDArray[np.float64] = np.maximum(decibels - decibels.max(), -_RANGE_DB)
    return raised


def _cells(decibels: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Returns a grey image, uint8 [height, width], low frequencies at the bottom, loud ones dark."""
    import numpy as np

    across = np.linspace(0, len(decibels) - 1, _WIDTH).round().astype(int)
    upward = np.linspace(decibels.shape[1] - 1, 0, _HEIGHT).round().astype(int)
    shown = decibels[across][:, upward].T
    return np.asarray(-shown / _RANGE_DB * 255.0, dtype=np.uint8)


def _png(grey: NDArray[np.uint8]) -> bytes:
    """Encodes a grey PNG (PNG specification, third edition: 8 bits, no filter)."""
    rows = b"".join(b"\x00" + row.tobytes() for row in grey)
    head = struct.pack(">IIBBBBB", grey.shape[1], grey.shape[0], 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def _figure(text: str) -> tuple[str, float]:
    from training.runs.settings_file import ConfigError

    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError as err:
        raise ConfigError(f"--metric {text} is no figure", advice="Write NAME=VALUE, as abx_within=0.12.") from err
