"""Technical quality of sounds: measured in a pass of its own, for filters, a column and a page of what to mend."""
