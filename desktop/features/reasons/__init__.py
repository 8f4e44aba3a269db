"""*Why this one*: which parts of a sound, and which words of the query, explain its rank."""
