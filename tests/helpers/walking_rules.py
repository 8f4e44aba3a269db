"""Exceptions of the walk, each with its reason: controls to leave alone, and controls that may stay silent."""

from tests.helpers.walk import Allowed

LEFT_TO_DIALOGS = ("entry ",)
"""The menu bar is walked once, with everything that opens from it."""

RULES = (
    Allowed(r"entry Quit$", "ends the window: every other test ends it", is_pressed=False),
    Allowed(r"entry Try it with demo sounds|button Try it with demo sounds", "makes 86 sounds", is_pressed=False),
    Allowed(r"menu-of Folders.*entry Remove.*button Remove$", "test_window takes a folder out", is_pressed=False),
    Allowed(r"[Ss]tart again", "opens another window", is_pressed=False),
    Allowed(r"Repair the library….* > button Repair$", "closes the window and opens another", is_pressed=False),
    Allowed(r"Restore a backup….* > button Restore$", "closes the window and opens another", is_pressed=False),
    Allowed(r"(button|part) (Pitch|Gain|Time stretch)\b", "a press brings the start value back, and it is there"),
    Allowed("entry (Reset pitch and gain|Volume up)$", "the end is reached already, and its number is on show"),
    Allowed(r"Search > entry (Go to the search field|Clear all filters)$", "it is so already, as can be seen"),
    Allowed(
        r"View > entry (Zoom out|Zoom to selection|Show the whole sound|Clear the selection|Sort as the search does|"
        r"Scroll to the cursor)$",
        "it is so already, as can be seen",
    ),
    Allowed(r"Output device > entry System default$", "it is the one in use, and marked"),
    Allowed(r"part New key: press it here$", "a field that waits for a key"),
    Allowed(r"Keyboard shortcuts… > button Reset all$", "no key was changed"),
    Allowed(r"row Library: All sounds$", "one looks there already, as is marked"),
    Allowed(r"row Checks: ", "findings are read; nothing is done with a row"),
    Allowed(r"^map, made: button Show everything", "all of it is on show already"),
    Allowed(r"^map, made: part Map of the library$", "a press between two sounds is none of them"),
    Allowed(r"title Waveform$", "orders by the match, which is the order already"),
    Allowed(r"menu-of All metadata of the file: (Technical|Chunks)$", "a heading has nothing to copy"),
)
