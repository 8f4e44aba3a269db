"""What can be taken out of the window: each folder is a feature, found by its `feature.py`."""
