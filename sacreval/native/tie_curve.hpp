// The accuracy as a function of the tie threshold: its value at a threshold, and its steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "ordered_cells.hpp"
#include "parallel.hpp"
#include "prefix_sums.hpp"

namespace sacreval {

// What holds at a threshold.
struct TiePoint {
    double value = 0;          // weight of the pairs that agree
    double ties = 0;           // weight of those that agree as they are tied
    std::uint64_t pairs = 0;   // number of pairs up to the threshold
    double last = 0;           // the largest difference up to the threshold, 0 without one
    double next = std::numeric_limits<double>::infinity();  // the smallest one above it
};

constexpr std::size_t kSample = 4096;

class TieCurve {
  public:
    TieCurve(const OrderedCells& cells, const double* weights, Cancel& cancel)
        : cells_(cells), weights_(weights), pace_(cancel) {
        ranks_.resize(cells.groups);
        for (std::size_t g = 0; g < cells.groups; ++g)
            for (std::size_t i = 0; i < cells[g].size; ++i)
                if (static_cast<std::size_t>(cells[g].ranks[i]) >= ranks_[g])
                    ranks_[g] = static_cast<std::size_t>(cells[g].ranks[i]) + 1;
    }

    // The largest difference of a pair; 0 without pairs.
    double widest() const {
        double found = 0;
        for (std::size_t g = 0; g < cells_.groups; ++g) {
            const OrderedCells::Group group = cells_[g];
            if (group.size == 0) continue;
            const double width = group.scores[group.size - 1] - group.scores[0];
            if (width > found) found = width;
        }
        return found;
    }

    // Ascending differences of pairs drawn from all groups; always the same ones.
    std::vector<double> sample() const {
        std::vector<double> found;
        std::uint64_t state = 1;
        const auto draw = [&](std::size_t n) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return static_cast<std::size_t>((state >> 33) % n);
        };
        for (std::size_t drawn = 0; drawn < kSample && cells_.total > 0; ++drawn) {
            const std::size_t cell = draw(cells_.total);
            const std::int64_t* after = std::upper_bound(
                cells_.starts, cells_.starts + cells_.groups, static_cast<std::int64_t>(cell));
            const auto g = static_cast<std::size_t>(after - cells_.starts) - 1;
            const double other = cells_[g].scores[draw(cells_[g].size)];
            found.push_back(std::abs(cells_.scores[cell] - other));
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    // One pass over the cells.
    TiePoint at(double threshold) {
        TiePoint found;
        for (std::size_t g = 0; g < cells_.groups; ++g) {
            const OrderedCells::Group group = cells_[g];
            lower_.reset(ranks_[g]);
            near_.assign(ranks_[g], 0);
            std::uint64_t ties = 0, ordered = 0;
            std::size_t beyond = 0;
            for (std::size_t i = 0; i < group.size; ++i) {
                for (; group.scores[i] - group.scores[beyond] > threshold; ++beyond) {
                    const std::uint64_t one = 1;
                    lower_.add(static_cast<std::size_t>(group.ranks[beyond]), &one);
                    --near_[static_cast<std::size_t>(group.ranks[beyond])];
                }
                const auto rank = static_cast<std::size_t>(group.ranks[i]);
                std::uint64_t below = 0;
                lower_.below(rank, &below);
                ordered += below;
                ties += near_[rank]++;
                found.pairs += i - beyond;
                found.last = std::max(found.last, group.scores[i] - group.scores[beyond]);
                if (beyond > 0)
                    found.next =
                        std::min(found.next, group.scores[i] - group.scores[beyond - 1]);
                pace_(1);
            }
            found.ties += weights_[g] * static_cast<double>(ties);
            found.value += weights_[g] * static_cast<double>(ties + ordered);
        }
        return found;
    }

    // Calls use(difference, gain) for each pair whose difference is from least to most: its gain is
    // the change of the value where the threshold reaches it. Discordant pairs have none.
    template <class Use>
    void steps(double least, double most, Use&& use) {
        for (std::size_t g = 0; g < cells_.groups; ++g) {
            const OrderedCells::Group group = cells_[g];
            const double gains[3] = {0, weights_[g], -weights_[g]};
            std::size_t first = 0, end = 0;
            for (std::size_t i = 0; i < group.size; ++i) {
                const double score = group.scores[i];
                while (score - group.scores[first] > most) ++first;
                while (end < i && score - group.scores[end] >= least) ++end;
                const std::int64_t rank = group.ranks[i];
                for (std::size_t k = first; k < end; ++k) {
                    const std::int64_t other = group.ranks[k];
                    const int kind = (other == rank) + 2 * (other < rank);
                    use(score - group.scores[k], gains[kind]);
                }
                pace_(1 + (end > first ? end - first : 0));
            }
        }
    }

  private:
    const OrderedCells& cells_;
    const double* weights_;
    Pace pace_;
    std::vector<std::size_t> ranks_;  // number of human ranks of each group
    PrefixSums<std::uint64_t, 1> lower_;
    std::vector<std::uint64_t> near_;
};

}  // namespace sacreval
