// Partial alignments of METEOR 1.5's search, in the order in which it keeps them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ids.hpp"

namespace sacreval {

// The states of `Path` in `sacreval/metrics/ngrams/_meteor15/aligner.py`, which defines the search.
struct MeteorPath {
    // The number of matched words and of chunks: less is better, as for the distance. Words count in
    // the upper half, downwards from the largest number.
    std::uint64_t rank = std::uint64_t{kNone} << 32;
    std::int64_t distance = 0;
    std::uint32_t next = 0;       // first position of the reference behind the last match
    std::uint32_t end = kNone;    // position of the prediction behind the open chunk, if any
    std::uint32_t trail = kNone;  // the last match and those before it
    std::uint32_t bits = 0;       // row of the matched positions of the prediction

    bool is_open() const { return end != kNone; }
    void close_chunk() { rank += is_open(); }
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
        // Operators without branches: which way a comparison ends cannot be predicted.
        const bool earlier = (distance < other.distance) |
                             ((distance == other.distance) & (turn < other.turn));
        return (rank < other.rank) | ((rank == other.rank) & earlier);
    }
};

// The best candidates, sorted; at most `width` of them.
class MeteorCandidates {
  public:
    explicit MeteorCandidates(std::size_t width) : width_(width) {}

    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    const MeteorCandidate& operator[](std::size_t k) const { return items_[k]; }

    // Whether no candidate of this rank, or a worse one, can be added.
    bool refuses(std::uint64_t rank) const {
        return size_ == width_ && rank > items_[size_ - 1].rank;
    }

    void add(const MeteorCandidate& one) {
        if (size_ == width_) {
            if (!(one < items_[size_ - 1])) return;
        } else if (size_++ == items_.size()) {
            items_.emplace_back();
        }
        std::size_t place = size_ - 1;
        for (; place > 0 && one < items_[place - 1]; --place) items_[place] = items_[place - 1];
        items_[place] = one;
    }

  private:
    std::size_t width_, size_ = 0;
    std::vector<MeteorCandidate> items_;
};

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
