// Bit arithmetic and prefetch hints, which are compiler-specific in C++17.
#pragma once

#include <cstdint>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace sacreval {

inline int count_ones(std::uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((x * 0x0101010101010101u) >> 56);
}

// The `n` lowest bits set; n may be 0 to 64.
inline std::uint64_t low_bits(int n) {
    return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
}

// Index of the lowest bit set; x is not 0.
inline int lowest_bit(std::uint64_t x) {
#if defined(__GNUC__)
    return __builtin_ctzll(x);
#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_ARM64))
    unsigned long at;
    _BitScanForward64(&at, x);
    return static_cast<int>(at);
#else
    return count_ones((x & (~x + 1)) - 1);
#endif
}

// Prefetches memory that will soon be read.
inline void prefetch(const void* p) {
#if defined(__GNUC__)
    __builtin_prefetch(p);
#else
    static_cast<void>(p);
#endif
}

}  // namespace sacreval
