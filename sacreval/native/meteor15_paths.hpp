// Partial alignments of METEOR 1.5's search, in the order in which it keeps them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ids.hpp"

namespace sacreval {

// The states of `Path` in `sacreval/metrics/ngrams/_meteor_aligner.py`, which defines the search.
struct MeteorPath {
    // The number of matched words and of chunks: less is better, as for the distance. Words count in
    // the upper half, downwards from the largest number.
    std::uint64_t rank = std::uint64_t{kNone} << 32;
    std::int64_t distance = 0;
    std::int64_t next = 0;        // first position of the reference behind the last match
    std::int64_t end = -1;        // position of the prediction behind the open chunk
    std::uint32_t trail = kNone;  // the last match and those before it
    std::uint32_t bits = 0;       // row of the matched positions of the prediction

    void close_chunk() { rank += end >= 0; }
    std::int64_t chunks() const { return static_cast<std::int64_t>(rank & kNone); }
    bool is_better_than(const MeteorPath& other) const {
        return rank != other.rank ? rank < other.rank : distance < other.distance;
    }
};

// A path that may be kept: one of the last step, with a match or without.
struct MeteorCandidate {
    std::uint64_t rank;
    std::int64_t distance;
    std::uint64_t turn;  // path and match; of equal candidates the first is better

    std::size_t parent() const { return turn >> 32; }
    std::uint32_t match() const { return static_cast<std::uint32_t>(turn); }  // or kNone
    bool operator<(const MeteorCandidate& other) const {
        if (rank != other.rank) return rank < other.rank;
        return distance != other.distance ? distance < other.distance : turn < other.turn;
    }
};

// Adds a candidate to a sorted list of the best ones.
inline void keep(std::vector<MeteorCandidate>& best, const MeteorCandidate& one,
                 std::size_t width) {
    if (best.size() == width) {
        if (!(one < best.back())) return;
        best.pop_back();
    }
    auto place = best.size();
    best.push_back(one);
    for (; place > 0 && one < best[place - 1]; --place) best[place] = best[place - 1];
    best[place] = one;
}

// Sorts paths of which most are in order, and leaves equal ones in theirs.
inline void sort(std::vector<MeteorPath>& paths) {
    for (std::size_t k = 1; k < paths.size(); ++k) {
        if (!paths[k].is_better_than(paths[k - 1])) continue;
        const MeteorPath path = paths[k];
        std::size_t place = k;
        for (; place > 0 && path.is_better_than(paths[place - 1]); --place)
            paths[place] = paths[place - 1];
        paths[place] = path;
    }
}

}  // namespace sacreval
