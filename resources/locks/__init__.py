"""Copies of installer/locks for the training environment of an installed Earshot. `make lock` updates them."""
