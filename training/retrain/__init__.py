"""Lets the model in use learn on from a user's own sounds: the backend of *Retrain…* and of `earshot-train retrain`.

All it needs is here: whatever transformers would look up on the hub by itself, it may not (docs/privacy.md).
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"
