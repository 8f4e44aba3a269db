"""What child processes of ours have in common: the environment they are started in."""

import os
from pathlib import Path

from engine.blas import use_one_blas_thread


def child_environment() -> dict[str, str]:
    """Ours, with the folder this package came from first, so that the child runs the same code from any folder."""
    home = str(Path(__file__).resolve().parents[1])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": path}
    use_one_blas_thread(environment)
    return environment
