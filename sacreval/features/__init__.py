"""Features: each a folder with its result, its logic, its tables and its command."""
