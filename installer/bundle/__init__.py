"""Builds packages that hold all of Earshot, its interpreter included, from the locks; `python -m installer.bundle`.

`bundle.toml` beside this folder says what goes into them.
"""
