"""Check of a file of records, and the metrics that fit it, for those who begin with one."""
