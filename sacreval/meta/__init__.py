"""Meta-evaluation: how well a metric's scores agree with people's."""
