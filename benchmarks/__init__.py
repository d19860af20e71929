"""Benchmarks: each prints Markdown tables of what it measured."""
