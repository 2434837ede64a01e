"""Benchmarks: ``python -m benchmarks.NAME [--data PATH] [--json OUT]`` prints a table and writes what it measured."""
