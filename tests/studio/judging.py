"""Checks that every edit is there and all copies agree. Reads the server's tables as its owner."""

import itertools
import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.features.studio import facade
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import SharedServer


@dataclass
class Verdict:
    edits: int = 0
    """In the server's log."""
    acknowledged: int = 0
    notes: int = 0
    conflicts: int = 0
    faults: list[str] = field(default_factory=list)


def judge(server: SharedServer, folders: list[Path]) -> Verdict:
    """Compares people's records with the server, and all copies with each other."""
    verdict = Verdict()
    log = server.rows(
        "SELECT sequence, replace(id::text, '-', ''), client::text, who, subject, field, value, base, has_won, made"
        " FROM earshot.edit ORDER BY sequence"
    )
    verdict.edits = len(log)
    _journals(verdict, folders, log)
    _nothing_lost(verdict, server, log)
    _copies(verdict, server, folders)
    return verdict


def _journals(verdict: Verdict, folders: list[Path], log: list[tuple[Any, ...]]) -> None:
    known = {row[1] for row in log}
    notes = {(row[4], row[6]) for row in log if row[5] == "note"}
    for folder in folders:
        for line in _lines(folder, "acknowledged"):
            verdict.acknowledged += 1
            if line not in known:
                verdict.faults.append(f"{folder.name}: acknowledged edit {line} is not on the server")
        for letter, text in _lines(folder, "made"):
            verdict.notes += 1
            if (f"s:{(letter.encode() * 32).hex()}", text) not in notes:
                verdict.faults.append(f"{folder.name}: the note {text} was made and is not on the server")


def _nothing_lost(verdict: Verdict, server: SharedServer, log: list[tuple[Any, ...]]) -> None:
    """Checks that every edit holds, or its overwriter had seen it, or it is a conflict."""
    conflicts = {row[0] for row in server.rows("SELECT replace(id::text, '-', '') FROM earshot.conflict")}
    verdict.conflicts = len(conflicts)
    holding = dict(((s, f), (edit, v)) for s, f, edit, v in server.rows(
        "SELECT subject, field, replace(edit::text, '-', ''), value FROM earshot.field"
    ))  # fmt: skip
    fields: dict[tuple[str, str], list[tuple[Any, ...]]] = defaultdict(list)
    for row in log:
        fields[row[4], row[5]].append(row)
    for key, rows in fields.items():
        winners = [row for row in rows if row[8]]
        if not winners or holding.get(key) != (winners[-1][1], winners[-1][6]):
            verdict.faults.append(f"{key}: the server does not hold the last edit that won")
        for before, after in itertools.pairwise(winners):
            saw = after[7] >= before[0] or after[2] == before[2]
            if not saw and before[1] not in conflicts and _differ(key[1], before[6], after[6]):
                verdict.faults.append(f"{key}: {before[1]} was overwritten unseen, and is no conflict")
        held: tuple[Any, ...] | None = None
        for row in rows:
            if row[8]:
                held = row
            elif row[1] not in conflicts and (held is None or _differ(key[1], row[6], held[6])):
                verdict.faults.append(f"{key}: {row[1]} lost, and is no conflict")


def _copies(verdict: Verdict, server: SharedServer, folders: list[Path]) -> None:
    copies = [Copy.there(folder) for folder in folders]
    first = copies[0]
    marks, lists = first.marks(), first.lists()
    for copy in copies:
        if copy.marks() != marks:
            verdict.faults.append(f"{copy.folder.name}: other marks than {first.folder.name}")
        if copy.lists() != lists:
            verdict.faults.append(f"{copy.folder.name}: other collections than {first.folder.name}")
        state = facade.state(copy.folder)
        assert state is not None
        if state.waiting or state.conflicts != verdict.conflicts:
            verdict.faults.append(f"{copy.folder.name}: {state.waiting} edits wait, {state.conflicts} conflicts")
    for letter, value in server.rows(
        "SELECT chr(get_byte(decode(substr(subject, 3), 'hex'), 0)), value FROM earshot.field WHERE field = 'note'"
    ):
        if marks.get(letter, (0, None, "", False, ()))[2] != value:
            verdict.faults.append(f"{letter}: the copies do not have the server's note")


def _differ(field: str, one: Any, other: Any) -> bool:
    """Reimplements `earshot.differs`."""
    if field in ("position", "private", "settled"):
        return False
    if field.startswith(("item:", "tag:")):
        return (one is None) != (other is None)
    return bool(one != other)


def _lines(folder: Path, kind: str) -> list[Any]:
    path = folder.parent / f"{folder.name}.{kind}"
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines[:-1]]  # a kill may have cut off the last line
