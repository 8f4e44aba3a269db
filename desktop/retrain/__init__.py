"""Retraining in the window: a copy of the model in use learns what the user's sounds are called."""
