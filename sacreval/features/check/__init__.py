"""What a file of records has and which metrics fit it, for those who begin with one."""
