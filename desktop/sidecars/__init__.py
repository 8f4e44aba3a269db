"""Sidecars from the window: what was heard of a folder, written beside its sounds."""
