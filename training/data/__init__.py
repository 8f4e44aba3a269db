"""From a folder of captioned clips to batches of mel pictures and sentence vectors."""
