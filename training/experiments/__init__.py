"""Claims of papers as experiments that a person can repeat: legs with several seeds each, and a verdict by rule."""
