"""`python -m training` is `earshot-train`."""

import sys

from training.cli import main

sys.exit(main())
