"""The product without a window: folders in, ranked moments out. No Qt, no torch, nothing of desktop or training.

ONNX Runtime writes a lasting device id and a database of events into the user's cache folder, and looks up its maker's
host, unless this variable is set before it is loaded; `disable_telemetry_events` does not stop it. Whoever imports any
module of ours comes through here first, so none of our programs can forget it (docs/privacy.md).
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
