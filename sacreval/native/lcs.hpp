// Longest common subsequence, 64 positions at a time (Hyyro 2004, "Bit-parallel LCS-length
// computation revisited"), and the subsequence that rouge-score's backtracking finds.
//
// Bits run over `a`, block by block; steps run over `b`. A zero bit i after step j says that
// t[i + 1][j + 1] = t[i][j + 1] + 1 in the table of LCS lengths t.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "bits.hpp"
#include "ids.hpp"
#include "parallel.hpp"
#include "tokens.hpp"

namespace sacreval {

class Lcs {
  public:
    explicit Lcs(Cancel& cancel) : pace_(cancel) {}

    // Length of the LCS; all ids are < vocabulary.
    std::int64_t length(Ids a, Ids b, std::uint32_t vocabulary) {
        prepare(b, vocabulary);
        std::int64_t sum = 0;
        for (std::size_t from = 0; from < a.size; from += 64)
            sum += block(a, b, from, [](std::size_t, std::uint64_t) {});
        return sum;
    }

    // Marks the positions of `a` on rouge-score's LCS of a and b (_backtrack_norec).
    void mark(Ids a, Ids b, std::uint32_t vocabulary, std::vector<Byte>& marks) {
        prepare(b, vocabulary);
        const std::size_t blocks = (a.size + 63) / 64;
        if (blocks > kMaxTrace / (b.size + 1)) throw std::bad_alloc();
        if (trace_.size() < blocks * b.size) trace_.resize(blocks * b.size);
        for (std::size_t from = 0; from < a.size; from += 64) {
            std::uint64_t* rows = trace_.data() + from / 64 * b.size;
            block(a, b, from, [rows](std::size_t j, std::uint64_t v) { rows[j] = v; });
        }
        std::size_t i = a.size, j = b.size;
        while (i > 0 && j > 0) {
            if (a[i - 1] == b[j - 1]) {
                marks[--i] = 1;
                --j;
            } else if (trace_[(i - 1) / 64 * b.size + j - 1] >> ((i - 1) % 64) & 1) {
                --i;  // t[i - 1][j] = t[i][j] >= t[i][j - 1]
            } else {
                --j;  // t[i - 1][j] < t[i][j], so t[i][j - 1] is the larger
            }
        }
    }

  private:
    static constexpr std::size_t kMaxTrace = std::size_t{1} << 29;  // words: 4 GiB

    void prepare(Ids b, std::uint32_t vocabulary) {
        if (masks_.size() < vocabulary) masks_.resize(vocabulary, 0);
        carry_.assign(b.size, 0);
    }

    template <class Keep>
    int block(Ids a, Ids b, std::size_t from, Keep keep) {
        const std::size_t size = a.size - from < 64 ? a.size - from : 64;
        for (std::size_t k = 0; k < size; ++k)
            masks_[a[from + k]] |= std::uint64_t{1} << k;
        std::uint64_t v = ~std::uint64_t{0};
        for (std::size_t j = 0; j < b.size; ++j) {
            const std::uint64_t u = v & masks_[b[j]];
            const std::uint64_t half = v + u, sum = half + carry_[j];
            carry_[j] = static_cast<Byte>(half < v || sum < half);
            v = sum | (v - u);
            keep(j, v);
        }
        for (std::size_t k = 0; k < size; ++k) masks_[a[from + k]] = 0;
        pace_(b.size);
        return 64 - count_ones(v);  // bits past the end remain set
    }

    Pace pace_;
    std::vector<std::uint64_t> masks_;  // by id; all zero between blocks
    std::vector<Byte> carry_;           // by position of b: carry out of the previous block
    std::vector<std::uint64_t> trace_;
};

}  // namespace sacreval
