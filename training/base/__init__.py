"""What every room of training stands on: devices, progress, recipes, results."""
