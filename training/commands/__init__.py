"""The commands of `earshot-train`, a module each, found by being here; how to add one is in CONTRIBUTING.md.

A module has `add_parser(commands)`, which adds its parser, and sets the default `run` to what does the work:
`(argparse.Namespace) -> exit status`. That one imports what takes time to load, such as torch; the module's top imports
none of it, because help loads every module here and works without torch.
"""
