"""What a file of records has and which metrics fit it, before anything is scored."""
