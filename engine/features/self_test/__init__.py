"""Self-test of a library: which of its named kinds Earshot finds, outliers, and gaps."""
