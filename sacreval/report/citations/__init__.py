"""Citations: the entries of metrics, libraries, methods and corpora, BibTeX, and the sentence."""
