"""The measured parts of a model card as Markdown, made from records of the measuring commands.

`evaluate-pack`, `robustness` and `honesty` print records with --json; making a pack produces the first, too. Each
function turns a record into the body of one section; `card_sections` arranges them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from training.evaluation.figures import FEW
from training.evaluation.table import group_lines

Record = Mapping[str, Any]
WATTS_PER_CORE = 15.0
"""Assumed for a busy core with its share of memory, fans and power supply; nothing is metered."""
_WORST = 5
_MOST_KINDS = 25

_DEFINITION = """\
AP@10 is the sum of precision@p over the hits at p <= 10, divided by min(10, number relevant). Queries are the distinct
captions of the split's clips; relevant are all clips of that kind; one row a sound. Measured through `earshot search
--sound-only`, under file names that say nothing. In brackets 95 % intervals, by resampling whole kinds; random is what
rankings drawn at random get. Recordings are never shared between splits. Settings were chosen on val, never on test."""


def figures(tables: Mapping[str, Record]) -> str:
    """Returns the table of each split with the definitions.

    Args:
        tables: records of `training.evaluation.table.PackTable` by split; empty before they are measured.
    """
    if not tables:
        return "Not measured yet: `earshot-train evaluate-pack --data DIR --pack DIR` measures it."
    parts = [f"{split}, {table['clips']} clips:\n\n" + "\n".join(group_lines(table)) for split, table in tables.items()]
    starred = ["* where nought lies outside a gain's interval."] if any(t["other"] for t in tables.values()) else []
    return "\n\n".join([*parts, *starred, _DEFINITION])


def categories(tables: Mapping[str, Record]) -> str:
    """Returns mAP@10 and R@10 of every category, a column a split; intervals from FEW kinds on."""
    names = sorted({line["category"] for table in tables.values() for line in table["categories"]})
    if not names:
        return "Not measured yet."
    heads = "".join(f" {split}: captions, kinds | mAP@10 | R@10 |" for split in tables)
    rows = [f"| category |{heads}", "|---|" + "---|---|---|" * len(tables)]
    for name in names:
        cells = []
        for table in tables.values():
            line = next((line for line in table["categories"] if line["category"] == name), None)
            cells.append(_category(line) if line else "- | - | -")
        rows.append(f"| {name or '-'} | {' | '.join(cells)} |")
    return "\n".join(rows)


def cannot_hear(table: Record | None, split: str) -> str:
    """Returns the worst categories and the kinds never found on a split."""
    if table is None:
        return "Not measured yet."
    known = [line for line in table["categories"] if line["clusters"] >= FEW]
    worst = sorted(known, key=lambda line: (line["map10"]["value"], line["category"]))[:_WORST]
    told = "; ".join(
        f"{line['category'] or '-'} ({line['map10']['value']:.3f}, R@10 {line['recall10']['value']:.2f})"
        for line in worst
    )
    lost = list(table["unfound"])
    more = f" and {len(lost) - _MOST_KINDS} more" if len(lost) > _MOST_KINDS else ""
    kinds = ", ".join(f"`{kind}`" for kind in lost[:_MOST_KINDS]) + more if lost else "none"
    return (
        f"By the figures on {split}. Worst categories by mAP@10, of those with at least {FEW} kinds: "
        f"{told or 'none'}.\n\n"
        f"Kinds with several captions of which not one has a right sound among the first ten: {kinds}."
    )


def names_kept(record: Record | None) -> str:
    """Returns what names add, if measured."""
    if record is None:
        return "Not measured yet: `earshot-train evaluate-pack --names` measures it."
    rows = ["| ranked by | mAP@10 | fused has more |", "|---|---|---|"]
    for name, key, over in (
        ("sound, name and words (as the engine answers)", "fused", ""),
        ("sound alone", "sound", "over_sound"),
        ("words in name and folders alone", "keywords", "over_keywords"),
        ("words and meaning of the name, without the sound", "names", ""),
    ):
        rows.append(f"| {name} | {_value(record[key])} | {_change(record[over]) if over else ''} |")
    head = f"{record['queries']} captions, {record['clips']} clips of test under the paths that they had."
    return f"{head}\n\n" + "\n".join(rows)


def changed_files(record: Record | None) -> str:
    """Returns the cost of changes to the files, if measured."""
    if record is None:
        return "Not measured yet: `earshot-train robustness --data DIR --pack DIR` measures it."
    rows = ["| files | mAP@10 | change, paired by query | relative |", "|---|---|---|---|"]
    rows.append(f"| unchanged | {_value(record['unchanged'])} | | |")
    for line in record["changed"]:
        mark = " !" if line["is_too_much"] else ""
        relative = f"{-100 * line['relative_loss']:+.1f} %{mark}"
        rows.append(f"| {line['name']} | {_value(line['map10'])} | {_change(line['change'])} | {relative} |")
    most = f"{100 * record['most_loss']:.0f} %"
    return f"{_head(record)}, by sound only; ! where more than {most} is lost.\n\n" + "\n".join(rows)


def strong(record: Record | None) -> str:
    """Returns how often strong hits are right, if measured."""
    if record is None:
        return "Not measured yet: `earshot-train honesty --data DIR --pack DIR` measures it."
    rows = ["| share | measured | of cases | to be |", "|---|---|---|---|"]
    for line in (value for value in record.values() if isinstance(value, Mapping) and "bound" in value):
        found = _value(line["measured"]) if line["measured"] else "no case"
        bound = f"{'at most' if line['is_most'] else 'at least'} {line['bound']:.2f}{'' if line['is_kept'] else ' !'}"
        rows.append(f"| {line['words']} | {found} | {line['cases']} | {bound} |")
    return f"{_head(record)}, by sound only; ! what is not as it is to be.\n\n" + "\n".join(rows)


def everyday(answers: Sequence[Record]) -> str:
    """Returns the first five answers to each query in new words: caption and confidence."""
    if not answers:
        return "Not asked yet: `earshot-train evaluate-queries --data DIR --pack DIR` asks."
    rows = ["| query | first five, best first |", "|---|---|"]
    for one in answers:
        told = "; ".join(f"{heard['caption']} ({heard['confidence'] or 'unmarked'})" for heard in one["heard"])
        rows.append(f"| {one['query']} | {told or '-'} |")
    return "No word of these occurs in a caption of training. By sound only, over test.\n\n" + "\n".join(rows)


def cost(steps: int, minutes: float, threads: int, cores: int, accelerator: str, *, has_teachers: bool) -> str:
    """Returns the cost of the training: measured time, and estimated energy with its assumption."""
    machine = f"{threads} threads on a machine of {cores} cores, no GPU" if accelerator == "cpu" else accelerator
    said = f"{steps} steps in {minutes:.0f} minutes; {machine}. Other work shared the machine."
    if accelerator == "cpu":
        busy_s = minutes * 60.0 * min(threads, cores)
        said += (
            f" At most {busy_s:.0f} CPU seconds; energy at most about {busy_s / 3600.0 * WATTS_PER_CORE:.0f} Wh, "
            f"assuming {WATTS_PER_CORE:.0f} W for each busy core with its share of memory, fans and power supply "
            "(nothing was metered)."
        )
    return said + (" The teachers that it learnt from are not counted." if has_teachers else "")


def cpu_cost(seconds: float) -> str:
    """Returns the estimate for the measured CPU time of all runs behind a pack."""
    return (
        f"All runs that led to this pack took {seconds:.0f} CPU seconds: some "
        f"{seconds / 3600.0 * WATTS_PER_CORE:.0f} Wh at {WATTS_PER_CORE:.0f} W a core."
    )


def _category(line: Record) -> str:
    values = (line["map10"], line["recall10"])
    shown = [_value(value) if line["clusters"] >= FEW else f"{value['value']:.3f}" for value in values]
    return f"{line['queries']}, {line['clusters']} | {shown[0]} | {shown[1]}"


def _head(record: Record) -> str:
    return f"{record['queries']} captions, {record['clips']} clips of {', '.join(record['parts'])}"


def _value(value: Record) -> str:
    return f"{value['value']:.3f} ({value['low']:.3f} to {value['high']:.3f})"


def _change(value: Record) -> str:
    return f"{value['value']:+.3f} ({value['low']:+.3f} to {value['high']:+.3f})"
