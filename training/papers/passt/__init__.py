"""Reproduces rows of the papers' tables: their needs, runs in order, measured beside published figures."""
