"""`earshot-train words export`, `library` and `phrases`: makes and measures the browser's pack of spoken words."""

import argparse
import json
import random
from dataclasses import asdict
from pathlib import Path

from training.base.arguments import DONE, Commands, count, say
from training.base.results import PACK, add_replace_option, check_room, make_room, parts_kept, write_result


def add_pack_commands(own: Commands) -> None:
    """Adds `export`, `library` and `phrases`."""
    _add_export(own)
    _add_library(own)
    _add_phrases(own)


def add_hidden_digits(parser: argparse.ArgumentParser, *, others: int) -> None:
    """Adds the options for a library of recorded digits hidden among `others` other sounds, and its place."""
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
    parser.add_argument(
        "--checkpoint", type=Path, action="append", required=True, metavar="FILE",
        help="best.pt of a run; of several the mean of their weights",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="PACK", help="the pack's folder")
    add_replace_option(parser, "the pack that is there")
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME=DIR", help="what it was trained on; may be repeated"
    )
    parser.add_argument("--version", default="1.0", metavar="V", help="of the pack: %(default)s")
    parser.add_argument("--trained-on", required=True, metavar="TEXT", help="what it learnt from, for the card")
    parser.add_argument(
        "--card", type=Path, metavar="FILE", help="Markdown that the card shall hold too: what was measured"
    )
    parser.add_argument("--most", type=count, default=3000, metavar="N", help="of val's utterances: %(default)s")
    parser.set_defaults(run=export)


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
    parser.set_defaults(run=library, kept=parts_kept)


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
    parser.set_defaults(run=phrases, kept=parts_kept)


def export(options: argparse.Namespace) -> int:
    """Makes a words pack."""
    from training.papers.words.checkpoint import load_words, mean_of
    from training.papers.words.export import export_words
    from training.papers.words.material import measure
    from training.papers.words.quality import capped
    from training.papers.words.utterances import WordsError, part, read_utterances

    check_room(options.out, PACK, replaces=options.replace)
    kept = mean_of([load_words(path) for path in options.checkpoint])
    utterances = part(read_utterances(options.data), kept.config.split).get("val", [])
    known = sorted({each.speaker for each in utterances} & set(kept.speakers))
    if known:
        raise WordsError(f"val has speakers it was trained on: {', '.join(known)}", advice="Name the run's own --data.")
    drawn = random.Random(1).sample(utterances, min(options.most, len(utterances)))
    val = capped(measure(drawn, kept.config, say), options.most)
    more = options.card.read_text(encoding="utf-8") if options.card else ""
    if options.replace:
        make_room(options.out, PACK, say)
    info = export_words(
        kept, val, options.out, version=options.version, trained_on=options.trained_on, card=more.strip()
    )
    size_bytes = sum(file.stat().st_size for file in options.out.iterdir())
    say(f"{options.out}: {size_bytes / 1e6:.1f} MB, {info.pack_id[:12]}, {dict(info.metrics)}")
    say(f"settings {json.dumps(dict(info.settings))}")
    return DONE


def library(options: argparse.Namespace) -> int:
    """Measures `say:`."""
    from engine.features.speech.words_model import WordsModel
    from training.papers.speech_packs.spoken_library import build, figures, first_recordings, hide, others, table
    from training.papers.words.utterances import WordsError, read_utterances

    name, _, folder = options.data.partition("=")
    if name != "digits" or not folder:
        raise WordsError(f"{options.data} names no digits", advice="Give digits=DIR.")
    everyone = read_utterances([options.data])
    speakers = options.speaker or sorted({each.speaker for each in everyone})
    if len(speakers) < 2:
        raise WordsError("one speaker has nobody beside to give examples", advice="Name two speakers or more.")
    hidden = first_recordings(everyone, speakers, options.limit)
    sounds = hide(options.out / "sounds", hidden, others(options.among, options.without, options.others))
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found = figures(options.out / "library", sounds, WordsModel(options.pack).settings.features)
    write_result(options.out / "spoken.json", json.dumps(asdict(found), indent=1))
    say(f"{len(hidden)} digits by {len(speakers)} people, {found.others} others; speech heard in {found.spoken}")
    print(table(found))
    return DONE


def phrases(options: argparse.Namespace) -> int:
    """Measures `say:` in running speech."""
    from training.papers.speech_packs.spoken_library import build, hide
    from training.papers.speech_packs.spoken_phrases import ask, choose, told
    from training.papers.words.utterances import read_utterances

    utterances = [
        each for each in read_utterances(options.data) if not options.speaker or each.speaker in options.speaker
    ]
    recordings, asked = choose(utterances, options.most, options.phrases)
    hide(options.out / "sounds", [], recordings)
    build(options.out / "library", options.out / "sounds", options.pack, say)
    found, spoken = ask(options.out / "library", options.out / "sounds", recordings, asked)
    (options.out / "phrases.json").write_text(
        json.dumps([asdict(each) for each in found], indent=1) + "\n", encoding="utf-8"
    )
    say(f"{len(recordings)} recordings; speech heard in {spoken}")
    print(told(found))
    return DONE
