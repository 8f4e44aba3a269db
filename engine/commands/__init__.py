"""The commands of `earshot`, a module each, and nothing else; how to add one is in CONTRIBUTING.md.

A module has `DESCRIPTION` (empty where the line of help says it all), `add_arguments(parser)` and `run(options)`, which
returns the exit status, prints answers on stdout and everything for people to watch on stderr. Its own help and a wrong
option load the module, so what takes time to load is imported by `run`.
"""

COMMANDS = {
    "window": "open the window (what `earshot` alone does)",
    "index": "take folders of sounds into the library, or bring the library up to date",
    "search": "find sounds by describing them",
    "similar": "find sounds like one in a file, which need not be in the library",
    "spot": "find sounds for every line of a cue sheet, script, EDL or list of markers",
    "round-robin": "copy takes of one sound at one level, for a sampler",
    "background": "find stretches with the same background as one, and loop them to any length",
    "self-test": "test which kinds of your names are found by sound alone, what is alone, what is missing",
    "sketch": "draw a rough idea of a sound whose file may be away",
    "export": "write the sounds of a query as a table or a playlist",
    "collect": "copy the sounds of a query into a folder, with credits",
    "profile": "list, save and remove transfer profiles: in what form sounds leave",
    "duplicates": "find sounds that are there more than once",
    "missing": "list files that are not where they were, and link them again",
    "describe": "show what files say of themselves, or write it",
    "undo": "take back the newest change of metadata",
    "tag": "show or change tags, ratings and marks",
    "collections": "list, make, fill and show collections",
    "owner": "learn from what was chosen for searches, show it, forget it, hand it on",
    "thesaurus": "show and change the words that stand for others",
    "backups": "list the backups of the catalogue, or make one",
    "restore": "go back to a backup of the catalogue",
    "export-data": "write all that you entered into a file",
    "import-data": "take such a file in",
    "verify": "check the library in depth, say what can be mended, and mend",
    "stats": "say what the library holds",
    "doctor": "check devices, audio output, packs, libraries and disk, and say what to do",
    "mcp": "let assistants search the library (Model Context Protocol on standard input and output)",
    "serve": "let scripts of this machine search the library (JSON lines on a local socket)",
    "server": "share a library with others on PostgreSQL: make, join, sync, search one",
    "sidecar": "write what was heard of a folder into a file beside its sounds, for whoever adds it, or show one",
    "embed": "embed a large library on many machines, or in portions: plan, run, commit",
    "pack": "list, verify, install or remove model packs",
}
"""A line of help for each command; here, so that help loads none. Each is the module of its name, `_` for `-`."""
