"""The subcommands of `earshot-train`, one module each, found by being here.

A module has `add_parser(commands)`, which adds its parser and sets the default `run` to "module:function", the function
that does the work: `(argparse.Namespace) -> exit status`. That one may import torch; nothing here may.
"""
