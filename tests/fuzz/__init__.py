"""Bytes nobody would write, for every parser of ours: found by coverage, kept where they broke something.

`python -m tests.fuzz` runs them (`make fuzz MINUTES=10`); what broke once lies in `corpus` and is read again by the
normal suite. docs/fuzzing.md says how, and what came of it.
"""
