"""`earshot-train units`: discrete units of speech, learnt, measured and spoken again."""

import argparse
from pathlib import Path

from training.arguments import Commands, count
from training.words.pack_arguments import add_hidden_digits


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "units",
        help="learn discrete units of speech, measure them, speak them in another voice",
        description="Transformer VQ-VAE and codebook inverter (Tjandra, Sakti, Nakamura 2020). Parts of speech: "
        "fsdd[:SPEAKERS], spoken[:SPEAKERS] (of `units voices`), zerospeech2019:LANGUAGE/PART, "
        "earshot[:SPLIT] (its voices), sounds[:SPLIT] (all of it); "
        "SPEAKERS is NAME+NAME, or -NAME+NAME for all others. See docs/words-and-units.md.",
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    _add_tables(actions)
    _add_voices(actions)
    _add_train(actions)
    _add_invert(actions)
    _add_measure(actions)
    _add_respeak(actions)
    _add_sweep(actions)
    _add_export(actions)
    _add_picture(actions)
    _add_again(actions)


def _add_tables(actions: Commands) -> None:
    parser = actions.add_parser(
        "tables", help="list the paper's rows, what they want and what is missing", allow_abbrev=False
    )
    _add_places(parser, required=False)
    parser.set_defaults(run="training.tasks.units:show_tables")


def _add_voices(actions: Commands) -> None:
    parser = actions.add_parser(
        "voices", help="have synthetic voices say sentences, with the times of phones", allow_abbrev=False
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="then --data spoken=DIR")
    parser.add_argument(
        "--voice", action="append", default=[], metavar="PROGRAM-NAME",
        help="as flite-slt or espeak-f2; may be repeated (default: all that are installed)",
    )  # fmt: skip
    parser.add_argument("--sentences", type=count, default=40, metavar="N", help="of each voice; default: %(default)s")
    parser.add_argument("--digits", action="store_true", help="the words zero to nine instead of sentences")
    parser.add_argument("--sample-rate", type=count, default=16_000, metavar="HZ", help="default: %(default)s")
    parser.set_defaults(run="training.tasks.units:make_voices")


def _add_train(actions: Commands) -> None:
    parser = actions.add_parser("train", help="learn the codes of a recipe", allow_abbrev=False)
    parser.add_argument("config", type=Path, metavar="RECIPE.toml", help="as training/recipes/units/*.toml")
    _add_places(parser)
    _add_run(parser)
    parser.set_defaults(run="training.tasks.units:train_codes")


def _add_invert(actions: Commands) -> None:
    parser = actions.add_parser("invert", help="learn the inverter of one voice", allow_abbrev=False)
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKER", help="instead of the recipe's parts.target")
    _add_run(parser)
    parser.set_defaults(run="training.tasks.units:train_inverter")


def _add_measure(actions: Commands) -> None:
    parser = actions.add_parser("measure", help="ABX within and across speakers, and bitrate", allow_abbrev=False)
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="instead of the recipe's parts.test")
    parser.add_argument(
        "--items", type=Path, metavar="FILE",
        help="what ABX compares, libri-light's columns (default: whole recordings of words)",
    )  # fmt: skip
    parser.add_argument(
        "--about", default="", metavar="NAME+NAME", help="only triples with these speakers, the others being their X"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run="training.tasks.units:measure_codes")


def _add_respeak(actions: Commands) -> None:
    parser = actions.add_parser(
        "respeak", help="say speech again in the inverter's voice, and measure it", allow_abbrev=False
    )
    _add_checkpoint(parser)
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="instead of the recipe's parts.test")
    parser.add_argument(
        "--target", action="append", metavar="NAME:SPEAKER", help="real speech of the voice, instead of parts.target"
    )
    parser.add_argument("--limit", type=count, default=200, metavar="N", help="recordings; default: %(default)s")
    parser.add_argument("--words", type=Path, metavar="PACK", help="a words pack, whose vectors measure words as well")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write them as WAV")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run="training.tasks.units:respeak_all")


def _add_sweep(actions: Commands) -> None:
    parser = actions.add_parser(
        "sweep",
        help="the paper's tables on data that is here",
        description="Learns each row of tables 1 to 3 (features, K, smoothing and jitter) with every speaker left out "
        "in turn, measures ABX by words and the bitrate about who was left out, and prints the tables. Goes on where "
        "it was stopped.",
        allow_abbrev=False,
    )
    parser.add_argument("config", type=Path, metavar="RECIPE.toml", help="what the rows change one thing of")
    _add_places(parser)
    parser.add_argument("--part", action="append", metavar="NAME:SPEAKERS", help="default: the recipe's parts.train")
    parser.add_argument("--table", action="append", choices=("1", "2", "3"), help="only this; may be repeated")
    parser.add_argument("--leave-out", action="append", default=[], metavar="NAME", help="only this speaker's fold")
    parser.add_argument("--steps", type=count, metavar="N", help="instead of the recipe's")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder in it for each row and fold")
    parser.set_defaults(run="training.tasks.units:run_sweep")


def _add_export(actions: Commands) -> None:
    parser = actions.add_parser("export", help="make a pack of codes and their inverter", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE", help="last.pt of the codes")
    parser.add_argument("--inverter", type=Path, required=True, metavar="FILE", help="last.pt of their inverter")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the pack's folder")
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
    parser.set_defaults(run="training.tasks.units_pack:export")


def _add_picture(actions: Commands) -> None:
    parser = actions.add_parser(
        "picture", help="draw spectrograms of sounds above those of their sketches", allow_abbrev=False
    )
    parser.add_argument("pack", type=Path, metavar="PACK", help="folder of a units pack")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="sounds")
    parser.add_argument("--out", type=Path, required=True, metavar="PNG", help="the picture to write")
    parser.add_argument("--sketches", type=Path, metavar="DIR", help="write the sketches as WAV too")
    parser.set_defaults(run="training.tasks.units_pack:picture")


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
    parser.set_defaults(run="training.tasks.units_pack:again")


def _add_places(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument(
        "--data", action="append", required=required, default=None if required else [], metavar="NAME=DIR",
        help="where a corpus lies, as fsdd=DIR",
    )  # fmt: skip


def _add_checkpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("checkpoint", type=Path, metavar="FILE", help="last.pt of a run")


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--steps", type=count, metavar="N", help="instead of the recipe's")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
