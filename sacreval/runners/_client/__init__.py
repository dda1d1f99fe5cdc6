"""The client of `openai:`: urllib3 on threads, with one gate for the limits of the server.

urllib3 rather than httpx or the openai package: the facts are in `benchmarks/asking.py`.
"""
