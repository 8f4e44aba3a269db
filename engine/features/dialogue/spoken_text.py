"""Cuts texts into the words they are compared by: small letters, without marks, numbers spelt out as they are said."""

import re
import unicodedata

from engine.base.text_forms import small

_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ")
_ONES = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = ("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_YEARS = range(1100, 2000)
"""Numbers said as two pairs of digits: nineteen eighty four."""
_MOST = 999_999
"""Larger numbers are said digit by digit, as numbers of telephones are."""


def spoken_words(text: str) -> list[str]:
    """Returns the words of a text as they are said: `Don't, 21!` gives dont, twenty, one."""
    plain = unicodedata.normalize("NFKC", small(text)).translate(_APOSTROPHES)
    words: list[str] = []
    for token in _TOKEN.findall(plain):
        words += _number(token) if token.isdecimal() else [token]
    return words


def _number(digits: str) -> list[str]:
    number = int(digits)
    if (digits.startswith("0") and len(digits) > 1) or number > _MOST:
        return [_ONES[int(digit)] for digit in digits]
    if number in _YEARS and number % 100:
        rest = number % 100
        return [*_below_thousand(number // 100), *(["oh"] if rest < 10 else []), *_below_thousand(rest)]
    thousands, rest = divmod(number, 1000)
    words = [*_below_thousand(thousands), "thousand"] if thousands else []
    return [*words, *_below_thousand(rest)] if rest or not words else words


def _below_thousand(number: int) -> list[str]:
    hundreds, rest = divmod(number, 100)
    words = [_ONES[hundreds], "hundred"] if hundreds else []
    if rest >= 20:
        words.append(_TENS[rest // 10])
        if rest % 10:
            words.append(_ONES[rest % 10])
    elif rest or not words:
        words.append(_ONES[rest])
    return words
