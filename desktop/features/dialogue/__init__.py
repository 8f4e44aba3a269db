"""Transcripts in the window: the pass, the tab, the lane of words."""
