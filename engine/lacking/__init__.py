"""Self-test of a library: what its own names show that Earshot finds, outliers, and gaps."""
