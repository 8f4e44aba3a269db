"""What measures are made of: hits and precisions, resampling, distances, in which nothing is read or asked."""
