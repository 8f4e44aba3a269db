"""From a checkpoint to a verified pack."""
