"""The Penn Treebank tokenizer of CoreNLP 3.4.1."""
