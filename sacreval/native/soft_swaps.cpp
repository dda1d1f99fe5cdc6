// Compares the sums of all pairs of systems without branches, so that compilers use vectors.
#include "soft_swaps.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

// The same comparisons of the same numbers, four or eight at a time.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__)
#define SACREVAL_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SACREVAL_WIDE
#endif

namespace sacreval {
namespace {

constexpr std::size_t kChunk = 256;  // signs of all systems of both hybrids stay in the cache

struct Counts {
    std::int32_t surely, perhaps;
};

SACREVAL_WIDE Counts count_above(const float* lower, const float* higher, std::size_t n,
                                 float slack) {
    std::int32_t surely = 0, perhaps = 0;
    for (std::size_t b = 0; b < n; ++b) {
        const float difference = higher[b] - lower[b];
        surely += difference >= slack;
        perhaps += difference >= -slack;
    }
    return {surely, perhaps};
}

SACREVAL_WIDE std::int32_t count_reached(const float* one, const float* other, std::size_t n,
                                         float least) {
    std::int32_t count = 0;
    for (std::size_t b = 0; b < n; ++b) count += one[b] - other[b] >= least;
    return count;
}

SACREVAL_WIDE void mix(const float* whole, const float* moved, const float* added, std::size_t n,
                       float* out) {
    for (std::size_t b = 0; b < n; ++b) out[b] = whole[b] - moved[b] + added[b];
}

// Counts of pairs of systems of one hybrid, a chunk of sign vectors at a time.
class Hybrid {
  public:
    explicit Hybrid(const CellSwaps& swaps)
        : swaps_(swaps), sums_(swaps.systems * kChunk),
          counts_(swaps.systems * (swaps.systems - 1) / 2) {}

    void count(const float* moved, std::int64_t kept, std::int64_t added, float slack) {
        std::fill(counts_.begin(), counts_.end(), Counts{0, 0});
        for (std::size_t start = 0; start < swaps_.signs; start += kChunk) {
            const std::size_t n = std::min(kChunk, swaps_.signs - start);
            for (std::size_t s = 0; s < swaps_.systems; ++s) {
                const std::size_t own = place(s, kept) + start, other = place(s, added) + start;
                mix(swaps_.whole + own, moved + own, moved + other, n, &sums_[s * kChunk]);
            }
            std::size_t pair = 0;
            for (std::size_t i = 0; i < swaps_.systems; ++i)
                for (std::size_t k = i + 1; k < swaps_.systems; ++k, ++pair) {
                    const auto found =
                        count_above(&sums_[k * kChunk], &sums_[i * kChunk], n, slack);
                    counts_[pair].surely += found.surely;
                    counts_[pair].perhaps += found.perhaps;
                }
        }
    }

    // Adds up the least and the greatest distance from the counts of human scores.
    void distances(std::int64_t* out) const {
        std::int64_t least = 0, greatest = 0;
        for (std::size_t pair = 0; pair < counts_.size(); ++pair) {
            const std::int64_t human = swaps_.human[pair];
            const std::int64_t low = counts_[pair].surely, high = counts_[pair].perhaps;
            least += std::max({low - human, human - high, std::int64_t{0}});
            greatest += std::max(std::abs(low - human), std::abs(high - human));
        }
        out[0] = least;
        out[1] = greatest;
    }

  private:
    std::size_t place(std::size_t system, std::int64_t metric) const {
        return (system * swaps_.metrics + static_cast<std::size_t>(metric)) * swaps_.signs;
    }
    const CellSwaps& swaps_;
    std::vector<float> sums_;
    std::vector<Counts> counts_;
};

}  // namespace

void count_at_least(const float* flipped, const float* totals, std::size_t systems,
                    std::size_t signs, Run run, std::int64_t* out) {
    Pace pace(run.cancel);
    for (std::size_t i = 0; i < systems; ++i) {
        for (std::size_t k = i + 1; k < systems; ++k)
            *out++ = count_reached(flipped + i * signs, flipped + k * signs, signs,
                                   totals[i] - totals[k]);
        pace(systems * signs);
    }
}

void soft_swaps(const CellSwaps& swaps, Run run, std::int64_t* out) {
    for (std::size_t p = 0; p < 2 * swaps.pairs; ++p)
        if (swaps.chosen[p] < 0 || static_cast<std::size_t>(swaps.chosen[p]) >= swaps.metrics)
            throw std::invalid_argument("a pair has no such metric");
    if (swaps.systems < 2) throw std::invalid_argument("a pair needs two systems");
    Pace pace(run.cancel);
    Hybrid hybrid(swaps);
    const std::size_t each = swaps.systems * swaps.metrics * swaps.signs;
    for (std::size_t r = 0; r < swaps.draws; ++r) {
        const float* moved = swaps.moved + r * each;
        for (std::size_t p = 0; p < swaps.pairs; ++p, out += kSwapColumns) {
            const std::int64_t first = swaps.chosen[2 * p], second = swaps.chosen[2 * p + 1];
            hybrid.count(moved, first, second, swaps.slack[p]);
            hybrid.distances(out);
            hybrid.count(moved, second, first, swaps.slack[p]);
            hybrid.distances(out + 2);
            pace(swaps.systems * swaps.systems * swaps.signs / 4);
        }
    }
}

}  // namespace sacreval
