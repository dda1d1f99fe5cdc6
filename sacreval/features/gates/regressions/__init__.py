"""Later runs against an accepted one: matched records, tests, drops and new failures."""
