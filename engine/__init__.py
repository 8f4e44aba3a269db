"""The product without a window: takes folders, returns ranked moments. Imports no Qt, no torch, no desktop or training.

Unless this variable is set before ONNX Runtime loads, it writes a permanent device id and an event database into the
user's cache folder and looks up its maker's host; `disable_telemetry_events` does not stop it. Importing any of our
modules runs this file first, so every program of ours sets it (docs/privacy.md).
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
