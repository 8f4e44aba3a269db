"""Writes docs/cost.md and its plots from bench_cost's figures: `python -m tests.benchmarks.cost_page PAGE`.

Without `--figures` it uses those beside the page's plots, so that the page can be remade from committed files.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.cost_figures import CostFigures
from tests.benchmarks.plots import Curve, plot

_TEMPLATE = Path(__file__).with_name("cost_page.md")


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    name: str
    form: str


@dataclass(frozen=True, slots=True)
class Plot:
    file: str
    title: str
    unit: str
    curves: tuple[tuple[str, str], ...]
    """Label and figure of each curve."""


ROWS = (
    Row("indexing one-shots", "index_s", "{:,.0f} s"),
    Row("the same, files a second", "index_files_s", "{:,.0f}"),
    Row("building the bases and orders", "base_s", "{:,.0f} s"),
    Row("of the processor", "base_processor_s", "{:,.0f} s"),
    Row("memory of the window's own", "own_mib", "{:,.0f} MiB"),
    Row("memory that the system may take back", "droppable_mib", "{:,.0f} MiB"),
    Row("fp16 bytes of all vectors", "vectors_fp16_mib", "{:,.1f} MiB"),
    Row("disk: catalogue", "disk_catalogue_mib", "{:,.1f} MiB"),
    Row("disk: vectors", "disk_vectors_mib", "{:,.1f} MiB"),
    Row("disk: bases", "disk_index_mib", "{:,.1f} MiB"),
    Row("last key to painted rows, p50", "query_p50_ms", "{:,.0f} ms"),
    Row("last key to painted rows, p95", "query_p95_ms", "{:,.0f} ms"),
    Row("start to the picture of the last rows", "start_picture_s", "{:.2f} s"),
    Row("the same, of an empty window's time", "start_picture_ratio", "{:.2f} ×"),
    Row("start to rows one can work with", "start_s", "{:.2f} s"),
    Row("the same, of an empty window's time", "start_ratio", "{:.2f} ×"),
    Row("first ranked answer", "first_query_s", "{:.2f} s"),
    Row("first sort by name", "sort_first_s", "{:.2f} s"),
    Row("rescan of unchanged files", "rescan_s", "{:.3f} s"),
    Row("the same, of a bare walk's speed", "rescan_share", "{:.2f} ×"),
)
PLOTS = (
    Plot("indexing", "Indexing one-shots", "s", (("clock", "index_s"),)),
    Plot("base", "Building the bases and orders", "s", (("clock", "base_s"), ("processor", "base_processor_s"))),
    Plot(
        "memory", "Memory of the window", "MiB",
        (("of its own", "own_mib"), ("may be taken back", "droppable_mib"), ("fp16 vectors", "vectors_fp16_mib")),
    ),
    Plot(
        "disk", "On the disk", "MiB",
        (("catalogue", "disk_catalogue_mib"), ("vectors", "disk_vectors_mib"), ("bases", "disk_index_mib")),
    ),
    Plot("queries", "Last key to painted rows", "ms", (("p50", "query_p50_ms"), ("p95", "query_p95_ms"))),
    Plot(
        "start", "Start", "s",
        (("rows", "start_s"), ("picture of the last rows", "start_picture_s"), ("empty window", "start_empty_s")),
    ),
    Plot("first-answer", "First ranked answer, opening included", "s", (("from the last key", "first_query_s"),)),
    Plot("rescan", "Rescan of unchanged files", "s", (("Earshot", "rescan_s"), ("bare walk", "rescan_bare_s"))),
)  # fmt: skip


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="cost_page", description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--figures", type=Path)
    options = parser.parse_args(argv)
    write_page(CostFigures.load(options.figures or pictures_of(options.page) / "figures.json"), options.page)


def pictures_of(page: Path) -> Path:
    return page.parent / "images" / "cost"


def write_page(figures: CostFigures, page: Path) -> None:
    folder = pictures_of(page)
    figures.save(folder / "figures.json")
    for name, picture in pictures(figures).items():
        (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
    page.write_text(text(figures), encoding="utf-8")


def pictures(figures: CostFigures) -> dict[str, str]:
    found = {}
    for wanted in PLOTS:
        curves = [Curve(label, _points(figures, name)) for label, name in wanted.curves]
        curves = [curve for curve in curves if any(value > 0 for value in curve.points.values())]
        if curves:
            found[wanted.file] = plot(wanted.title, wanted.unit, curves)
    return found


def text(figures: CostFigures) -> str:
    plots = [
        f"![{wanted.title}](images/cost/{wanted.file}.svg)" for wanted in PLOTS if wanted.file in pictures(figures)
    ]
    sizes = [f"{size:,}" for size in sorted(figures.sizes)]
    return _TEMPLATE.read_text(encoding="utf-8").format(
        sizes=" and ".join(filter(None, (", ".join(sizes[:-1]), sizes[-1]))),
        rows=",".join(map(str, sorted(figures.sizes))),
        commit=f"commit {figures.commit}",
        date=figures.began_on,
        pack=figures.pack,
        machine=figures.machine,
        state=_state(figures),
        table=_table(figures),
        words=_words(figures),
        plots="\n\n".join(plots),
        missing=_missing(figures),
    )


def _state(figures: CostFigures) -> str:
    if not figures.disturbed:
        return "The machine was left to it: a calibration before and after each part agreed."
    return (
        "**Others used the machine meanwhile, so these figures are void but for memory and disk**: a calibration "
        f"before and after each part told so of {_count(figures.disturbed, 'part')}."
    )


def _table(figures: CostFigures) -> str:
    sizes = sorted(figures.sizes)
    head = f"| | {' | '.join(f'{size:,} sounds' for size in sizes)} |"
    lines = [head, f"|---|{'---:|' * len(sizes)}"]
    for row in ROWS:
        values = [figures.of(size, row.name) for size in sizes]
        if any(value is not None for value in values):
            cells = ["–" if value is None else row.form.format(value) for value in values]
            lines.append(f"| {row.what} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _missing(figures: CostFigures) -> str:
    """Lists the missing figures of each size, with reasons."""
    told = []
    for size, parts in sorted(figures.sizes.items()):
        if "base" in parts and figures.of(size, "base_s") is None:
            longest_s = figures.of(size, "base_longer_than_s")
            why = "none is built, as exact search answers alone there"
            if longest_s is not None:
                why = f"ended after {longest_s / 60:.0f} minutes, so the window had none"
            told.append(f"- {size:,} sounds, the bases: {why}.")
        if "indexing" not in parts:
            told.append(f"- {size:,} sounds, indexing: it takes too long for one run; `--all` measures it.")
        if "rescan" not in parts:
            told.append(f"- {size:,} sounds, the rescan: so many real files are made with `--all` alone.")
    told.append(
        "- A network drive, a spinning disk, a sound device; a GPU (`python -m tests.benchmarks gpu`): not measured."
    )
    return "\n".join(told)


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _words(figures: CostFigures) -> str:
    counts = {round(value) for size in figures.sizes if (value := figures.of(size, "queries")) is not None}
    return " or ".join(map(str, sorted(counts)))


def _points(figures: CostFigures, name: str) -> dict[int, float]:
    return {size: value for size in sorted(figures.sizes) if (value := figures.of(size, name)) is not None}


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
