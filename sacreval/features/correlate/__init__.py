"""Meta-evaluation: how well the scores of a metric agree with human judgments."""
