// Moments of the ranks of weighted cells, of which Spearman's correlation is a ratio.
#pragma once

#include "ordered_cells.hpp"
#include "parallel.hpp"
#include "resampled_cells.hpp"

namespace sacreval {

constexpr std::size_t kRankColumns = 3;

// Fills out with resamples x groups x (squares of metric ranks, squares of human ranks, products).
// Ranks are centred and doubled, so that all are whole; sums are exact below 2^53.
void weighted_ranks(const OrderedCells& cells, const Resamples& resamples, Run run, double* out);

}  // namespace sacreval
