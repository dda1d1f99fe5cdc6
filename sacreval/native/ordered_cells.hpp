// Cells of several groups, each group in ascending order of its metric scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace sacreval {

// A view of arrays that the caller owns. Human scores are dense ranks from 0 within their group.
struct OrderedCells {
    std::size_t groups;
    std::size_t total;
    const std::int64_t* starts;  // groups + 1 offsets into the arrays below
    const double* scores;
    const std::int64_t* ranks;

    struct Group {
        std::size_t size;
        const double* scores;
        const std::int64_t* ranks;
        std::size_t first;  // offset of its first cell
    };

    Group operator[](std::size_t g) const {
        const auto first = static_cast<std::size_t>(starts[g]);
        return {static_cast<std::size_t>(starts[g + 1]) - first, scores + first, ranks + first,
                first};
    }

    // Throws std::invalid_argument unless every index lies within its bounds, and scores are
    // finite and ascend.
    void check() const {
        if (starts[0] != 0 || static_cast<std::size_t>(starts[groups]) != total)
            throw std::invalid_argument("offsets of groups do not cover the cells");
        for (std::size_t g = 0; g < groups; ++g) {
            if (starts[g] < 0 || starts[g + 1] < starts[g] ||
                static_cast<std::size_t>(starts[g + 1]) > total)
                throw std::invalid_argument("offsets of groups do not ascend");
            const Group cells = (*this)[g];
            for (std::size_t i = 0; i < cells.size; ++i) {
                if (cells.ranks[i] < 0 || static_cast<std::size_t>(cells.ranks[i]) >= cells.size)
                    throw std::invalid_argument("a rank is out of range");
                if (!(cells.scores[i] - cells.scores[i] == 0) ||
                    (i > 0 && cells.scores[i] < cells.scores[i - 1]))
                    throw std::invalid_argument("scores must be finite and ascend");
            }
        }
    }
};

}  // namespace sacreval
