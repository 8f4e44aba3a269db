"""Commands for the packs of words and units and for the speech detector."""
