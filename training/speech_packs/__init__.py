"""The packs of words and units, and the detector of speech: what their commands do."""
