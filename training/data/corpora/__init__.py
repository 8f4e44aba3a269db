"""Readers of published corpora, of folders and of libraries: each gives clips, and what it left out and why."""
