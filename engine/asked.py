"""Questions as the searcher takes them: what is typed and what is given beside it become one query."""

from dataclasses import replace

from engine.chips import Chip, ChipKind
from engine.error_wording.asking import QueryAdvice, QueryFault
from engine.errors import QueryError
from engine.question import By, Like, Question
from engine.search.examples import Example
from engine.search.parse import parse
from engine.search.query import Query
from engine.search.variety import ALL, FOLDED


def as_examples(question: Question) -> tuple[Question, Like | None]:
    """The question and what asks alone; beside examples a sound is one of them.

    Raises:
        QueryError: a spoken word or a pattern stands beside examples.
    """
    like = question.like
    beside = None if like is None else filters_of(question).examples
    if like is None or not (question.examples or beside):
        return question, like
    if like.by is not By.SOUND:
        raise QueryError(QueryFault.WORD_WITH_EXAMPLES, advice=QueryAdvice.ASK_ALONE)
    one = Example(like.sound, like.start_s, like.end_s, with_itself=like.with_itself)
    return replace(question, text="", like=None, examples=(one, *question.examples)), None


def completed(query: Query, question: Question) -> Query:
    """The query with what was given beside the text: examples, the weight of the words, how different answers shall be.

    What is given counts more than what the text says.
    """
    weight = query.words_weight if question.words_weight is None else question.words_weight
    usual = FOLDED if question.stacks else ALL
    variety = next((one for one in (question.variety, query.variety) if one is not None), usual)
    return replace(query, examples=(*question.examples, *query.examples), words_weight=weight, variety=variety)


def filters_of(question: Question) -> Query:
    """The query that says which sounds pass, where a sound asks."""
    return limited(parse("", synonyms=no_synonyms, without=question.without, filters=question.filters), question)


def limited(query: Query, question: Question) -> Query:
    """The query limited to the sounds that were picked out, unless their chip is switched off."""
    some = question.among
    if some is None:
        return query
    chip = Chip(ChipKind.AMONG, some.name, some.label)
    filters = query.filters if chip.id in question.without else replace(query.filters, among=some)
    return replace(query, filters=filters, chips=(chip, *query.chips))


def no_synonyms(word: str) -> tuple[str, ...]:
    """Gives none: where the sound alone ranks, no word is looked up."""
    return ()
