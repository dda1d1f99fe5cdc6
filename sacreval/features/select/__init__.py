"""The best of several candidates of each input, for those who rerank or decode by a metric."""
