"""Trains the model in use further on a user's own sounds: the backend of *Retrain…* and of `earshot-train retrain`.

Works offline: transformers may not look anything up on the hub (docs/privacy.md).
"""

import os

os.environ["HF_HUB_OFFLINE"] = "1"
