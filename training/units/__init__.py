"""Units: speech as a few discrete codes a second, found without words, and heard again in another voice.

After Tjandra, Sakti and Nakamura 2020 (Transformer VQ-VAE for unsupervised unit discovery and speech synthesis), whose
tables are the recipes of training/recipes/units.
"""
