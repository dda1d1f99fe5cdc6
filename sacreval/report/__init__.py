"""Reports: results as tables, files and pages."""
