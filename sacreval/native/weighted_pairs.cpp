// Counts pairs in the order of metric scores, sixteen resamples side by side.
//
// Each cell meets the cells before it: those that are lower by more than epsilon are in a tree by
// human rank, the others in a sum for each human rank.
#include "weighted_pairs.hpp"

#include <vector>

#include "prefix_sums.hpp"

namespace sacreval {
namespace {

using Small = std::uint32_t;
using Large = std::uint64_t;

// Counts all columns, or only those of agreeing pairs.
template <bool all>
class Counter {
  public:
    Counter(const OrderedCells& cells, const Resamples& resamples, double epsilon, Cancel& cancel,
            std::int64_t* out)
        : cells_(cells), resamples_(resamples), epsilon_(epsilon), pace_(cancel), out_(out) {}

    void operator()(std::size_t block) {
        for (std::size_t g = 0; g < cells_.groups; ++g) {
            const OrderedCells::Group group = cells_[g];
            resamples_.load(block, group, weights_);
            count(group);
            store(block, g);
        }
    }

  private:
    static constexpr std::size_t kWidth =
        all ? std::size_t{kPairColumns} : std::size_t{kAgreeingColumns};

    void count(const OrderedCells::Group& group) {
        std::size_t ranks = 0;
        for (std::size_t i = 0; i < group.size; ++i)
            if (static_cast<std::size_t>(group.ranks[i]) >= ranks)
                ranks = static_cast<std::size_t>(group.ranks[i]) + 1;
        lower_.reset(ranks);
        near_.assign(ranks * kLanes, 0);
        before_.assign(ranks * kLanes, 0);
        for (auto& column : sums_)
            for (Large& sum : column) sum = 0;
        std::size_t beyond = 0;
        for (std::size_t i = 0; i < group.size; ++i) {
            for (; group.scores[i] - group.scores[beyond] > epsilon_; ++beyond) leave(group, beyond);
            meet(group, i);
            pace_(kLanes);
        }
    }

    // The cell is now lower than all that follow by more than epsilon.
    void leave(const OrderedCells::Group& group, std::size_t i) {
        const auto rank = static_cast<std::size_t>(group.ranks[i]);
        const Small* weight = weights_.data() + i * kLanes;
        lower_.add(rank, weight);
        Small* near = near_.data() + rank * kLanes;
        for (std::size_t l = 0; l < kLanes; ++l) near[l] -= weight[l];
    }

    void meet(const OrderedCells::Group& group, std::size_t i) {
        const auto rank = static_cast<std::size_t>(group.ranks[i]);
        const Small* weight = weights_.data() + i * kLanes;
        Small *near = near_.data() + rank * kLanes, *before = before_.data() + rank * kLanes;
        Small below[kLanes];
        lower_.below(rank, below);
        for (std::size_t l = 0; l < kLanes; ++l) {
            sums_[kCells][l] += weight[l];
            sums_[kCopies][l] += Large{weight[l]} * weight[l];
        }
        if (!all) {
            for (std::size_t l = 0; l < kLanes; ++l) {
                const Small met = below[l] + near[l];
                sums_[kAgreeing][l] += Large{weight[l]} * met;
                near[l] += weight[l];
            }
            return;
        }
        if (i == 0 || group.scores[i] != group.scores[i - 1])
            for (Small& equal : equal_) equal = 0;
        for (std::size_t l = 0; l < kLanes; ++l) {
            sums_[kConcordant][l] += Large{weight[l]} * below[l];
            sums_[kTied][l] += Large{weight[l]} * near[l];
            sums_[kMetricTies][l] += Large{weight[l]} * equal_[l];
            sums_[kHumanTies][l] += Large{weight[l]} * before[l];
        }
        for (std::size_t l = 0; l < kLanes; ++l) {
            const Small drawn = weight[l] != 0;
            sums_[kDrawn][l] += drawn;
            sums_[kMetricDistinct][l] += drawn & static_cast<Small>(equal_[l] == 0);
            sums_[kHumanDistinct][l] += drawn & static_cast<Small>(before[l] == 0);
        }
        for (std::size_t l = 0; l < kLanes; ++l) {
            near[l] += weight[l];
            before[l] += weight[l];
            equal_[l] += weight[l];
        }
    }

    void store(std::size_t block, std::size_t g) {
        for (std::size_t l = 0; l < resamples_.lanes_of(block); ++l) {
            std::int64_t* row = out_ + ((block * kLanes + l) * cells_.groups + g) * kWidth;
            for (std::size_t c = 0; c < kWidth; ++c)
                row[c] = static_cast<std::int64_t>(sums_[c][l]);
            row[kCopies] = (row[kCopies] - row[kCells]) / 2;  // from the sum of squares
        }
    }

    const OrderedCells& cells_;
    const Resamples& resamples_;
    double epsilon_;
    Pace pace_;
    std::int64_t* out_;
    std::vector<Small> weights_;     // of the cells of a group
    PrefixSums<Small, kLanes> lower_;  // cells lower by more than epsilon, by human rank
    std::vector<Small> near_;        // the other cells before, by human rank
    std::vector<Small> before_;      // all cells before, by human rank
    Small equal_[kLanes] = {};       // cells before with the same metric score
    Large sums_[kPairColumns][kLanes] = {};
};

template <bool all>
void count_pairs(const OrderedCells& cells, const Resamples& resamples, double epsilon, Run run,
                 std::int64_t* out) {
    if (!(epsilon >= 0)) throw std::invalid_argument("epsilon must not be negative");
    cells.check();
    resamples.check(cells);
    for_chunks(run, resamples.blocks(),
               [&] { return Counter<all>(cells, resamples, epsilon, run.cancel, out); });
}

}  // namespace

void agreeing_pairs(const OrderedCells& cells, const Resamples& resamples, double epsilon, Run run,
                    std::int64_t* out) {
    count_pairs<false>(cells, resamples, epsilon, run, out);
}

void weighted_pairs(const OrderedCells& cells, const Resamples& resamples, double epsilon, Run run,
                    std::int64_t* out) {
    count_pairs<true>(cells, resamples, epsilon, run, out);
}

}  // namespace sacreval
