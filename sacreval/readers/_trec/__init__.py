"""Runs and relevance judgments of TREC, BEIR and MS MARCO."""
