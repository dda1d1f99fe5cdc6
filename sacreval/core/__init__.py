"""What everything agrees on: records, results, the metric contract, registry, signatures, tasks."""
