"""Lightning Fabric, loaded without torchmetrics.

Where torchmetrics is installed, Fabric imports it to ask for its version. That loads transformers, torchvision and
matplotlib too, and takes longer than all else that a training loads. Fabric needs the answer only to detect spikes of
the loss, which nothing here uses. So torchmetrics is hidden while Fabric loads, and can be imported afterwards.
"""

import sys
from typing import Any, cast

_HIDDEN = "torchmetrics"

_modules = cast("dict[str, Any]", sys.modules)
_is_loaded = _HIDDEN in _modules
if not _is_loaded:
    _modules[_HIDDEN] = None  # for Python: it cannot be imported
try:
    from lightning_fabric import Fabric
finally:
    if not _is_loaded:
        del _modules[_HIDDEN]

__all__ = ["Fabric"]
