"""The contract of metrics: rows, formulas, what is declared, checked and noticed."""
