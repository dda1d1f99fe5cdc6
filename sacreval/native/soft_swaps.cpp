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

constexpr std::size_t kChunk = 512;  // signs of all systems of both hybrids stay in the cache
constexpr std::size_t kAtOnce = 4;

// Counts of a pair of systems: sign vectors under which the first is surely, or perhaps, as good.
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

// Counts for one system and each of the next four, which are read once for all of them.
SACREVAL_WIDE void count_not_less(const float* one, const float* others, std::size_t n,
                                  std::int32_t* out) {
    const float *second = others + kChunk, *third = second + kChunk, *fourth = third + kChunk;
    std::int32_t counts[kAtOnce] = {0, 0, 0, 0};
    for (std::size_t b = 0; b < n; ++b) {
        const float sum = one[b];
        counts[0] += sum >= others[b];
        counts[1] += sum >= second[b];
        counts[2] += sum >= third[b];
        counts[3] += sum >= fourth[b];
    }
    std::copy(counts, counts + kAtOnce, out);
}

SACREVAL_WIDE std::int32_t count_reached(const float* one, const float* other, std::size_t n,
                                         float least) {
    std::int32_t count = 0;
    for (std::size_t b = 0; b < n; ++b) count += one[b] - other[b] >= least;
    return count;
}

SACREVAL_WIDE void add(const float* kept, const float* moved, std::size_t n, float* out) {
    for (std::size_t b = 0; b < n; ++b) out[b] = kept[b] + moved[b];
}

SACREVAL_WIDE void subtract(const float* whole, const float* moved, std::size_t n, float* out) {
    for (std::size_t b = 0; b < n; ++b) out[b] = whole[b] - moved[b];
}

// Counts of pairs of systems of one hybrid, a chunk of sign vectors at a time.
class Hybrid {
  public:
    explicit Hybrid(const CellSwaps& swaps)
        : swaps_(swaps), sums_((swaps.systems + kAtOnce) * kChunk),  // some are read past the last
          counts_(swaps.systems * (swaps.systems - 1) / 2) {}

    // Counts with the bounds of rounding; arguments are the kept and the swapped sums of systems.
    void bound(const float* kept, const float* moved, float slack) {
        count(kept, moved, [&](std::size_t i, std::size_t n, Counts* out) {
            for (std::size_t k = i + 1; k < swaps_.systems; ++k, ++out) {
                const Counts found = count_above(row(k), row(i), n, slack);
                out->surely += found.surely;
                out->perhaps += found.perhaps;
            }
        });
    }

    // Counts as the sums are.
    void estimate(const float* kept, const float* moved) {
        count(kept, moved, [&](std::size_t i, std::size_t n, Counts* out) {
            for (std::size_t k = i + 1; k < swaps_.systems; k += kAtOnce) {
                std::int32_t found[kAtOnce];
                count_not_less(row(i), row(k), n, found);
                for (std::size_t j = 0; j < kAtOnce && k + j < swaps_.systems; ++j, ++out)
                    *out = {out->surely + found[j], out->perhaps + found[j]};
            }
        });
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
    template <class Compare>
    void count(const float* kept, const float* moved, Compare compare) {
        std::fill(counts_.begin(), counts_.end(), Counts{0, 0});
        for (std::size_t start = 0; start < swaps_.signs; start += kChunk) {
            const std::size_t n = std::min(kChunk, swaps_.signs - start);
            for (std::size_t s = 0; s < swaps_.systems; ++s) {
                const std::size_t place = s * swaps_.signs + start;
                add(kept + place, moved + place, n, &sums_[s * kChunk]);
            }
            Counts* counts = counts_.data();
            for (std::size_t i = 0; i + 1 < swaps_.systems; ++i) {
                compare(i, n, counts);
                counts += swaps_.systems - 1 - i;
            }
        }
    }
    const float* row(std::size_t system) const { return &sums_[system * kChunk]; }
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
    const std::size_t each = swaps.systems * swaps.signs, all = swaps.metrics * each;
    std::vector<float> kept(all);
    for (std::size_t r = 0; r < swaps.draws; ++r) {
        const float* moved = swaps.moved + r * all;
        subtract(swaps.whole, moved, all, kept.data());
        for (std::size_t p = 0; p < swaps.pairs; ++p, out += kSwapColumns) {
            pace(swaps.systems * swaps.systems * swaps.signs / 4);
            const std::size_t first = static_cast<std::size_t>(swaps.chosen[2 * p]) * each;
            const std::size_t second = static_cast<std::size_t>(swaps.chosen[2 * p + 1]) * each;
            hybrid.estimate(&kept[first], moved + second);
            hybrid.distances(out);
            hybrid.estimate(&kept[second], moved + first);
            hybrid.distances(out + 2);
            const double size = std::abs(static_cast<double>(out[2] - out[0]));
            if (std::abs(size - swaps.near[2 * p]) > swaps.near[2 * p + 1]) continue;
            hybrid.bound(&kept[first], moved + second, swaps.slack[p]);
            hybrid.distances(out);
            hybrid.bound(&kept[second], moved + first, swaps.slack[p]);
            hybrid.distances(out + 2);
        }
    }
}

}  // namespace sacreval
