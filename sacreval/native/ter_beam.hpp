// The part of the edit matrix that sacrebleu's TER fills: a beam around a pseudo-diagonal.
//
// Source: sacrebleu/metrics/lib_ter.py, BeamEditDistance (after Snover et al., 2006, and Tercom).
// Rows are hypothesis words, columns reference words; cells outside the beam cost infinity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "ter_trace.hpp"

namespace sacreval::ter {

constexpr std::int32_t kBeamWidth = 25;

// Row i of the matrix holds the columns low[i] <= j < high[i].
struct Beam {
    std::int32_t n_hyp = 0, n_ref = 0;
    bool narrow = true;  // a row fits one machine word
    std::vector<std::int32_t> low, high;

    Beam() = default;
    Beam(const Beam&) = delete;  // matrices refer to it
    Beam& operator=(const Beam&) = delete;

    void fit(std::int32_t hyp, std::int32_t ref) {
        n_hyp = hyp;
        n_ref = ref;
        // Doubles as in Python: the floor of a product may fall one short of the exact quotient.
        ratio_ = static_cast<double>(ref) / hyp;
        narrow = !(kBeamWidth < ratio_ / 2);
    }

    // Whether a distance `d`, in the beam or in the whole matrix, is equal in both, with the same
    // cheapest paths. A path of cost d leaves the diagonals between the corners so little
    // (|k| + |D - k| <= d on diagonal k, D the difference in length) that the beam holds all of it
    // when d + |D| <= 2 * 25 - 4.
    bool exact(std::int32_t d) const {
        return narrow && d + std::abs(n_ref - n_hyp) <= 2 * kBeamWidth - 4;
    }

    void fill_rows() {
        const auto width =
            narrow ? kBeamWidth : static_cast<std::int32_t>(std::ceil(ratio_ / 2 + kBeamWidth));
        low.resize(at(n_hyp) + 1);
        high.resize(at(n_hyp) + 1);
        low[0] = 0;
        high[0] = n_ref + 1;  // the first row is complete
        for (std::int32_t i = 1; i <= n_hyp; ++i) {
            const auto diagonal = static_cast<std::int32_t>(std::floor(i * ratio_));
            low[at(i)] = std::max(0, diagonal - width);
            high[at(i)] = i == n_hyp ? n_ref + 1 : std::min(n_ref + 1, diagonal + width);
        }
    }

  private:
    double ratio_ = 1;
};

}  // namespace sacreval::ter
