// Sums of amounts by rank that grow while they are asked: a binary indexed tree of lanes.
#pragma once

#include <cstddef>
#include <vector>

namespace sacreval {

template <class Amount, std::size_t lanes>
class PrefixSums {
  public:
    // Empties the sums, for ranks 0 to ranks - 1.
    void reset(std::size_t ranks) {
        ranks_ = ranks;
        nodes_.assign((ranks + 1) * lanes, Amount{0});
    }
    void add(std::size_t rank, const Amount* amount) {
        for (std::size_t at = rank + 1; at <= ranks_; at += at & (~at + 1)) {
            Amount* node = nodes_.data() + at * lanes;
            for (std::size_t l = 0; l < lanes; ++l) node[l] += amount[l];
        }
    }
    // The sums of all lower ranks.
    void below(std::size_t rank, Amount* sum) const {
        for (std::size_t l = 0; l < lanes; ++l) sum[l] = Amount{0};
        for (std::size_t at = rank; at > 0; at &= at - 1) {
            const Amount* node = nodes_.data() + at * lanes;
            for (std::size_t l = 0; l < lanes; ++l) sum[l] += node[l];
        }
    }

  private:
    std::size_t ranks_ = 0;
    std::vector<Amount> nodes_;
};

}  // namespace sacreval
