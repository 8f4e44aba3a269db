"""Words to hits: reads a query, asks the index and the catalogue, and fuses what they say into one ranking."""
