"""Faults put into the code by a machine, to see whether the tests of that room notice; docs/mutants.md."""
