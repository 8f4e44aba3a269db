"""Fuzzy match of a few typed letters against a line of text, for the palette. No Qt here."""

from engine.base.text_forms import composed, plain

_WORD_START = 8
_NEXT = 5
_FIRST = 6
_GAP = 1
_MOST_GAP = 6


def score(typed: str, text: str) -> int | None:
    """How well `typed` matches, higher is better; None if a letter is missing.

    Every typed word must occur in the text with its letters in order. Starts of words and adjacent letters count most:
    "fs" ranks "Find similar" above "Files".
    """
    total = 0
    for word in plain(typed).split():
        part = _score_word(word, text)
        if part is None:
            return None
        total += part
    return total - len(text) // 8 if total else 0


def _score_word(word: str, text: str) -> int | None:
    """Best placement of the letters by dynamic programming: a row a letter, a column a position in the text."""
    text = composed(text)
    folded = plain(text)
    if len(folded) != len(text):  # a letter folds to two: positions would not match
        text = folded
    worst = -(10**6)
    best_before = [0] * (len(folded) + 1)
    for number, letter in enumerate(word):
        row = [worst] * (len(folded) + 1)
        reach = worst  # best score so far with a gap
        for at, other in enumerate(folded):
            if number:
                reach = max(reach - _GAP, best_before[at - 1] - _GAP) if at > 1 else reach
            if other != letter:
                continue
            gain = 1 + (_WORD_START if _is_start(text, at) else 0)
            if number == 0:
                row[at + 1] = gain + (_FIRST if at == 0 else 0) - min(at, _MOST_GAP) // 2
            else:
                beside = best_before[at] + _NEXT
                row[at + 1] = max(beside, reach) + gain
        best_before = row
    best = max(best_before)
    return best if best > worst // 2 else None


def _is_start(text: str, at: int) -> bool:
    """Whether a word starts here: after a non-alphanumeric, or a capital after a small letter."""
    if at == 0:
        return True
    before, here = text[at - 1], text[at]
    return not before.isalnum() or (before.islower() and here.isupper())
