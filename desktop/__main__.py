"""`earshot` without a command, and `python -m desktop`: opens the window."""

import os
import sys

from engine.blas import use_one_blas_thread

if __name__ == "__main__":
    use_one_blas_thread(os.environ)
    from desktop.start import main  # only now: it loads numpy, which reads the setting once

    sys.exit(main())
