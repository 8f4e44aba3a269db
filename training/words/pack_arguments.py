"""The commands of `earshot-train words` that make and measure the pack of the browser."""

import argparse
from pathlib import Path

from training.arguments import Commands, count


def add_pack_commands(own: Commands) -> None:
    """Adds `export`, `library`, `phrases`, `detector` and `beside`."""
    _add_export(own)
    _add_library(own)
    _add_phrases(own)
    _add_detector(own)
    _add_beside(own)


def add_hidden_digits(parser: argparse.ArgumentParser, *, others: int) -> None:
    """Adds what tells a library of recorded digits among so many other sounds, and where it goes."""
    parser.add_argument("--data", required=True, metavar="digits=DIR", help="the Free Spoken Digit Dataset")
    parser.add_argument(
        "--speaker", action="append", default=[], metavar="NAME", help="only these speakers; may be repeated"
    )
    parser.add_argument("--limit", type=count, default=10, metavar="N", help="of each digit by each: %(default)s")
    parser.add_argument("--among", type=Path, required=True, metavar="DIR", help="a folder of other sounds")
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="leave out folders of this name; may be repeated"
    )
    parser.add_argument("--others", type=count, default=others, metavar="N", help="other sounds: %(default)s")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the library and the figures")


def _add_export(own: Commands) -> None:
    parser = own.add_parser(
        "export",
        help="make a pack of a checkpoint that Earshot finds spoken words with",
        description="Both views as ONNX, compared with torch; the CMU dictionary; curves for strong, fair and weak "
        "from the data's val part, whose speakers the checkpoint does not know.",
        allow_abbrev=False,
    )
    parser.add_argument("--checkpoint", type=Path, required=True, metavar="FILE", help="best.pt of a run")
    parser.add_argument("--out", type=Path, required=True, metavar="PACK", help="the pack's folder; an older one goes")
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME=DIR", help="what it was trained on; may be repeated"
    )
    parser.add_argument("--version", default="1.0", metavar="V", help="of the pack: %(default)s")
    parser.add_argument("--trained-on", required=True, metavar="TEXT", help="what it learnt from, for the card")
    parser.add_argument(
        "--card", type=Path, metavar="FILE", help="Markdown that the card shall hold too: what was measured"
    )
    parser.add_argument("--most", type=count, default=3000, metavar="N", help="of val's utterances: %(default)s")
    parser.set_defaults(run="training.tasks.words_pack:export")


def _add_library(own: Commands) -> None:
    parser = own.add_parser(
        "library",
        help="measure `say:` in a library of recorded digits hidden among other sounds",
        description="Indexes the sounds with the starter pack and a words pack, asks for every digit through the "
        "engine as if one speaker's recordings were there alone, for each speaker, and prints average precision with "
        "95 %% intervals beside chance and MFCC + DTW from one example by each other speaker.",
        allow_abbrev=False,
    )
    parser.add_argument("--pack", type=Path, required=True, metavar="P", help="the words pack")
    add_hidden_digits(parser, others=700)
    parser.set_defaults(run="training.tasks.words_pack:library")


def _add_phrases(own: Commands) -> None:
    parser = own.add_parser(
        "phrases",
        help="measure `say:` in running speech",
        description="Indexes recordings whose words have times, asks for one, two and three words that follow each "
        "other in them, and prints average precision and how often the right moment was named.",
        allow_abbrev=False,
    )
    parser.add_argument("--pack", type=Path, required=True, metavar="P", help="the words pack")
    parser.add_argument(
        "--data", action="append", required=True, metavar="aligned=DIR", help="running speech; may be repeated"
    )
    parser.add_argument(
        "--speaker", action="append", default=[], metavar="NAME", help="only these speakers; may be repeated"
    )
    parser.add_argument("--most", type=count, default=100, metavar="N", help="recordings: %(default)s")
    parser.add_argument("--phrases", type=count, default=40, metavar="N", help="of each length: %(default)s")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the library and the figures")
    parser.set_defaults(run="training.tasks.words_pack:phrases")


def _add_detector(own: Commands) -> None:
    parser = own.add_parser(
        "detector",
        help="learn which sounds may be speech",
        description="The numbers of engine.speech.detector, from the train part of Earshot's corpus and recorded "
        "digits, single and strung together, and from running speech; measured on val and on speakers left out.",
        allow_abbrev=False,
    )
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="Earshot's corpus, with meta.jsonl")
    parser.add_argument("--digits", type=Path, required=True, metavar="DIR", help="the Free Spoken Digit Dataset")
    parser.add_argument(
        "--running", type=Path, action="append", default=[], metavar="DIR",
        help="running speech, as `words sentences` writes it; may be repeated",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="detector.npz")
    parser.set_defaults(run="training.tasks.words_detector:detector")


def _add_beside(own: Commands) -> None:
    parser = own.add_parser(
        "beside",
        help="measure the detector of speech beside Silero's",
        description="Which sounds engine.speech.detector listens to, and Silero VAD would: of Earshot's val part, of "
        "digits by speakers left out, single and strung together, and of single words that neither has heard.",
        allow_abbrev=False,
    )
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="Earshot's corpus, with meta.jsonl")
    parser.add_argument("--digits", type=Path, required=True, metavar="DIR", help="the Free Spoken Digit Dataset")
    parser.add_argument("--words", type=Path, metavar="DIR", help="single words, with words.jsonl")
    parser.add_argument("--silero", type=Path, required=True, metavar="FILE", help="silero_vad_16k_op15.onnx")
    parser.set_defaults(run="training.tasks.words_beside:measure_beside")
