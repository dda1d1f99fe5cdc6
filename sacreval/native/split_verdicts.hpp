// Pairs on whose order one metric is right and another is wrong.
#pragma once

#include <cstddef>
#include <cstdint>

#include "parallel.hpp"

namespace sacreval {

// Cells of groups: scores of both metrics with their tie thresholds, and human scores.
struct TwoMetrics {
    std::size_t groups;
    std::size_t total;
    const std::int64_t* starts;  // groups + 1 offsets
    const double *first, *second, *human;
    double first_threshold, second_threshold;
};

// Fills out with groups x (pairs that only the first gets right, that only the second does).
void split_verdicts(const TwoMetrics& cells, Run run, std::int64_t* out);

}  // namespace sacreval
