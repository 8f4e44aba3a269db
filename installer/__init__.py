"""Scripts that set Earshot up on a machine and build its packages; no part of the product."""
