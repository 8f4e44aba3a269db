"""Lets the model in use learn on from a user's own sounds: the backend of *Retrain…* and of `earshot-train retrain`.

All it needs is at hand: transformers is kept from looking anything up on the hub (docs/privacy.md).
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"
