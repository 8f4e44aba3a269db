"""Learning from what the owner chose: noting it, showing it, and whether it counts in searches."""
