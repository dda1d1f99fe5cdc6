// Edit distance on the whole matrix for references of at most 64 words: one machine word per row
// (Myers 1999, Hyyro 2003). Equal to the beam distance if Beam::exact is true.
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "ter_trace.hpp"
#include "word_positions.hpp"

namespace sacreval::ter {

class ShortMatrix {
  public:
    static constexpr std::int32_t kMaxWords = 64;

    explicit ShortMatrix(const WordPositions& ref) : ref_(ref) {}

    // Distance of `hyp`, whose first `unchanged` words are those of the last call; keeps all rows.
    std::int32_t base(const Words& hyp, std::int32_t unchanged) {
        rows_.resize(hyp.size() + 1);
        across_.resize(hyp.size() + 1);
        equal_.resize(hyp.size());
        rows_[0] = {~std::uint64_t{0}, 0};  // one more insertion in each column
        for (auto i = at(unchanged); i < hyp.size(); ++i) {
            equal_[i] = ref_.short_window(hyp[i]);
            rows_[i + 1] = rows_[i];
            across_[i + 1] = step(equal_[i], rows_[i + 1]);
        }
        return distance_ = last_value(rows_[hyp.size()], hyp.size());
    }

    // Distance after a block move; stores no rows.
    std::int32_t shifted(const Words& hyp, const Rotation& move) const {
        Row row = rows_[at(move.first)];
        for (auto i = at(move.middle); i < at(move.end); ++i) step(equal_[i], row);
        for (auto i = at(move.first); i < at(move.middle); ++i) step(equal_[i], row);
        // Once a row equals the base's, all following rows do.
        for (auto i = at(move.end); i < hyp.size(); ++i) {
            if (row.up == rows_[i].up && row.down == rows_[i].down) return distance_;
            step(equal_[i], row);
        }
        return last_value(row, hyp.size());
    }

    void trace(const Words& hyp, Alignment& out) const {
        const auto n = static_cast<std::int32_t>(hyp.size());
        out.trace(n, ref_.size(), [&](std::int32_t i, std::int32_t j) {
            const std::uint64_t cell = std::uint64_t{1} << (j - 1);
            if (equal_[at(i - 1)] & cell) return Origin::match;
            const Row& before = rows_[at(i - 1)];
            const Row& across = across_[at(i)];
            const bool up = across.up & cell, same = !up && !(across.down & cell);
            const bool left_up = before.up & cell, left_same = !left_up && !(before.down & cell);
            // Whether it is one more than its upper left neighbour.
            if ((up && left_same) || (same && left_up)) return Origin::substitution;
            return up ? Origin::deletion : Origin::insertion;
        });
    }

  private:
    // Bit j - 1 describes column j: whether it is one more (up) or one less (down) than its left
    // neighbour.
    struct Row {
        std::uint64_t up, down;
    };

    // Advances `row` to the next one; returns the vertical differences.
    Row step(std::uint64_t equal, Row& row) const {
        const auto vertical = equal | row.down;
        const auto horizontal = (((equal & row.up) + row.up) ^ row.up) | equal;
        const Row across{row.down | ~(horizontal | row.up), row.up & horizontal};
        const auto more = (across.up << 1) | 1,
                   less = across.down << 1;  // column 0: one more deletion
        row = {less | ~(vertical | more), more & vertical};
        return across;
    }

    std::int32_t last_value(const Row& row, std::size_t words) const {
        const auto inside = low_bits(ref_.size());
        return static_cast<std::int32_t>(words) + count_ones(row.up & inside) -
               count_ones(row.down & inside);
    }

    const WordPositions& ref_;
    std::vector<std::uint64_t> equal_;  // columns of each word of the hypothesis
    std::vector<Row> rows_, across_;
    std::int32_t distance_ = 0;
};

}  // namespace sacreval::ter
