"""Reports: results as tables and files, formats, notes and plots that every verb uses."""
