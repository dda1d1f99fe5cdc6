// Edit distance on the whole matrix, 64 columns at a time (Myers 1999, Hyyro 2003).
#pragma once

#include <cstdint>
#include <vector>

#include "bits.hpp"
#include "word_positions.hpp"

namespace sacreval::ter {

inline std::int32_t full_distance(const std::vector<std::int32_t>& hyp, const WordPositions& ref) {
    struct Block {
        std::uint64_t up, down;
    };
    const std::int32_t blocks = (ref.size() + 63) / 64;
    std::vector<Block> row(static_cast<std::size_t>(blocks), Block{~std::uint64_t{0}, 0});
    for (const auto word : hyp) {
        std::uint64_t more = 1, less = 0;  // the cell left of the block minus the cell above it
        for (std::int32_t b = 0; b < blocks; ++b) {
            auto& [up, down] = row[static_cast<std::size_t>(b)];
            auto equal = ref.window(word, b * 64);
            const auto vertical = equal | down;
            equal |= less;
            const auto horizontal = (((equal & up) + up) ^ up) | equal;
            auto above = down | ~(horizontal | up), below = up & horizontal;
            const auto next_more = above >> 63, next_less = below >> 63;
            above = (above << 1) | more;
            below = (below << 1) | less;
            up = below | ~(vertical | above);
            down = above & vertical;
            more = next_more;
            less = next_less;
        }
    }
    auto distance = static_cast<std::int32_t>(hyp.size());
    for (std::int32_t b = 0; b < blocks; ++b) {
        const auto inside = low_bits(ref.size() - b * 64);
        const auto& block = row[static_cast<std::size_t>(b)];
        distance += count_ones(block.up & inside) - count_ones(block.down & inside);
    }
    return distance;
}

}  // namespace sacreval::ter
