"""Missing files: a page that lists them, and ways to locate them."""
