"""The client of `openai:`: requests for replies, sent by `asking/http`."""
