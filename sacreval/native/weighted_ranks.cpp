// Ranks weighted cells in the fixed orders of both sides, sixteen resamples side by side.
//
// A tie group of weight W that B cells precede has the mean rank B + (W + 1) / 2; twice its distance
// from the mean of all n ranks is 2 B + W - n.
#include "weighted_ranks.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace sacreval {
namespace {

class Ranker {
  public:
    Ranker(const OrderedCells& cells, const Resamples& resamples, Cancel& cancel, double* out)
        : cells_(cells), resamples_(resamples), pace_(cancel), out_(out) {}

    void operator()(std::size_t block) {
        for (std::size_t g = 0; g < cells_.groups; ++g) {
            const OrderedCells::Group group = cells_[g];
            resamples_.load(block, group, weights_);
            rank(group);
            for (std::size_t l = 0; l < resamples_.lanes_of(block); ++l) {
                double* row = out_ + ((block * kLanes + l) * cells_.groups + g) * kRankColumns;
                for (std::size_t c = 0; c < kRankColumns; ++c) row[c] = sums_[c][l];
            }
        }
    }

  private:
    void rank(const OrderedCells::Group& group) {
        for (auto& column : sums_)
            for (double& sum : column) sum = 0;
        std::fill_n(total_, kLanes, std::int64_t{0});
        for (std::size_t i = 0; i < group.size; ++i)
            for (std::size_t l = 0; l < kLanes; ++l) total_[l] += weights_[i * kLanes + l];
        metric_.resize(group.size * kLanes);
        std::fill_n(before_, kLanes, std::int64_t{0});
        for (std::size_t i = 0, end = 0; i < group.size; i = end) {
            for (end = i + 1; end < group.size && group.scores[end] == group.scores[i];) ++end;
            rank_metric(i, end);
        }
        order_.resize(group.size);
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return group.ranks[a] < group.ranks[b];
        });
        std::fill_n(before_, kLanes, std::int64_t{0});
        for (std::size_t i = 0, end = 0; i < group.size; i = end) {
            const std::int64_t rank = group.ranks[order_[i]];
            for (end = i + 1; end < group.size && group.ranks[order_[end]] == rank;) ++end;
            rank_human(i, end);
        }
    }

    // Ranks the tie group of cells `first` to `end` in the order of metric scores.
    void rank_metric(std::size_t first, std::size_t end) {
        std::int64_t size[kLanes] = {}, centred[kLanes];
        for (std::size_t i = first; i < end; ++i)
            for (std::size_t l = 0; l < kLanes; ++l) size[l] += weights_[i * kLanes + l];
        place(size, centred, sums_[0]);
        for (std::size_t i = first; i < end; ++i)
            for (std::size_t l = 0; l < kLanes; ++l)
                metric_[i * kLanes + l] =
                    static_cast<double>(centred[l]) * weights_[i * kLanes + l];
        pace_((end - first) * kLanes);
    }

    // The same in the order of human scores, with the products of both ranks.
    void rank_human(std::size_t first, std::size_t end) {
        std::int64_t size[kLanes] = {}, centred[kLanes];
        double metric[kLanes] = {};
        for (std::size_t i = first; i < end; ++i) {
            const std::size_t cell = order_[i] * kLanes;
            for (std::size_t l = 0; l < kLanes; ++l) {
                size[l] += weights_[cell + l];
                metric[l] += metric_[cell + l];
            }
        }
        place(size, centred, sums_[1]);
        for (std::size_t l = 0; l < kLanes; ++l)
            sums_[2][l] += metric[l] * static_cast<double>(centred[l]);
        pace_((end - first) * kLanes);
    }

    void place(const std::int64_t* size, std::int64_t* centred, double* squares) {
        for (std::size_t l = 0; l < kLanes; ++l) {
            centred[l] = 2 * before_[l] + size[l] - total_[l];
            before_[l] += size[l];
            const auto rank = static_cast<double>(centred[l]);
            squares[l] += rank * rank * static_cast<double>(size[l]);
        }
    }

    const OrderedCells& cells_;
    const Resamples& resamples_;
    Pace pace_;
    double* out_;
    std::vector<std::uint32_t> weights_;
    std::vector<double> metric_;      // weight times centred rank of each cell
    std::vector<std::size_t> order_;  // of cells by human rank
    std::int64_t total_[kLanes] = {}, before_[kLanes] = {};
    double sums_[kRankColumns][kLanes] = {};
};

}  // namespace

void weighted_ranks(const OrderedCells& cells, const Resamples& resamples, Run run, double* out) {
    cells.check();
    resamples.check(cells);
    for_chunks(run, resamples.blocks(),
               [&] { return Ranker(cells, resamples, run.cancel, out); });
}

}  // namespace sacreval
