"""Retraining in the window: a copy of the model in use learns from the user's sounds and descriptions."""
