"""Sentences and references for the numbers of a file, for those who write papers."""

PURPOSES = {"cite": "Write the sentences and the BibTeX that a paper with these numbers needs."}
