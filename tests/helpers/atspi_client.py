"""A client of the accessibility bus, like a screen reader: prints what it hears, and answers queries.

Runs in the system's Python, which has the bindings (Debian: gir1.2-atspi-2.0), and knows nothing of Earshot. Prints a
JSON line each: `focus`, `announced`, `changed`, and `reply` to a command on stdin.
"""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 (the version has to be said first)

_EVENTS = (
    "object:state-changed:focused",
    "object:announcement",
    "object:property-change:accessible-name",
    "object:property-change:accessible-description",
    "object:property-change:accessible-value",
)
"""Events that screen readers listen to; they read an object again only on one of these."""
_MOST_OBJECTS = 4000


def tell(kind, **facts):
    print(json.dumps({"kind": kind, **facts}), flush=True)


def said(accessible):
    """Returns what a screen reader says of an object."""
    states = accessible.get_state_set().get_states()
    facts = {
        "name": accessible.get_name() or "",
        "role": accessible.get_role_name(),
        "description": accessible.get_description() or "",
        "states": sorted(state.value_nick for state in states),
    }
    interfaces = accessible.get_interfaces()
    if "Value" in interfaces:
        facts["value"] = accessible.get_current_value()
    if "Text" in interfaces:
        facts["text"] = Atspi.Text.get_text(accessible, 0, -1)
    labels = [
        relation.get_target(at).get_name()
        for relation in accessible.get_relation_set()
        if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY
        for at in range(relation.get_n_targets())
    ]
    return {**facts, "labels": labels} if labels else facts


def children(accessible):
    """Returns the direct children; never all rows of a table, which the cursor reads."""
    if accessible.get_state_set().contains(Atspi.StateType.MANAGES_DESCENDANTS):
        return []
    return [child for at in range(accessible.get_child_count()) if (child := accessible.get_child_at_index(at))]


def tree(name):
    """Lists everything visible in the application of this name, in order, with its place."""
    desktop = Atspi.get_desktop(0)
    found, waiting = [], []
    for at in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(at)
        if application and application.get_name() == name:
            waiting.append((application, ()))
    while waiting and len(found) < _MOST_OBJECTS:
        accessible, path = waiting.pop()
        try:
            facts = said(accessible)
            below = children(accessible)
        except GLib.Error:
            continue  # it disappeared while we read it
        if path and len(path) > 1 and "showing" not in facts["states"]:
            continue
        found.append({**facts, "children": len(below), "path": " < ".join(reversed(path[-4:]))})
        place = (*path, f"{facts['role']} {facts['name']!r}")
        waiting.extend((child, place) for child in reversed(below))
    return found


def heard(event):
    try:
        if event.type.startswith("object:announcement"):
            tell("announced", text=str(event.any_data), politeness=event.detail1)
        elif event.type.startswith("object:property-change"):
            tell("changed", what=event.type, **said(event.source))
        elif event.detail1:
            tell("focus", **said(event.source))
    except GLib.Error as error:
        tell("gone", error=str(error))


def obey(stream, _condition):
    line = stream.readline()
    if not line:
        Atspi.event_quit()
        return False
    command = json.loads(line)
    if command["do"] == "close":
        Atspi.event_quit()
        return False
    tell("reply", objects=tree(command["name"]))
    return True


def main():
    Atspi.init()
    listener = Atspi.EventListener.new(heard)
    for name in _EVENTS:
        listener.register(name)
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, obey)
    tell("ready")
    Atspi.event_main()


main()
