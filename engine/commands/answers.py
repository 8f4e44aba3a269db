"""How an answer is printed: a table for people, objects for programs."""

from typing import Any

from engine.commands.show import printable, say
from engine.types import Answer, Hit


def hit_record(hit: Hit) -> dict[str, Any]:
    """What `search --json` prints of a hit. Parts that did not take part in the score are left out of `why`."""
    best = hit.moments[0] if hit.moments else None
    why = {
        "sound": _rounded(hit.why.sound),
        "name": _rounded(hit.why.name),
        "keyword": _rounded(hit.why.keyword),
        "words": list(hit.why.words) or None,
        "kin": _rounded(hit.why.kin),
        "tier": hit.why.tier or None,
    }
    record: dict[str, Any] = {
        "rank": hit.rank,
        "path": hit.sound.path.text,
        "score": _rounded(hit.score),
        "confidence": str(hit.confidence),
        "start_s": None if best is None else round(best.start_s, 4),
        "end_s": None if best is None else round(best.end_s, 4),
        "why": {part: value for part, value in why.items() if value is not None},
        "uri": hit.sound.path.uri,
    }
    if hit.stacked:
        record["stacked"] = [int(sound) for sound in hit.stacked]
    return record


def say_unheard(answer: Answer) -> bool:
    """Says what could not be compared; whether there was any."""
    for count, by in ((answer.unheard_sounds, "how they sound"), (answer.unheard_names, "what their names mean")):
        if count:
            sounds = "1 sound is" if count == 1 else f"{count} sounds are"
            say(f"{sounds} not found by {by}: their vectors are damaged. `earshot index` reads them again.")
    return bool(answer.unheard_sounds or answer.unheard_names)


def answer_table(answer: Answer) -> None:
    """The answer for people: best first, a line a hit."""
    if answer.note:
        say(str(answer.note))
    for hit in answer.hits:
        best = hit.moments[0] if hit.moments else None
        moment = "" if best is None else f"{_clock(best.start_s)}-{_clock(best.end_s)}"
        more = f"  (+{len(hit.stacked)} takes)" if hit.stacked else ""
        path = printable(hit.sound.path.text)
        print(f"{hit.rank:4d}  {hit.score:5.3f}  {hit.confidence:6s}  {moment:>15s}  {path}{more}")
    plural = "" if len(answer.hits) == 1 else "s"
    took = f"{answer.seconds * 1000:.0f} ms ({answer.tier})"
    say(f"{len(answer.hits)} answer{plural} of {answer.considered} sounds in {took}")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    return f"{hours}:{minutes:02d}:{rest:04.1f}" if hours else f"{minutes}:{rest:04.1f}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)
