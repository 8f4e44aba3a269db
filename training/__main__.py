"""Runs `python -m training` as `earshot-train`."""

import sys

from training.cli.main import main

sys.exit(main())
