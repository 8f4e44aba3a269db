"""From data to a model pack: reads audio by the engine's own lines. Nobody imports training; it runs as a process."""
