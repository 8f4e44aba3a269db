"""The commands of `earshot-train`, one module each, found by listing; CONTRIBUTING.md says how to add one.

A module has `add_parser(commands)`, which adds its parser and sets the default `run`:
`(argparse.Namespace) -> exit status`. `run` imports what loads slowly, such as torch; the module's top imports none of
it, because help loads every module here and works without torch.
"""
