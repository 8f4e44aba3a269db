"""Writes sidecars from the window: analyses of a folder's sounds, stored beside them."""
