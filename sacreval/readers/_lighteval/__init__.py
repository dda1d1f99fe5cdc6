"""Details of lighteval: their layouts and runs, and the records made of their rows."""
