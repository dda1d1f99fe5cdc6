// Soft pairwise accuracy: systems compared under sign flips, and hybrids of many metrics.
#pragma once

#include <cstddef>
#include <cstdint>

#include "parallel.hpp"

namespace sacreval {

// Fills out with the number of sign vectors for which flipped[i] - flipped[k] is at least
// totals[i] - totals[k], for all systems i < k; flipped is systems x signs.
void count_at_least(const float* flipped, const float* totals, std::size_t systems,
                    std::size_t signs, Run run, std::int64_t* out);

// Sums under sign vectors less those without signs, of all cells and of those that a draw swaps.
struct CellSwaps {
    std::size_t draws, systems, metrics, signs, pairs;
    const float* whole;          // metrics x systems x signs
    const float* moved;          // draws x metrics x systems x signs
    const std::int64_t* chosen;  // pairs x 2 metrics
    const std::int64_t* human;   // count of each pair of systems, by human scores
    const float* slack;          // pairs: largest difference of two sums that may be rounding
    const double* near;          // pairs x 2: a size of differences, and the distance from it
};

constexpr std::size_t kSwapColumns = 4;

// Fills out with draws x pairs x (least and greatest distance of the first hybrid from people, and
// of the second), summed over pairs of systems, in units of sign vectors. Both bounds are equal
// where the size of the difference of both hybrids is not near the size of its pair.
void soft_swaps(const CellSwaps& swaps, Run run, std::int64_t* out);

}  // namespace sacreval
