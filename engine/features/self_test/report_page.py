"""A self-test as one self-contained HTML page: it loads nothing, and names cannot be markup.

The caller words it in its language. Pictures are SVG: bars, and outlines of stored waveform overviews, so no sound is
read.
"""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

import numpy as np

from engine.base.atomic_files import replacing
from engine.base.messages import Amount, Message, PlainText, Unit, told
from engine.base.types import FilePath, Peaks, SoundId
from engine.features.self_test.kind_search import KindResult, RankedSound
from engine.features.self_test.messages import SelfTestMessage
from engine.features.self_test.self_test import SelfTest
from engine.features.self_test.wording import (
    found_said,
    kind_said,
    lines_said,
    pack_said,
    pack_score_said,
    rounded,
    score_said,
    summary_said,
    there_said,
)

Words = Callable[[Message], str]
Outline = Callable[[SoundId], Peaks | None]
_MOST_LINES = 200
"""Gaps shown on a page."""
_WIDE, _HIGH = 160, 26
"""Size of a picture in pixels."""
_POINTS = 80
_STYLE = """
:root{color-scheme:light dark;--ink:#1d2126;--soft:#5f6b76;--paper:#fbfbfa;--line:#dcdfe2;--good:#2b7a5f;--fair:#b07d17;
--bad:#b5413a;--wave:#4b6a88}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ea;--soft:#9aa5af;--paper:#17191c;--line:#33383e;--good:#58b894;
--fair:#d8a53f;--bad:#e0756d;--wave:#86a8c8}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1100px;margin:2rem auto;
padding:0 1.2rem}
h1{font-size:1.6rem}
h2{font-size:1.2rem;margin-top:2.4rem}
p.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th{text-align:left;color:var(--soft);font-weight:500}
td,th{padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
td.n{white-space:nowrap;font-variant-numeric:tabular-nums}
ul{margin:0;padding-left:1.1rem}
summary{cursor:pointer}
.well{fill:var(--good)}
.partly{fill:var(--fair)}
.hardly{fill:var(--bad)}
.back{fill:var(--line)}
.mark{stroke:var(--ink);stroke-width:2}
.wave{fill:var(--wave)}
"""


def write_page(test: SelfTest, path: Path, words: Words, outline: Outline, language: str = "en") -> None:
    """Writes the page, replacing an existing file once the new one is complete.

    Args:
        language: of the words, as an HTML code.

    Raises:
        StorageFull: there is no room.
        LibraryError: it cannot be written.
    """
    with replacing(path) as file:
        file.write(page(test, words, outline, language))


def page(test: SelfTest, words: Words, outline: Outline, language: str = "en") -> str:
    """Returns the page as text; see `write_page`."""

    def says(what: SelfTestMessage, *values: str | int | Amount | Message) -> str:
        return escape(words(told(what, *values)))

    parts = [
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f'<meta name="viewport" content="width=device-width"><title>{says(SelfTestMessage.TITLE)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{says(SelfTestMessage.TITLE)}</h1>",
        *(f"<p>{escape(words(one))}</p>" for one in summary_said(test)),
        _more(words, _scores(test)),
        _kinds(test, words, outline) if test.kinds else "",
        _alone(test, words, outline),
        _thin(test, words) if test.lines else "",
        f"<h2>{says(SelfTestMessage.PACKS)}</h2>",
        "".join(f"<p>{escape(words(pack_said(one)))}</p>" for one in test.packs)
        or f"<p>{says(SelfTestMessage.NO_PACKS)}</p>",
        "</body></html>\n",
    ]
    return "\n".join(parts)


def _scores(test: SelfTest) -> list[Message]:
    """The figures, with the names of their measures."""
    return [one for one in (score_said(test), *map(pack_score_said, test.packs)) if one is not None]


def _more(words: Words, figures: Sequence[Message]) -> str:
    """A section that is closed at first."""
    if not figures:
        return ""
    lines = "".join(f"<p>{escape(words(one))}</p>" for one in figures)
    return f"<details><summary>{escape(words(Message(SelfTestMessage.MORE)))}</summary>{lines}</details>"


def _kinds(test: SelfTest, words: Words, outline: Outline) -> str:
    heads = (
        SelfTestMessage.KIND,
        None,
        SelfTestMessage.FOUND,
        SelfTestMessage.MEAN_RANK,
        SelfTestMessage.INSTEAD,
    )
    rows = [_kind(kind, words, outline) for kind in test.kinds]
    return _section(words, SelfTestMessage.KINDS, told(SelfTestMessage.KINDS_ABOUT), heads, rows)


def _kind(kind: KindResult, words: Words, outline: Outline) -> str:
    name = kind_said(kind)
    called = escape(name if isinstance(name, str) else words(name))
    examples = "".join(
        f"<p>{escape(words(Message(title)))}</p><ul>{''.join(_example(one, words, outline) for one in some)}</ul>"
        for title, some in ((SelfTestMessage.BEST, kind.best), (SelfTestMessage.MISSED, kind.missed))
        if some
    )
    precision = f"{escape(words(Message(SelfTestMessage.PRECISION)))}: {_number(kind.average_precision, words)}"
    found = escape(words(told(SelfTestMessage.FOUND_OF, kind.found, kind.files)))
    instead = escape(", ".join(f"{one} {count}" for one, count in kind.instead))
    return (
        f"<tr><td><details><summary>{called}</summary>{examples}<p>{precision}</p></details></td><td>{_bar(kind)}</td>"
        f'<td class="n">{found}<br>{escape(words(found_said(kind)))}</td>'
        f'<td class="n">{kind.mean_rank:.0f} / {kind.of}</td><td>{instead}</td></tr>'
    )


def _example(one: RankedSound, words: Words, outline: Outline) -> str:
    if one.start_s is None:
        told_of = told(SelfTestMessage.AT_RANK, one.path.name, one.rank)
    else:
        at = Amount(one.start_s, Unit.SECONDS, places=1)
        told_of = told(SelfTestMessage.AT_MOMENT, one.path.name, one.rank, at)
    return f'<li title="{escape(one.path.text)}">{escape(words(told_of))}<br>{_wave(outline(one.sound))}</li>'


def _alone(test: SelfTest, words: Words, outline: Outline) -> str:
    found = test.outliers
    about = (
        told(SelfTestMessage.ALONE_ABOUT, rounded(found.typical)) if found.outliers else told(SelfTestMessage.NO_ALONE)
    )
    rows = [
        f"<tr><td>{_path(one.path)}</td><td>{_wave(outline(one.sound))}</td>"
        f'<td class="n">{_number(one.closeness, words)}</td><td>{_path(one.nearest)}</td></tr>'
        for one in found.outliers
    ]
    heads = (SelfTestMessage.SOUND, None, SelfTestMessage.CLOSENESS, SelfTestMessage.NEAREST)
    return _section(words, SelfTestMessage.ALONE, about, heads, rows)


def _thin(test: SelfTest, words: Words) -> str:
    rows = [
        f"<tr><td>{escape(line.line.text)}</td><td>{escape(words(there_said(line)))}</td>"
        f'<td class="n">{_number(line.score, words)}</td>'
        f"<td>{'<br>'.join(_path(hit.sound.path) for hit in line.nearest)}</td></tr>"
        for line in test.lines
        if line.may_be_missing
    ]
    about = lines_said(test.lines)
    heads = (SelfTestMessage.LINE, SelfTestMessage.THIN, SelfTestMessage.SCORE, SelfTestMessage.NEAREST)
    return _section(words, SelfTestMessage.THIN, about, heads, rows[:_MOST_LINES])


def _section(
    words: Words, title: SelfTestMessage, about: Message, heads: Sequence[SelfTestMessage | None], rows: Sequence[str]
) -> str:
    head = "".join(f"<th>{'' if one is None else escape(words(Message(one)))}</th>" for one in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>" if rows else ""
    return f'<h2>{escape(words(Message(title)))}</h2><p class="soft">{escape(words(about))}</p>{table}'


def _bar(kind: KindResult) -> str:
    """The share found, with a mark at chance."""
    mark, found = kind.chance * _WIDE, kind.share * _WIDE
    return (
        f'<svg width="{_WIDE}" height="14" role="img" aria-label="{kind.share:.0%}"><rect class="back" width="{_WIDE}"'
        f' height="14" rx="3"/><rect class="{kind.found_by_sound}" width="{found:.1f}" height="14" rx="3"/>'
        f'<line class="mark" x1="{mark:.1f}" x2="{mark:.1f}" y1="0" y2="14"/></svg>'
    )


def _wave(peaks: Peaks | None) -> str:
    if peaks is None or not len(peaks.columns):
        return ""
    columns = peaks.columns.astype(np.int16)
    edges = np.linspace(0, len(columns), min(_POINTS, len(columns)) + 1).astype(np.int64)[:-1]
    high = np.maximum.reduceat(columns[:, 1], edges)
    low = np.minimum.reduceat(columns[:, 0], edges)
    across = np.linspace(0, _WIDE, len(edges))
    up = [f"{x:.1f},{_HIGH / 2 * (1 - y / 127):.1f}" for x, y in zip(across, high, strict=True)]
    down = [f"{x:.1f},{_HIGH / 2 * (1 - y / 127) + 0.5:.1f}" for x, y in zip(across[::-1], low[::-1], strict=True)]
    points = " ".join((*up, *down))
    return f'<svg width="{_WIDE}" height="{_HIGH}" aria-hidden="true"><polygon class="wave" points="{points}"/></svg>'


def _path(path: FilePath) -> str:
    return f'<span title="{escape(path.text)}">{escape(path.name)}</span>'


def _number(value: float, words: Words) -> str:
    return escape(words(told(PlainText.AT, rounded(value))))
