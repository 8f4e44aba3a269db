"""Reproduces rows of the papers' tables: what each needs, the runs in their order, measured beside published."""
