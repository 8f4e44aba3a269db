"""`earshot search` and `earshot similar`: questions to a library, answers as a table or as JSON lines."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from engine.commands import DONE, SOME_SKIPPED
from engine.commands.answers import answer_table, hit_record, say_unheard
from engine.commands.show import json_line, printable, say
from engine.commands.unread import say_translated, say_unread, translations, unknown_words
from engine.errors import EngineError, QueryError
from engine.library import Library, default_folder
from engine.types import Answer, FilePath


def run_search(options: argparse.Namespace) -> int:
    """Answers one query, or every line of a file; 3 when a filter was left out, or sounds."""
    text = " ".join(options.words).strip()
    if bool(text) == (options.batch is not None):
        raise QueryError("give a description or --batch FILE", advice='For example: earshot search "door creak"')
    queries = [text] if options.batch is None else list(_lines(options.batch))
    is_whole = True
    with Library.open(_folder(options), read_only=True) as library:
        for query in queries:
            answer = library.search(
                query,
                limit=options.limit,
                sound_only=options.sound_only,
                exact=options.exact,
                stacks=options.stacks,
            )
            _show(answer, options, query if options.batch is not None else None)
            say_translated(answer.chips)
            is_whole = not say_unread(answer.chips) and not say_unheard(answer) and is_whole
    return DONE if is_whole else SOME_SKIPPED


def run_similar(options: argparse.Namespace) -> int:
    """Answers with sounds like the one in a file, or like a part of it; the file itself is left out."""
    start_s, end_s = options.start_s, options.end_s
    if start_s is not None and end_s is not None and end_s <= start_s:
        raise QueryError(f"--to {end_s:g} is not after --from {start_s:g}", advice="Give a later end.")
    with Library.open(_folder(options), read_only=True) as library:
        if options.pattern:
            _show_patterns(library, options)
            return DONE
        if options.word:
            _show_words(library, options)
            return DONE
        answer = library.similar(
            FilePath.of(options.file),
            start_s=start_s,
            end_s=end_s,
            limit=options.limit,
            exact=options.exact,
            stacks=options.stacks,
            with_itself=False,
        )
        _show(answer, options, None)
    return SOME_SKIPPED if say_unheard(answer) else DONE


def _show_patterns(library: Library, options: argparse.Namespace) -> None:
    """The sounds in which a pattern occurs again, a line for each place, best first."""
    ranking = library.rank_pattern(
        FilePath.of(options.file),
        start_s=options.start_s,
        end_s=options.end_s,
        limit=options.limit,
        exact=options.exact,
    )
    hits = library.hits(ranking, range(len(ranking)))
    if options.json:
        for hit in hits:
            places = [(round(each.start_s, 3), round(each.end_s, 3), round(each.similarity, 4)) for each in hit.moments]
            json_line({**hit_record(hit), "places": places})
        return
    answer_table(Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, ranking.seconds))


def _show_words(library: Library, options: argparse.Namespace) -> None:
    """The sounds in which the word of a stretch is said again."""
    if options.start_s is None or options.end_s is None:
        raise QueryError("--word needs a part of the sound", advice="Give --from and --to around one word.")
    ranking = library.rank_same_word(
        FilePath.of(options.file), start_s=options.start_s, end_s=options.end_s, limit=options.limit
    )
    hits = library.hits(ranking, range(len(ranking)))
    answer = Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, ranking.seconds)
    _show(answer, options, None)


def _show(answer: Answer, options: argparse.Namespace, query: str | None) -> None:
    if options.json:
        about = {"unknown": unknown_words(answer.chips), "translated": translations(answer.chips)}
        beside = ({"query": query} if query is not None else {}) | {key: told for key, told in about.items() if told}
        for hit in answer.hits:
            json_line({**beside, **hit_record(hit)})
        return
    if query is not None:
        say(f"— {printable(query)}")
    answer_table(answer)


def _lines(path: Path) -> Iterator[str]:
    """The queries of a file, blank lines left out."""
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as err:
        raise EngineError(
            f"cannot read {path}: {err.strerror}", advice="Name a text file with one query per line."
        ) from err
    except UnicodeDecodeError as err:
        raise EngineError(f"{path} is not UTF-8 text", advice="Save it as UTF-8.") from err
    for line in text.splitlines():
        if line.strip():
            yield line.strip()


def _folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.library
    return folder or default_folder()
