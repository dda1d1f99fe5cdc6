// METEOR 1.5's search for the alignment with the most matches in the fewest chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "meteor15_matches.hpp"

namespace sacreval {

// The states of `Path` in `sacreval/metrics/ngrams/_meteor_aligner.py`, which defines the search.
struct MeteorPath {
    std::int64_t matched = 0, chunks = 0, distance = 0;
    std::int64_t next = 0, end = -1;
    std::uint32_t trail = kNone;  // the last match and those before it
    std::uint32_t bits = 0;       // row of the matched positions of the prediction
    std::uint32_t match = kNone;  // that is being appended

    bool is_better_than(const MeteorPath& other) const {
        if (matched != other.matched) return matched > other.matched;
        if (chunks != other.chunks) return chunks < other.chunks;
        return distance < other.distance;
    }
};

// The best paths in order; of equal ones the first that was added comes first.
class MeteorPaths {
  public:
    explicit MeteorPaths(std::size_t width) : width_(width) {}

    void add(const MeteorPath& path) {
        std::size_t place = paths_.size();
        if (place == width_ && !path.is_better_than(paths_.back())) return;
        if (place < width_) paths_.push_back(path);
        else --place;
        for (; place > 0 && path.is_better_than(paths_[place - 1]); --place)
            paths_[place] = paths_[place - 1];
        paths_[place] = path;
    }
    void clear() { paths_.clear(); }
    bool empty() const { return paths_.empty(); }
    void swap(MeteorPaths& other) { paths_.swap(other.paths_); }
    std::size_t size() const { return paths_.size(); }
    MeteorPath& operator[](std::size_t k) { return paths_[k]; }
    auto begin() { return paths_.begin(); }
    auto end() { return paths_.end(); }
    void keep_first() { paths_.resize(1); }

  private:
    std::size_t width_;
    std::vector<MeteorPath> paths_;
};

class MeteorBeam {
  public:
    // `exact` is the place of the exact matcher in the list of modules.
    MeteorBeam(std::size_t width, std::size_t exact, Cancel& cancel)
        : exact_(exact), pace_(cancel), paths_(width), next_(width) {}

    struct Alignment {
        const std::vector<std::uint32_t>& matches;  // numbers, the last first
        std::int64_t chunks;
    };

    // `starts[j]` to `starts[j + 1] - 1` are the matches at position j of the reference.
    Alignment search(const std::vector<MeteorMatch>& matches,
                     const std::vector<std::uint32_t>& starts, std::size_t predicted,
                     std::size_t reference) {
        matches_ = matches.data();
        starts_ = starts.data();
        prepare(matches.size(), predicted, reference);
        for (std::size_t j = 0; j < reference; ++j) step(j);
        for (MeteorPath& path : paths_) path.chunks += path.end >= 0;
        const auto best =
            std::min_element(paths_.begin(), paths_.end(),
                             [](const auto& a, const auto& b) { return a.is_better_than(b); });
        result_.clear();
        for (std::uint32_t at = best->trail; at != kNone; at = trail_[at].before)
            result_.push_back(trail_[at].match);
        return {result_, best->chunks};
    }

  private:
    struct Node {
        std::uint32_t before, match;
    };

    void prepare(std::size_t count, std::size_t predicted, std::size_t reference) {
        left_.assign(reference, 0);
        right_.assign(predicted, 0);
        for (std::size_t m = 0; m < count; ++m) {
            for_reference(matches_[m], [this](std::size_t j) { ++left_[j]; });
            for_prediction(matches_[m], [this](std::size_t i) { ++right_[i]; });
        }
        words_ = predicted / 64 + 1;
        bits_.assign(words_, 0);
        fixed_.assign(reference, kNone);
        for (std::size_t j = 0; j < reference; ++j)
            if (starts_[j + 1] == starts_[j] + 1 && is_alone(matches_[starts_[j]])) fix(j);
        trail_.clear();
        paths_.clear();
        paths_.add({});
    }

    template <class Use>
    static void for_reference(const MeteorMatch& match, Use use) {
        for (std::size_t k = 0; k < match.length; ++k) use(match.start + k);
    }
    template <class Use>
    static void for_prediction(const MeteorMatch& match, Use use) {
        for (std::size_t k = 0; k < match.predicted_length; ++k) use(match.predicted + k);
    }

    bool is_alone(const MeteorMatch& match) const {
        bool alone = true;
        for_reference(match, [&](std::size_t j) { alone = alone && left_[j] == 1; });
        for_prediction(match, [&](std::size_t i) { alone = alone && right_[i] == 1; });
        return alone;
    }

    // No other match has a word of a fixed one, so that others never need to be checked against it.
    void fix(std::size_t j) {
        for_reference(matches_[starts_[j]], [&](std::size_t k) { fixed_[k] = starts_[j]; });
    }

    void step(std::size_t j) {
        pace_(paths_.size());
        if (fixed_[j] != kNone)
            in_place(j, [&](MeteorPath& path) { take_fixed(path, fixed_[j]); });
        else if (starts_[j] == starts_[j + 1])
            in_place(j, skip);
        else
            branch(j);
    }

    // Changes every path that ends before the position, and sorts them again.
    template <class Change>
    void in_place(std::size_t j, Change change) {
        next_.clear();
        for (MeteorPath& path : paths_) {
            if (static_cast<std::int64_t>(j) >= path.next) change(path);
            next_.add(path);
        }
        paths_.swap(next_);
    }

    static void skip(MeteorPath& path) {
        path.chunks += path.end >= 0;
        path.end = -1;
        ++path.next;
    }

    void take_fixed(MeteorPath& path, std::uint32_t number) {
        take(path, number);
        path.distance += distance(matches_[number]);
        trail_.push_back({path.trail, number});
        path.trail = static_cast<std::uint32_t>(trail_.size() - 1);
    }

    // An exact match counts its words, any other half of them, rounded down on each side.
    void take(MeteorPath& path, std::uint32_t number) const {
        const MeteorMatch& match = matches_[number];
        path.matched += match.module == exact_ ? match.length + match.predicted_length
                                               : match.length / 2 + match.predicted_length / 2;
        path.chunks += path.end >= 0 && path.end != static_cast<std::int64_t>(match.predicted);
        path.next = static_cast<std::int64_t>(match.start) + match.length;
        path.end = static_cast<std::int64_t>(match.predicted) + match.predicted_length;
        path.match = number;
    }

    static std::int64_t distance(const MeteorMatch& match) {
        return std::llabs(static_cast<long long>(match.start) - match.predicted);
    }

    // The distance of each match is added to the path itself, not to the one that takes it.
    void branch(std::size_t j) {
        next_.clear();
        for (MeteorPath& path : paths_) {
            path.match = kNone;
            if (static_cast<std::int64_t>(j) < path.next) {
                next_.add(path);
                continue;
            }
            const std::uint64_t* bits = bits_.data() + path.bits * words_;
            for (std::uint32_t m = starts_[j]; m < starts_[j + 1]; ++m) {
                if (!is_free(bits, matches_[m])) continue;
                MeteorPath longer = path;
                take(longer, m);
                next_.add(longer);
                path.distance += distance(matches_[m]);
            }
            pace_(starts_[j + 1] - starts_[j]);
            skip(path);
            next_.add(path);
        }
        paths_.swap(next_);
        append_matches();
    }

    static bool is_free(const std::uint64_t* bits, const MeteorMatch& match) {
        bool free = true;
        for_prediction(match, [&](std::size_t i) {
            free = free && (bits[i / 64] >> i % 64 & 1) == 0;
        });
        return free;
    }

    // Every path that was kept gets its own row of bits.
    void append_matches() {
        next_bits_.resize(paths_.size() * words_);
        for (std::size_t p = 0; p < paths_.size(); ++p) {
            MeteorPath& path = paths_[p];
            const std::uint64_t* before = bits_.data() + path.bits * words_;
            std::uint64_t* bits = next_bits_.data() + p * words_;
            std::copy(before, before + words_, bits);
            path.bits = static_cast<std::uint32_t>(p);
            if (path.match == kNone) continue;
            for_prediction(matches_[path.match], [bits](std::size_t i) {
                bits[i / 64] |= std::uint64_t{1} << i % 64;
            });
            trail_.push_back({path.trail, path.match});
            path.trail = static_cast<std::uint32_t>(trail_.size() - 1);
        }
        bits_.swap(next_bits_);
        pace_(words_ * paths_.size());
    }

    std::size_t exact_;
    Pace pace_;
    const MeteorMatch* matches_ = nullptr;
    const std::uint32_t* starts_ = nullptr;
    std::vector<std::uint32_t> left_, right_;  // number of matches that have each word
    std::vector<std::uint32_t> fixed_, result_;
    MeteorPaths paths_, next_;
    std::vector<Node> trail_;
    std::size_t words_ = 1;  // of the bits of a path
    std::vector<std::uint64_t> bits_, next_bits_;
};

}  // namespace sacreval
