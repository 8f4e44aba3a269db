"""Charts of measured retrieval: recall by depth, and bars of categories and of kinds."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from training.evaluation.charts.canvas import COLOURS, MARKS, STYLE, save, short

RECALL, KINDS, CATEGORIES = "recall.png", "kinds.png", "categories.png"
_FEW = 5
"""Kinds a category needs for a meaningful interval, as in the table of `earshot-train evaluate`."""
_BARS = 30
"""Kinds that fit into a chart; of more, the worst fill two thirds and the best one third."""
_BAR_IN = 0.24


def draw_measured(record: Mapping[str, Any], folder: Path, stem: str = "") -> list[Path]:
    """Draws the output of `earshot-train evaluate --json` (recall by depth, categories, kinds) and returns the files.

    Args:
        record: of one evaluation; with `against`, the other one's recall stands beside.
        stem: prefix of their names, where a folder has several.
    """
    part = " + ".join(record["parts"])
    curves, intervals = dict[str, Sequence[float]](), dict[str, Mapping[int, tuple[float, float]]]()
    for measured in (record, record.get("against")):
        if measured is not None:
            name = " + ".join(measured["systems"])
            name = f"{name} (against)" if name in curves else name
            figures = measured["text_to_audio"]
            curves[name] = measured["recall_at"]
            intervals[name] = {k: (figures[f"recall{k}"]["low"], figures[f"recall{k}"]["high"]) for k in (1, 5, 10)}
    drawn = [draw_recall(curves, folder / f"{stem}{RECALL}", f"Text to audio, {part}", intervals)]
    drawn.append(draw_categories(record["categories"], folder / f"{stem}{CATEGORIES}", f"Categories, {part}"))
    drawn.append(draw_kinds(record["by_kind"], folder / f"{stem}{KINDS}", f"Kinds, {part}"))
    return drawn


def draw_recall(
    curves: Mapping[str, Sequence[float]],
    path: Path,
    title: str,
    intervals: Mapping[str, Mapping[int, tuple[float, float]]] | None = None,
) -> Path:
    """Draws the share of queries with a right answer among the first k, for k from 1 on.

    Args:
        curves: R@1, R@2, … within [0, 1], by the name of the system.
        intervals: low and high by depth, for the curves that have some.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(7.2, 4.2), layout="constrained")
        panel = figure.subplots()
        for number, (name, values) in enumerate(curves.items()):
            colour = COLOURS[number % len(COLOURS)]
            depths = range(1, len(values) + 1)
            mark = MARKS[number % len(MARKS)]
            panel.plot(depths, [100.0 * value for value in values], color=colour, marker=mark, markersize=5, label=name)
            known = (intervals or {}).get(name, {})
            for depth, (low, high) in known.items():
                panel.vlines(depth + 0.1 * number, 100.0 * low, 100.0 * high, color=colour, linewidth=5, alpha=0.3)
        title = f"{title}, bars: 95 % intervals" if intervals else title
        panel.set(title=title, xlabel="first k results", ylabel="queries with a right one among them, R@k (%)")
        panel.set_xticks(range(1, max(map(len, curves.values())) + 1))
        panel.set_ylim(0.0, 102.0)
        panel.legend(loc="lower right")
        return save(figure, path)


def draw_kinds(kinds: Sequence[Mapping[str, Any]], path: Path, title: str) -> Path:
    """Draws mAP@10 and R@10 of kinds, worst at the top; of many, the worst and the best.

    Args:
        kinds: kind, captions, map10 and recall10 of each, worst first, at least one.
    """
    best = _BARS // 3
    shown = list(kinds) if len(kinds) <= _BARS else [*kinds[: _BARS - best], *kinds[-best:]]
    gap = None if len(kinds) <= _BARS else _BARS - best
    if gap is not None:
        title = f"{title}: the {gap} found worst and the {best} found best of {len(kinds):,}"
    names = [f"{short(one['kind'])} ({one['captions']})" for one in shown]
    rows = [(one["map10"], one["recall10"], None) for one in shown]
    return _draw_bars(names, rows, path, title, gap)


def draw_categories(categories: Sequence[Mapping[str, Any]], path: Path, title: str) -> Path:
    """Draws mAP@10 of categories with their intervals, and R@10, worst at the top.

    Args:
        categories: category, queries, clusters, map10 and recall10 of each, as `evaluate --json` prints them.
    """
    worst_first = sorted(categories, key=lambda one: (one["map10"]["value"], one["category"]))
    names = [f"{short(one['category'] or '-')} ({one['queries']})" for one in worst_first]
    rows = [
        (
            one["map10"]["value"],
            one["recall10"]["value"],
            (one["map10"]["low"], one["map10"]["high"]) if one["clusters"] >= _FEW else None,
        )
        for one in worst_first
    ]
    return _draw_bars(names, rows, path, title, None)


def _draw_bars(
    names: Sequence[str],
    rows: Sequence[tuple[float, float, tuple[float, float] | None]],
    path: Path,
    title: str,
    gap: int | None,
) -> Path:
    """Draws a bar of mAP@10 per row, its interval if it has one, and R@10 as a dot."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    places = [row + (0.8 if gap is not None and row >= gap else 0.0) for row in range(len(rows))]
    has_intervals = any(interval for _, _, interval in rows)
    with rc_context(STYLE):
        figure = Figure(figsize=(7.2, 1.5 + _BAR_IN * len(rows)), layout="constrained")
        panel = figure.subplots()
        panel.barh(places, [100.0 * row[0] for row in rows], height=0.7, color=COLOURS[4], label="mAP@10")
        recalls = [100.0 * row[1] for row in rows]
        panel.plot(recalls, places, "D", color=COLOURS[1], markersize=4, clip_on=False, label="R@10")
        for place, (_, _, interval) in zip(places, rows, strict=True):
            if interval is not None:
                panel.hlines(place, 100.0 * interval[0], 100.0 * interval[1], color=COLOURS[0], linewidth=2)
        if gap is not None:
            panel.axhline(gap - 0.1, color="#888888", linestyle=":", linewidth=1)
        panel.set_yticks(places, names)
        lines = "; lines: 95 % intervals of mAP@10" if has_intervals else ""
        panel.set_xlabel(f"% (beside each name: its captions{lines})")
        panel.set_xlim(0.0, 100.0)
        panel.set_ylim(places[-1] + 0.6, -0.6)
        panel.grid(visible=False, axis="y")
        figure.suptitle(title, x=0.01, ha="left", fontsize=11)
        figure.legend(loc="outside lower center", ncols=2)
        return save(figure, path)
