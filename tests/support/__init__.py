"""Code that tests share: specimens, option sets, official scorers, corpora, the program."""
