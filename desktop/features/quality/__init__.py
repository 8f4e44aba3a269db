"""The page of what may have to be mended."""
