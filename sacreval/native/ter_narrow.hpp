// Beam edit distance with one machine word per row (Myers 1999, Hyyro 2003, on a sliding window).
//
// The beam is 50 columns wide, so the differences between neighbours in a row fit 64 bits. Two
// facts make the window exact, cell by cell, against the matrix with infinities outside the beam:
// - a row continued to the right with +1 a column replaces the infinities there, provided that a
//   match may not be reached from them: any path through them costs no less than one inside;
// - the leftmost cell has no neighbour to its left, so it is computed by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "ter_beam.hpp"
#include "word_positions.hpp"

namespace sacreval::ter {

class NarrowBeam {
  public:
    NarrowBeam(const Beam& beam, const WordPositions& ref) : beam_(beam), ref_(ref) {}

    // Call when the beam has new rows.
    void start() {
        const auto n = at(beam_.n_hyp) + 1;
        rows_.resize(n);
        across_.resize(n);
        steps_.resize(n);
        rows_[0] = {~std::uint64_t{0}, 0, 0};  // n insertions: each column costs one more
        for (std::int32_t i = 1; i <= beam_.n_hyp; ++i) {
            const auto low = beam_.low[at(i)], high = beam_.high[at(i)];
            const auto reachable = std::min(beam_.high[at(i - 1)], high - 1);
            steps_[at(i)] = {low_bits(reachable - low), low_bits(high - 1 - low),
                             low - beam_.low[at(i - 1)], low};
        }
    }

    // Distance of `hyp`, whose first `unchanged` words are those of the last call; keeps all rows.
    std::int32_t base(const Words& hyp, std::int32_t unchanged) {
        for (std::int32_t i = unchanged + 1; i <= beam_.n_hyp; ++i) {
            rows_[at(i)] = rows_[at(i - 1)];
            step(steps_[at(i)], hyp[at(i - 1)], rows_[at(i)], across_[at(i)]);
        }
        return distance_ = last_value(rows_[at(beam_.n_hyp)]);
    }

    // Distance after a block move; stores no rows.
    std::int32_t shifted(const Words& hyp, const Rotation& move) const {
        Row row = rows_[at(move.first)];
        Across unused;
        std::int32_t i = move.first + 1;
        for (auto k = move.middle; k < move.end; ++k) step(steps_[at(i++)], hyp[at(k)], row, unused);
        for (auto k = move.first; k < move.middle; ++k)
            step(steps_[at(i++)], hyp[at(k)], row, unused);
        // Once the differences equal the base's, all following rows do.
        for (; i <= beam_.n_hyp; ++i) {
            const Row& old = rows_[at(i - 1)];
            if (row.up == old.up && row.down == old.down) return distance_ + row.left - old.left;
            step(steps_[at(i)], hyp[at(i - 1)], row, unused);
        }
        return last_value(row);
    }

    void trace(const Words& hyp, Alignment& out) const {
        out.trace(beam_.n_hyp, beam_.n_ref,
                  [&](std::int32_t i, std::int32_t j) { return origin(hyp, i, j); });
    }

  private:
    // Bit b describes column low + 1 + b: whether it is one more (up) or one less (down) than its
    // left neighbour.
    struct Row {
        std::uint64_t up, down;
        std::int32_t left;  // value in column `low`
    };
    // The same against the row above, with the leftmost column apart.
    struct Across {
        std::uint64_t up = 0, down = 0;
        std::int32_t left = 1;
    };
    struct Step {
        std::uint64_t reachable;  // columns whose upper left neighbour lies in the beam
        std::uint64_t inside;     // columns in the beam
        std::int32_t shift, low;  // the window moves `shift` columns, to `low`
    };

    void step(const Step& s, std::int32_t word, Row& row, Across& across) const {
        std::int32_t enter = 1;  // the leftmost cell against the cell above it
        std::uint64_t equal = ref_.window(word, s.low) & s.reachable;
        if (s.shift > 0) {
            const auto passed = low_bits(s.shift);
            row.left += count_ones(row.up & passed) - count_ones(row.down & passed);
            const int above = delta(row.up, row.down, s.shift - 1);
            const int cost = ref_.window(word, s.low - 1) & 1 ? 0 : 1;
            enter = std::min(1, cost - above);
            row.up = (row.up >> s.shift) | ~(~std::uint64_t{0} >> s.shift);
            row.down >>= s.shift;
        }
        const std::uint64_t negative = enter < 0, positive = enter > 0;
        const auto vertical = equal | row.down;
        equal |= negative;
        const auto horizontal = (((equal & row.up) + row.up) ^ row.up) | equal;
        across.up = row.down | ~(horizontal | row.up);
        across.down = row.up & horizontal;
        across.left = enter;
        const auto more = (across.up << 1) | positive, less = (across.down << 1) | negative;
        row.up = less | ~(vertical | more) | ~s.inside;
        row.down = more & vertical & s.inside;
        row.left += enter;
    }

    static int delta(std::uint64_t up, std::uint64_t down, std::int32_t bit) {
        return static_cast<int>((up >> bit) & 1) - static_cast<int>((down >> bit) & 1);
    }

    std::int32_t last_value(const Row& row) const {
        const auto mask = low_bits(beam_.n_ref - beam_.low[at(beam_.n_hyp)]);
        return row.left + count_ones(row.up & mask) - count_ones(row.down & mask);
    }

    // Difference between cell (i, j) and the one above it.
    int above(std::int32_t i, std::int32_t j) const {
        const auto& across = across_[at(i)];
        const auto low = beam_.low[at(i)];
        return j == low ? across.left : delta(across.up, across.down, j - low - 1);
    }

    Origin origin(const Words& hyp, std::int32_t i, std::int32_t j) const {
        const auto low = beam_.low[at(i - 1)], high = beam_.high[at(i - 1)];
        if (j - 1 >= low && j - 1 < high) {
            if (ref_.window(hyp[at(i - 1)], j - 1) & 1) return Origin::match;
            const Row& row = rows_[at(i - 1)];
            // Row 0 reaches beyond its window; there each column costs one more.
            const int left = j - low - 1 < 64 ? delta(row.up, row.down, j - low - 1) : 1;
            if (above(i, j) + left == 1) return Origin::substitution;
        }
        if (j >= low && j < high && above(i, j) == 1) return Origin::deletion;
        return Origin::insertion;
    }

    const Beam& beam_;
    const WordPositions& ref_;
    std::vector<Row> rows_;
    std::vector<Across> across_;
    std::vector<Step> steps_;
    std::int32_t distance_ = 0;
};

}  // namespace sacreval::ter
