"""Takes of one thing at one level, for a sampler."""
