"""Model packs in the window: what listens to the sounds is seen, taken in, verified, changed."""
