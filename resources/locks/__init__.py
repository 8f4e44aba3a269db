"""Copies of installer/locks: an installed Earshot makes its training environment of them. `make lock` renews them."""
