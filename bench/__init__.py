"""Benchmarks of the engine against public peers; run by `python -m bench`."""
