"""The commands of `earshot`, one module each; CONTRIBUTING.md explains how to add one.

A module has `DESCRIPTION` (empty if its line of help says everything), `add_arguments(parser)` and `run(options)`,
which returns the exit status, prints answers on stdout and everything for people to watch on stderr. Its own help and a
wrong option load the module, so `run` imports whatever is slow to load.
"""

COMMANDS = {
    "window": "open the window (the default)",
    "index": "take folders of sounds into the library, or bring the library up to date",
    "search": "find sounds by describing them",
    "similar": "find sounds similar to a file, in the library or not",
    "spot": "find sounds for every line of a cue sheet, script, EDL or list of markers",
    "round-robin": "copy takes of one sound at one level, for a sampler",
    "background": "find stretches with the same background as one, and loop them to any length",
    "self-test": "test search quality with your own file names, and list outliers and gaps",
    "sketch": "sketch a sound from its units, even if its file is away",
    "export": "write the sounds of a query as a table or a playlist",
    "collect": "copy the sounds of a query into a folder, with credits",
    "profile": "list, save and remove transfer profiles: the form that copies take",
    "duplicates": "find duplicate sounds",
    "missing": "list missing files, and locate files that were moved",
    "describe": "show or edit the metadata of files",
    "undo": "undo the newest change of metadata",
    "tag": "show or change tags, ratings and marks",
    "collections": "list, make, fill and show collections",
    "owner": "learn from your choices in searches; show, forget, export or import what was learnt",
    "thesaurus": "show and change your thesaurus",
    "backups": "list the backups of the catalogue, or make one",
    "restore": "restore a backup of the catalogue",
    "export-data": "export your ratings, tags, notes, collections and searches to a file",
    "import-data": "import a file that export-data wrote",
    "verify": "check the whole library, and repair it",
    "stats": "show what is in the library",
    "doctor": "check devices, audio output, packs, libraries and disk, and say what to do",
    "mcp": "let assistants search the library (Model Context Protocol on standard input and output)",
    "serve": "let scripts of this machine search the library (JSON lines on a local socket)",
    "server": "share a library with others on PostgreSQL: make, join, sync, search one",
    "sidecar": "write a folder's analysis into a file beside its sounds for others who add it, or show one",
    "embed": "embed a large library on many machines, or in portions: plan, run, commit",
    "pack": "list, verify, install or remove model packs",
}
"""Each command's line of help; here, so that help loads no module. The module has its name with `_` for `-`."""
