"""Store: rows that outlive their run, so that none is made twice."""
