"""Readers of published corpora, folders and libraries: each returns clips, and what it left out and why."""
