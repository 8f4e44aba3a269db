"""Shows a joined library and its conflicts in a shell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.shell.output import counted, json_line, printable

if TYPE_CHECKING:
    from engine.features.studio.records import Conflict, Person, ServerFacts, SharedState


def show_state(state: SharedState, people: Sequence[Person], facts: ServerFacts | None, *, as_json: bool) -> None:
    """Prints a library's state, its users and, if queried, facts of the server."""
    from engine.features.studio.addresses import address_text

    if as_json:
        fields = ("sequence", "waiting", "conflicts", "unshared", "synced_s", "offline_since_s")
        json_line(
            {
                "server": address_text(state.address),
                "role": str(state.role),
                "standing": str(state.standing),
                **{name: getattr(state, name) for name in fields},
                "aside": [
                    {
                        "sequence": one.sequence,
                        "who": one.who,
                        "field": one.field,
                        "about": one.about,
                        "reason": str(one.reason),
                    }
                    for one in state.aside
                ],
                "trouble": None if state.trouble is None else str(state.trouble),
                "schema": None if facts is None else facts.schema,
                "people": [{"who": one.who, "machine": one.machine, "is_me": one.is_me} for one in people],
            }
        )
        return
    may = "" if state.may_edit else ", may not edit"
    print(f"{printable(address_text(state.address))}, {state.role}{may}: {state.standing}")
    print(f"{counted(state.waiting, 'edit waits', 'edits wait')}, {counted(state.conflicts, 'conflict', 'conflicts')}")
    if state.trouble is not None:
        print(f"the last sync failed: {printable(str(state.trouble))}")
    for one in state.aside:
        of = f"{printable(one.field)} of {printable(one.about)}"
        print(f"set aside: edit {one.sequence} by {printable(one.who)}, {of}: {printable(str(one.reason))}")
    if state.unshared:
        print(f"{counted(state.unshared, 'sound keeps', 'sounds keep')} marks here alone: it could not be read")
    if facts is not None:
        print(f"PostgreSQL {facts.postgres}, pgvector {facts.pgvector}, version {facts.schema} of the tables")
    for person in people:
        print(
            f"here: {printable(person.who)} on {printable(person.machine)}{' (this library)' if person.is_me else ''}"
        )


def show_conflicts(conflicts: Sequence[Conflict], *, as_json: bool) -> None:
    """Prints open conflicts, each with both values and their authors."""
    for one in conflicts:
        sides = {
            name: {"value": side.value, "who": side.who, "made_s": side.made_s}
            for name, side in (("kept", one.kept), ("lost", one.lost))
        }
        if as_json:
            json_line({"id": one.id, "field": str(one.field), "about": one.about, "detail": one.detail, **sides})
        else:
            what = " ".join(filter(None, (str(one.field), one.detail)))
            print(f"{one.id}  {what} of {printable(one.about)}{' (yours lost)' if one.is_mine else ''}")
            print(f"    kept {one.kept.value!r} by {one.kept.who}, lost {one.lost.value!r} by {one.lost.who}")
