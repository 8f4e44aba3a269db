"""The training loop and what it leaves behind."""
