"""Systems over several data sets: means, ranks, critical differences."""
