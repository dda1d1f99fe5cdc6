"""Records on a page: texts, marks, matches, and the data that its script shows."""
