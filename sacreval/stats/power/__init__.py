"""Power and sample size: records that show a difference, and differences that records show."""
