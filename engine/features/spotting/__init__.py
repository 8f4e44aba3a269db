"""Spotting: from a cue sheet or script to the best sounds for each of its cues, and the picks as files."""
