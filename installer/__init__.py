"""Scripts that set Earshot up on a machine and build its packages; not part of the product."""
