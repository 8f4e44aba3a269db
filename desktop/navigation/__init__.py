"""Where one is in the window: the pages in the place of the results, the way back, and what one comes back to."""
