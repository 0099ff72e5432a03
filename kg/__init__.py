"""A knowledge graph of papers and the methods, tasks, benchmarks and metrics they are about."""

__version__ = "0.1.0"
