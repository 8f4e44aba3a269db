"""Runs `python -m training` as `earshot-train`."""

import sys

from training.cli import main

sys.exit(main())
