"""Units: speech as a few discrete codes per second, found without words and resynthesised in another voice.

After Tjandra, Sakti and Nakamura 2020 (Transformer VQ-VAE for unsupervised unit discovery and speech synthesis); their
tables are the recipes of training/recipes/units.
"""
