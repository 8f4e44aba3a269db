"""The spotting list: a cue sheet or script in, the best sounds for each of its lines, and what was picked out again."""
