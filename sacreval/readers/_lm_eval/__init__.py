"""Logs of lm-eval: their rows, filters, results and tasks, and the records made of them."""
