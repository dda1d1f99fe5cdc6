"""Shared types: records, results, the metric contract, the registry, signatures and tasks."""
