"""Problems whose solutions are programs: one layout of problem files in each module."""
