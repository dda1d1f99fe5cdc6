// Counts of pairs of weighted cells, from which Kendall variants and pairwise accuracies follow.
#pragma once

#include <cstdint>

#include "ordered_cells.hpp"
#include "parallel.hpp"
#include "resampled_cells.hpp"

namespace sacreval {

// Columns of a row of counts. Pairs are of different cells; copies of one cell are counted apart.
enum PairColumn : std::size_t {
    kCells,          // sum of weights
    kCopies,         // pairs of a cell with its own copy
    kDrawn,          // cells with a weight above 0
    kConcordant,     // same order, metric scores further apart than epsilon
    kTied,           // equal human scores, metric scores at most epsilon apart
    kMetricTies,     // equal metric scores
    kHumanTies,      // equal human scores
    kMetricDistinct, // different metric scores
    kHumanDistinct,  // different human scores
    kPairColumns
};

// Columns of a row of the pairs that agree under a tie threshold; the first two are those above.
enum AgreeingColumn : std::size_t { kAgreeing = 2, kAgreeingColumns };

// Fills out with resamples x groups x kAgreeingColumns counts: a pair agrees if it is concordant or
// tied in the sense above.
void agreeing_pairs(const OrderedCells& cells, const Resamples& resamples, double epsilon, Run run,
                    std::int64_t* out);

// Fills out with resamples x groups x kPairColumns counts.
void weighted_pairs(const OrderedCells& cells, const Resamples& resamples, double epsilon, Run run,
                    std::int64_t* out);

}  // namespace sacreval
