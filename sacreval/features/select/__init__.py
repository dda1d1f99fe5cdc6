"""The best of several candidates of each input, for those who rerank or decode by a metric."""

PURPOSES = {
    "select": "Choose the best of several outputs for each input, by a metric that needs no "
    "references, or by consensus (minimum Bayes risk): one subcommand for each metric.",
}
