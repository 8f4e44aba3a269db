"""Claims of papers as repeatable experiments: legs with several seeds each, and a verdict by rule."""
