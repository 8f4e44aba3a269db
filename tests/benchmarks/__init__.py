"""Speed as ratios to a bare reference, taken in the same run on the same cores. No tests: nothing fails."""
