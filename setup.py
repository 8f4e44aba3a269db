"""Compiles translations before the package's files are collected; all else is in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))

from resources.translations import compile_all


class BuildWithTranslations(build_py):
    def run(self) -> None:
        compile_all()
        super().run()


setup(cmdclass={"build_py": BuildWithTranslations})
