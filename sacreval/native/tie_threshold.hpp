// The tie threshold of metric differences at which most pairs agree with human scores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ordered_cells.hpp"
#include "parallel.hpp"

namespace sacreval {

// Returns the first threshold whose accuracy is within `slack` of the largest. Candidates are 0 and
// all differences of pairs; a pair up to the threshold apart is a tie. `weights` has the weight of
// a pair of each group.
double best_threshold(const OrderedCells& cells, const double* weights, double slack, Run run);

}  // namespace sacreval
