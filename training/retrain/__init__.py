"""Lets the model in use learn on from a user's own sounds: the backend of *Retrain…* and of `earshot-train retrain`."""
