"""Asking an HTTP server: its address, the key, connections, time limits, threads and waits.

urllib3 rather than httpx or the openai package: the facts are in `benchmarks/asking.py`.
"""
