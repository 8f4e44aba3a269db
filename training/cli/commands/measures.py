"""The commands of `earshot-train` that measure one pack through the engine and print one set of figures."""

import argparse
import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

from training.base.arguments import Commands, add_measured_options, count


class _Option(NamedTuple):
    """An option: a switch, a number, or a number that may be repeated, by the type of its default."""

    keyword: str
    """Of the function that measures."""
    flag: str
    default: bool | int | tuple[int, ...]
    help: str


class Measured(NamedTuple):
    """A command that calls MODULE.FUNCTION of training.evaluation."""

    name: str
    function: str
    help: str
    description: str
    options: tuple[_Option, ...] = ()


MEASURED: tuple[Measured, ...] = (
    Measured(
        "background",
        "background.measure_background",
        "measure finding and looping the same background, in real ambiences with events over them",
        "Through earshot index and the engine's own search for backgrounds: parts of real ambiences with events over "
        "them, and all other clips, are asked with two and a half seconds of each ambience; how often the first "
        "answer is a part of the same one, beside a search by the vector of the stretch. Then how many joins of loops "
        "stand out less than 95 % of the background itself does, beside plain ways to loop.",
        (_Option("seed", "--seed", 1, "draws the mixtures (default: %(default)s)"),),
    ),
    Measured(
        "bounds",
        "moment_bounds.measure_placed",
        "measure how near the bounds of moments are to their events",
        "Places short clips at drawn times in silence and in ambiences, 0, 10 and 20 dB over them, indexes the files "
        "with earshot index, and asks for each clip in its file: how far are start and end of the first moment away, "
        "and mAP, beside the bounds of the windows. ! where a median is over 80 ms, or mAP is worse.",
        (
            _Option("most", "--clips", 60, "clips each seed places (default: 60)"),
            _Option("seeds", "--seed", (36, 37, 38), "places the clips; may be repeated (default: 36, 37, 38)"),
        ),
    ),
    Measured(
        "filtered",
        "marks_behind_filter.measure_filtered",
        "measure how far marks can be trusted behind filters",
        "Through the engine's ranking, half of the clips without names: each caption is asked of 1, 10 and 100 sounds "
        "that a filter lets through, of which in every second case one answers, and of the whole library. How the "
        "first hit is marked, and how often it is right.",
        (_Option("seed", "--seed", 1, "draws the sounds (default: %(default)s)"),),
    ),
    Measured(
        "honesty",
        "honesty.measure_honesty",
        "measure how far the mark strong can be trusted",
        "Through earshot index and earshot search: how many queries whose kind is not in the library get a strong "
        "first hit, how many right first hits are strong, and how many strong hits are right. ! marks what is not as "
        "it is to be.",
    ),
    Measured(
        "lacking",
        "self_test.measure_lacking",
        "measure the self-test: repeatability, outliers, missing sounds",
        "Through earshot index and the engine's self-test, under the names of the collections: kinds found in two "
        "halves of the sounds; single sounds of other kinds planted, among the first outliers; and captions asked of "
        "all clips and with those that answer left out.",
        (_Option("seeds", "--seeds", 10, "draws of halves, and of what is planted"),),
    ),
    Measured(
        "mixed",
        "half_named.measure_mixed",
        "measure the ranking where half of the sounds have no names",
        "Through earshot index and the engine's ranking: half of the clips of each kind lose their names; mAP@10 "
        "fused, by sound alone and by names alone, and how many of the nameless that answer are among the first ten. "
        "! marks where fused is below another way, or finds fewer than 0.95 of the nameless that the sound alone "
        "finds.",
        (_Option("seed", "--seed", 83, "draws the nameless (default: %(default)s)"),),
    ),
    Measured(
        "moments",
        "moment_search.measure_places",
        "measure whether the right moment of a long file is found",
        "Joins eight sounds of different kinds, of two seconds and more, into each of some long files, indexes them "
        "with earshot index, and asks for every caption in its file: how often is the first moment where that sound "
        "is. ! where it is right less than 0.80 of the time.",
        (_Option("seeds", "--seed", (83, 84, 85), "deals the sounds; may be repeated (default: 83, 84, 85)"),),
    ),
    Measured(
        "owner",
        "owner.measure_owner",
        "measure code words learnt from five examples, and their effect on ordinary captions",
        "Through earshot index and the engine's learning, by sound only: twelve code words of five clips each, and a "
        "caption of forty other kinds, are taught; hit@10 of the rest for each code word, and mAP@10 of every caption "
        "with and without what was learnt.",
        (_Option("seeds", "--seeds", 3, "draws of kinds and examples (default: 3)"),),
    ),
    Measured(
        "planted",
        "planted_events.measure_planted",
        "measure whether short events are found in recordings of hours",
        "Lays clips of .25 to 4 s at drawn times into hours of ambiences, 10 dB over them, indexes the files with "
        "earshot index, and asks for each clip in its file: how often does the first moment, and one of the first "
        "five, begin within a second of it; beside the same clips as files of their own. ! where it is less than 0.80. "
        "An hour takes 115 MB in the temporary folder.",
        (
            _Option("files", "--files", 4, "number of files (default: 4)"),
            _Option("quarters", "--quarters", 12, "length of a file, quarters of an hour (default: 12)"),
            _Option("events", "--events", 10, "clips in a file (default: 10)"),
            _Option("seed", "--seed", 41, "draws ambiences, clips and times (default: 41)"),
        ),
    ),
    Measured(
        "rankings",
        "rankings.measure_rankings",
        "compare ways of ranking by sound, name and words",
        "The clips become two libraries, one with all names and one in which half of each kind have none, as in "
        "`mixed`. What the engine knows of each sound for each caption is ranked by the sound, by names, by z-scores, "
        "reciprocal ranks, interleaving, and by weights that a conditional logit fits on three parts of the kinds for "
        "the fourth. The weights of all kinds together are printed last.",
        (_Option("seed", "--seed", 83, "draws the nameless (default: %(default)s)"),),
    ),
    Measured(
        "refining",
        "examples.measure_refining",
        "measure what + and - on answers bring, and one example beside the words",
        "Through earshot index and the engine's ranking, by sound only: of the first 20 answers to a caption three "
        "right ones get a + and a wrong one a -, drawn by seed; mAP@10 of what is left, before and after, beside "
        "Rocchio's rule; and words with one example beside either alone.",
        (_Option("seeds", "--seeds", 3, "draws of what is judged (default: 3)"),),
    ),
    Measured(
        "strokes",
        "strokes.measure_strokes",
        "measure whether the moment of three shots is one of them",
        "Lays clips that are struck once three times into short and long files, .4 to .8 s apart, in silence and over "
        "ambiences, indexes them with earshot index, and asks for each: is the first moment one stroke? Also of what "
        "goes on or flutters: how many moments hold less than half of it.",
        (
            _Option("most", "--clips", 40, "clips each seed strikes (default: 40)"),
            _Option(
                "seeds",
                "--seed",
                (36, 37, 38),
                "draws clips, ambiences and times; may be repeated (default: 36, 37, 38)",
            ),
        ),
    ),
    Measured(
        "variety",
        "variety.measure_variety",
        "measure folded takes and different answers: recordings among the first ten, relevance kept",
        "Through earshot index and the engine's ranking, by sound only: for each caption and each variety, from all "
        "over takes folded to as different as possible, the different recordings among the first ten answers and the "
        "relevance that is kept, counted by recordings and by sounds.",
        (_Option("is_named", "--named", False, "the clips have their own names, and not such as 000001"),),
    ),
)


def add_parser(commands: Commands) -> None:
    """Adds every command."""
    for measured in MEASURED:
        parser = commands.add_parser(
            measured.name, help=measured.help, description=measured.description, allow_abbrev=False
        )
        add_measured_options(parser)
        for option in measured.options:
            if isinstance(option.default, bool):
                parser.add_argument(option.flag, dest=option.keyword, action="store_true", help=option.help)
            else:
                several = {"action": "append"} if isinstance(option.default, tuple) else {"default": option.default}
                parser.add_argument(
                    option.flag, dest=option.keyword, type=count, metavar="N", help=option.help, **several
                )
        parser.set_defaults(run=run, measured=measured)


def run(options: argparse.Namespace) -> int:
    """Measures a pack on a split."""
    from training.evaluation.measurement import read_measured

    asked = read_measured(options)
    chosen = {}
    for option in options.measured.options:
        value = getattr(options, option.keyword)
        chosen[option.keyword] = option.default if value is None else value
    found = measure_of(options.measured)(asked.pack, asked.clips, by=asked.by, **chosen)
    return asked.tell(found, is_json=options.json)


def measure_of(measured: Measured) -> Callable[..., Any]:
    """The function that a command calls."""
    module, function = measured.function.split(".")
    found: Callable[..., Any] = getattr(importlib.import_module(f"training.evaluation.{module}"), function)
    return found
