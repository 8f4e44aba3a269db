"""What can be taken out: each folder is a feature, found by its `feature.py`. Core imports none of them."""
