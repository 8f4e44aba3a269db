"""`python -m engine` is `earshot`."""

import sys

from engine.cli.main import main

sys.exit(main())
