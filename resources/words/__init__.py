"""Word lists: English, and words that describe sounds."""
