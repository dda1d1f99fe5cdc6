"""Reading of formulas: tokens, brackets, commands, words, and terms."""
