"""Requests of judges asked and answered, for those who score with a model as a judge."""

PURPOSES = {
    "ask": "Write the requests of a judge about every output to a file; equal prompts once.",
    "answer": "Ask a model the requests that have no answer yet, and append its replies to a file.",
}
