"""The client of HTTP servers, whatever their API: keys, connections, limits, threads and waits.

urllib3 rather than httpx or the openai package: the facts are in `benchmarks/asking.py`.
"""
