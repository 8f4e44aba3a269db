"""Turns a `Question` into a `Query`: what is typed and what is given beside it."""

from msgspec.structs import replace

from engine.base.chips import Chip, ChipKind
from engine.base.errors import QueryError
from engine.base.query_messages import QueryAdvice, QueryFault
from engine.search.examples import Example
from engine.search.query import Query
from engine.search.query_parser import parse
from engine.search.question import By, Like, Question
from engine.search.variety import ALL, FOLDED


def as_examples(question: Question) -> tuple[Question, Like | None]:
    """Returns the question and its `like`; beside other examples `like` becomes one of them.

    Raises:
        QueryError: a spoken word or a pattern is combined with examples.
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
    """Adds what the question gives beside its text: examples, the weight of the words, the variety of results.

    The question overrides the text.
    """
    weight = query.words_weight if question.words_weight is None else question.words_weight
    usual = FOLDED if question.stacks else ALL
    variety = next((one for one in (question.variety, query.variety) if one is not None), usual)
    return replace(query, examples=(*question.examples, *query.examples), words_weight=weight, variety=variety)


def filters_of(question: Question) -> Query:
    """Parses only the filters, for a question that asks by sound."""
    return limited(parse("", synonyms=no_synonyms, without=question.without, filters=question.filters), question)


def limited(query: Query, question: Question) -> Query:
    """Limits the query to the picked sounds, unless their chip is switched off."""
    some = question.among
    if some is None:
        return query
    chip = Chip(ChipKind.AMONG, some.name, some.label)
    filters = query.filters if chip.id in question.without else replace(query.filters, among=some)
    return replace(query, filters=filters, chips=(chip, *query.chips))


def no_synonyms(word: str) -> tuple[str, ...]:
    """Returns no synonyms: where only the sound ranks, no word is looked up."""
    return ()
