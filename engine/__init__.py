"""The product without a window: folders in, ranked moments out. No Qt, no torch, nothing of desktop or training."""
