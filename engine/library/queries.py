"""What a library can be asked: questions, the query language, examples, aspects and variety.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.search.examples import LIKE, UNLIKE, WORDS, Example, read_example, term_value
from engine.search.query_parser import asked, cut, is_function_word, parse, words_of
from engine.search.question import MOST_RANKED, TRANSCRIPT_WEIGHT, By, Like, Question
from engine.search.similar import SOUND_ALONE, AspectWeights
from engine.search.synonyms import synonyms_of
from engine.search.thesaurus import MOST_OF_OURS, ThesaurusEntry
from engine.search.tokens import TokenKind, marks
from engine.search.variety import ALL, DIFFERENT, FOLDED, VARIETY, variety_text

__all__ = [
    "ALL",
    "DIFFERENT",
    "FOLDED",
    "LIKE",
    "MOST_OF_OURS",
    "MOST_RANKED",
    "SOUND_ALONE",
    "TRANSCRIPT_WEIGHT",
    "UNLIKE",
    "VARIETY",
    "WORDS",
    "AspectWeights",
    "By",
    "Example",
    "Like",
    "Question",
    "ThesaurusEntry",
    "TokenKind",
    "asked",
    "cut",
    "is_function_word",
    "marks",
    "parse",
    "read_example",
    "synonyms_of",
    "term_value",
    "variety_text",
    "words_of",
]
