"""Answers in a shell: prints them, reports what was not read, or selects their sounds for further work."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.chips import Chip, ChipKind, UnreadReason
from engine.base.errors import QueryError
from engine.base.query_messages import QueryMessage
from engine.base.types import Answer, ExampleSimilarity, FilePath, Hit, Ids
from engine.cli.shell.explanations import Explaining, why_lines, why_record
from engine.cli.shell.options import LISTED
from engine.cli.shell.output import json_line, printable, say
from engine.library.library import Library
from engine.search import filter_registry
from engine.search.question import Question
from engine.search.ranking import Ranking


def show_answer(
    answer: Answer, options: argparse.Namespace, query: str | None = None, explain: Explaining | None = None
) -> None:
    """Prints an answer as the options request; with its query among several, and with reasons on request."""
    if options.json:
        if query is None:
            say_unrated((answer,))
        beside = ({"query": query} if query is not None else {}) | words_record(answer.chips)
        for hit in answer.hits:
            why = {} if explain is None else {"reasons": why_record(explain(hit))}
            json_line({**beside, **hit_record(hit), **why})
        return
    if query is not None:
        say(f"— {printable(query)}")
    answer_table(answer, explain)


def words_record(chips: Iterable[Chip]) -> dict[str, Any]:
    """Returns the facts on a query's words beside each hit of `--json`: unknown ones, translated ones."""
    chips = tuple(chips)
    about = {"unknown": unknown_words(chips), "translated": translations(chips)}
    return {key: told for key, told in about.items() if told}


def hit_record(hit: Hit) -> dict[str, Any]:
    """Returns a hit as `search --json` prints it. `why` omits parts that are not in the score."""
    best = hit.moments[0] if hit.moments else None
    why = {
        "sound": _rounded(hit.why.sound),
        "name": _rounded(hit.why.name),
        "keyword": _rounded(hit.why.keyword),
        "words": list(hit.why.words) or None,
        "kin": _rounded(hit.why.kin),
        "examples": [_example_record(one) for one in hit.why.examples] or None,
        "chosen": _rounded(hit.why.chosen),
        "said": [
            {"word": word.text, "start_s": round(word.start_s, 3), "end_s": round(word.end_s, 3)}
            for word in hit.why.said
        ]
        or None,
        "tier": hit.why.tier or None,
    }
    record: dict[str, Any] = {
        "rank": hit.rank,
        "path": hit.sound.path.text,
        "score": _rounded(hit.score),
        "confidence": None if hit.confidence is None else str(hit.confidence),
        "start_s": None if best is None else round(best.start_s, 4),
        "end_s": None if best is None else round(best.end_s, 4),
        "why": {part: value for part, value in why.items() if value is not None},
        "uri": hit.sound.path.uri,
    }
    if hit.stacked:
        record["stacked"] = [int(sound) for sound in hit.stacked]
    return record


def _example_record(like: ExampleSimilarity) -> dict[str, Any]:
    record = {"path": like.path.text, "uri": like.path.uri, "start_s": like.start_s, "end_s": like.end_s}
    return {**record, "weight": like.weight, "cosine": _rounded(like.cosine)}


def say_unrated(answers: Iterable[Answer]) -> None:
    """Reports once that answers have no marks because the pack's scores are not calibrated."""
    notes = (answer.note for answer in answers if answer.note is not None)
    told = next((note for note in notes if note.what is QueryMessage.NOT_CALIBRATED), None)
    if told is not None:
        say(str(told))


def say_unheard(answer: Answer) -> bool:
    """Reports sounds that could not be compared; returns whether there were any."""
    for count, by in ((answer.unheard_sounds, "how they sound"), (answer.unheard_names, "what their names mean")):
        if count:
            sounds = "1 sound is" if count == 1 else f"{count} sounds are"
            say(f"{sounds} not found by {by}: their vectors are damaged. `earshot index` reads them again.")
    return bool(answer.unheard_sounds or answer.unheard_names)


def answer_table(answer: Answer, explain: Explaining | None = None) -> None:
    """Prints an answer for people: best first, a line per hit, with its reasons below on request."""
    if answer.note:
        say(str(answer.note))
    for hit in answer.hits:
        best = hit.moments[0] if hit.moments else None
        moment = "" if best is None else f"{_clock(best.start_s)}-{_clock(best.end_s)}"
        more = f"  (+{len(hit.stacked)} takes)" if hit.stacked else ""
        path = printable(hit.sound.path.text)
        print(f"{hit.rank:4d}  {hit.score:5.3f}  {hit.confidence or '':6s}  {moment:>15s}  {path}{more}")
        for line in () if explain is None else why_lines(explain(hit)):
            print(f"{'':6s}{line}")
    plural = "" if len(answer.hits) == 1 else "s"
    took = f"{answer.seconds * 1000:.0f} ms ({answer.tier})"
    folded = sum(len(hit.stacked) for hit in answer.hits)
    under = f", {folded} take{'' if folded == 1 else 's'} folded" if folded else ""
    say(f"{len(answer.hits)} answer{plural} of {answer.considered} sounds in {took}{under}")


def say_unread(chips: Iterable[Chip]) -> bool:
    """Reports the parts that were not read and how to write them; returns whether any was left out."""
    left_out = False
    for chip in chips:
        if chip.why is not None:
            err = _error(chip)
            say(f"earshot: {printable(str(err))}")
            say(f"  {err.advice}")
            left_out = left_out or chip.is_left_out
    return left_out


def refuse_unread(chips: Iterable[Chip]) -> None:
    """For commands that act on everything they find: they must not change more sounds than intended.

    Raises:
        QueryError: a part was left out.
    """
    for chip in chips:
        if chip.is_left_out:
            raise _error(chip)


def unknown_words(chips: Iterable[Chip]) -> list[dict[str, str | None]]:
    """Returns unknown words for `--json`, each with the likely intended one or None."""
    return [{"word": chip.source, "meant": chip.key or None} for chip in chips if chip.why is UnreadReason.UNKNOWN_WORD]


def translations(chips: Iterable[Chip]) -> list[dict[str, str]]:
    """Returns translated words for `--json`, each with its language and the English that was searched."""
    return [
        {"word": chip.source, "language": chip.key, "english": str(chip.words.values[1])}
        for chip in chips
        if chip.kind is ChipKind.TRANSLATION and chip.words is not None
    ]


def say_translated(chips: Iterable[Chip]) -> None:
    """Reports what was searched in place of foreign words."""
    for one in translations(chips):
        say(f"“{printable(one['word'])}” ({one['language']}) was searched as “{one['english']}”")


def ranked(library: Library, options: argparse.Namespace) -> tuple[Ranking, int]:
    """Ranks a query's sounds; returns also how many to use: all if nothing describes."""
    ranking = library.rank(Question(" ".join(options.words), limit=options.limit or LISTED))
    refuse_unread(ranking.chips)
    return ranking, min(len(ranking), options.limit or len(ranking))


def chosen(library: Library, options: argparse.Namespace) -> tuple[Ids, bool]:
    """Returns the sounds of the files and of the query, and whether a file is not in the library."""
    found: list[int] = []
    unknown = [path for path in options.files if not _find(library, path, found)]
    for path in unknown:
        say(f"not in the library: {printable(str(path))}")
    if options.query is not None:
        ranking = library.rank(Question(options.query, limit=options.limit or LISTED))
        refuse_unread(ranking.chips)
        found += ranking.ids[: options.limit or len(ranking)].tolist()
    return np.array(list(dict.fromkeys(found)), dtype=np.int64), bool(unknown)


def _find(library: Library, path: Path, found: list[int]) -> bool:
    id = library.sound_at(FilePath.of(path))
    if id is not None:
        found.append(int(id))
    return id is not None


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{rest:04.1f}" if hours else f"{minutes}:{rest:04.1f}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)


def _meant(chip: Chip) -> str:
    return f"Perhaps “{chip.key}” was meant." if chip.key else "No word that is known is near it."


def _error(chip: Chip) -> QueryError:
    shown = chip.source if len(chip.source) <= 40 else chip.source[:39] + "…"
    if chip.why is UnreadReason.MINUS:
        return QueryError(
            f"“{shown}” was left out: a filter cannot be taken away with a minus.",
            advice=f"Write the opposite filter, such as dur:>2 for -dur:<=2, or leave “{chip.key}:” out.",
        )
    if chip.why is UnreadReason.UNKNOWN_KEY:
        meant = f"Perhaps {chip.key}: was meant." if chip.key else "Quote it to look for it in names."
        return QueryError(f"“{shown}” is no filter; it was searched as words.", advice=meant)
    if chip.why is UnreadReason.UNKNOWN_WORD:
        return QueryError(f"“{shown}” is not known; it was searched as it stands.", advice=_meant(chip))
    if chip.why is UnreadReason.NO_SOUND:
        return QueryError(
            f"“{shown}” was left out: its file, or the stretch, cannot be read.", advice="Check its path and times."
        )
    if chip.why is UnreadReason.OPEN_QUOTE:
        done = "it was left out" if chip.is_left_out else "its words were searched without it"
        return QueryError(f"The quotation mark in “{shown}” is not closed; {done}.", advice="Close it.")
    value = chip.source.partition(":")[2].strip('"“”„«»')
    try:
        filter_registry.read(chip.key, value)
    except QueryError as err:
        return QueryError(f"{err} It was left out.", advice=err.advice)
    except KeyError:
        pass
    return QueryError(f"“{shown}” cannot be read as a filter. It was left out.", advice="For example say:seven.")
