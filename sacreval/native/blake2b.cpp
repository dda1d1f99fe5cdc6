// BLAKE2b as RFC 7693 defines it, without a key.
#include "blake2b.hpp"

#include <algorithm>
#include <cstring>

namespace sacreval {
namespace {

using Word = std::uint64_t;
constexpr std::size_t kBlock = 128, kDigest = 8;

constexpr Word kStart[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu, 0xA54FF53A5F1D36F1u,
    0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu, 0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
};

constexpr unsigned char kOrder[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

inline Word turned(Word x, unsigned by) { return x >> by | x << (64 - by); }

// Little-endian on every machine.
inline Word load(const unsigned char* p) {
    Word word = 0;
    for (int i = 7; i >= 0; --i) word = word << 8 | p[i];
    return word;
}

inline void mix(Word& a, Word& b, Word& c, Word& d, Word x, Word y) {
    a += b + x;
    d = turned(d ^ a, 32);
    c += d;
    b = turned(b ^ c, 24);
    a += b + y;
    d = turned(d ^ a, 16);
    c += d;
    b = turned(b ^ c, 63);
}

template <int round>
inline void rounds(Word (&v)[16], const Word (&m)[16]) {
    constexpr auto& s = kOrder[round % 10];
    mix(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
    mix(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
    mix(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
    mix(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
    mix(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
    mix(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
    mix(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
    mix(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
    if constexpr (round < 11) rounds<round + 1>(v, m);
}

void compress(Word (&h)[8], const unsigned char* block, Word total, bool last) {
    Word m[16], v[16];
    for (int i = 0; i < 16; ++i) m[i] = load(block + 8 * i);
    for (int i = 0; i < 8; ++i) {
        v[i] = h[i];
        v[i + 8] = kStart[i];
    }
    v[12] ^= total;  // messages are shorter than 2**64 bytes
    if (last) v[14] = ~v[14];
    rounds<0>(v, m);
    for (int i = 0; i < 8; ++i) h[i] ^= v[i] ^ v[i + 8];
}

}  // namespace

std::uint64_t blake2b_64(const char* message, std::size_t bytes) {
    Word h[8];
    std::copy(kStart, kStart + 8, h);
    h[0] ^= 0x01010000u ^ kDigest;
    const auto* p = reinterpret_cast<const unsigned char*>(message);
    std::size_t done = 0;
    for (; bytes - done > kBlock; done += kBlock) compress(h, p + done, done + kBlock, false);
    unsigned char rest[kBlock] = {};
    std::memcpy(rest, p + done, bytes - done);
    compress(h, rest, bytes, true);
    Word digest = 0;
    for (int i = 0; i < 8; ++i) digest = digest << 8 | (h[0] >> (8 * i) & 0xFF);
    return digest;
}

}  // namespace sacreval
