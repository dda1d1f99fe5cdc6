// METEOR 1.5's search for the alignment with the most matches in the fewest chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "meteor15_matches.hpp"
#include "meteor15_paths.hpp"

namespace sacreval {

class MeteorBeam {
  public:
    // `exact` is the place of the exact matcher in the list of modules.
    MeteorBeam(std::size_t width, std::size_t exact, Cancel& cancel)
        : exact_(exact), pace_(cancel), best_(width) {}

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
        for (MeteorPath& path : paths_) path.close_chunk();
        const auto best =
            std::min_element(paths_.begin(), paths_.end(),
                             [](const auto& a, const auto& b) { return a.is_better_than(b); });
        result_.clear();
        for (std::uint32_t at = best->trail; at != kNone; at = trail_[at].before)
            result_.push_back(trail_[at].match);
        return {result_, best->chunks()};
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
        paths_.assign(1, {});
        is_open_ = false;
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
        if (fixed_[j] != kNone) return take_fixed(j, fixed_[j]);
        if (starts_[j] == starts_[j + 1]) return skip_all(j);
        branch(j);
    }

    bool is_within_match(const MeteorPath& path, std::size_t j) const {
        return j < path.next;
    }

    void skip_all(std::size_t j) {
        if (!is_open_) return;
        is_open_ = false;
        for (MeteorPath& path : paths_) {
            if (is_within_match(path, j))
                is_open_ = true;
            else
                skip(path);
        }
        sort(paths_);
        pace_(paths_.size());
    }

    static void skip(MeteorPath& path) {
        path.close_chunk();
        path.end = kNone;
    }

    void take_fixed(std::size_t j, std::uint32_t number) {
        is_open_ = true;
        for (MeteorPath& path : paths_) {
            if (is_within_match(path, j)) continue;
            const MeteorMatch& match = matches_[number];
            path.rank -= counted(match) << 32;
            if (path.end != match.predicted) path.close_chunk();
            path.distance += distance(match);
            append(path, number);
        }
        sort(paths_);
        pace_(paths_.size());
    }

    // An exact match counts its words, any other half of them, rounded down on each side.
    std::uint64_t counted(const MeteorMatch& match) const {
        const std::uint64_t ours = match.predicted_length, theirs = match.length;
        return match.module == exact_ ? ours + theirs : ours / 2 + theirs / 2;
    }

    void append(MeteorPath& path, std::uint32_t number) {
        const MeteorMatch& match = matches_[number];
        path.next = match.start + match.length;
        path.end = match.predicted + match.predicted_length;
        trail_.push_back({path.trail, number});
        path.trail = static_cast<std::uint32_t>(trail_.size() - 1);
    }

    static std::int64_t distance(const MeteorMatch& match) {
        return std::llabs(static_cast<long long>(match.start) - match.predicted);
    }

    // A match at the current position, and what taking it changes.
    struct Choice {
        std::uint64_t words;  // that count, in the upper half, as in MeteorPath::rank
        std::int64_t distance;
        std::uint32_t number, predicted, length;  // match; words of the prediction
    };

    void branch(std::size_t j) {
        choices_.clear();
        most_ = 0;
        for (std::uint32_t m = starts_[j]; m < starts_[j + 1]; ++m) {
            const MeteorMatch& match = matches_[m];
            choices_.push_back({counted(match) << 32, distance(match), m, match.predicted,
                                match.predicted_length});
            most_ = std::max(most_, choices_.back().words);
        }
        best_.clear();
        const std::size_t tried = extend_all(j);
        for (std::size_t p = 0; p < tried; ++p)
            best_.add({paths_[p].rank, paths_[p].distance, turn(p, kNone)});
        pace_(paths_.size() * choices_.size());
        follow_best();
    }

    // Returns the number of paths of which a candidate may be kept: they are sorted, and a match
    // lowers the rank by its words at most.
    std::size_t extend_all(std::size_t j) {
        for (std::size_t p = 0; p < paths_.size(); ++p) {
            if (best_.refuses(paths_[p].rank - most_)) return p;
            if (!is_within_match(paths_[p], j)) extend(paths_[p], p);
        }
        return paths_.size();
    }

    static std::uint64_t turn(std::size_t parent, std::uint32_t match) {
        return std::uint64_t{parent} << 32 | match;
    }

    // Adds the path with each match that it can take, and changes it to the path without.
    // The distance of each match is added to the path itself, not to the one that takes it.
    void extend(MeteorPath& path, std::size_t p) {
        const std::uint64_t* bits = bits_.data() + path.bits * words_;
        for (const Choice& one : choices_) {
            if (!is_free(bits, one)) continue;
            const bool closes = path.is_open() & (path.end != one.predicted);
            best_.add({path.rank - one.words + closes, path.distance, turn(p, one.number)});
            path.distance += one.distance;
        }
        skip(path);
    }

    static bool is_free(const std::uint64_t* bits, const Choice& one) {
        std::uint64_t used = bits[one.predicted / 64] >> one.predicted % 64;
        for (std::size_t k = 1; k < one.length; ++k)
            used |= bits[(one.predicted + k) / 64] >> (one.predicted + k) % 64;
        return (used & 1) == 0;
    }

    // Replaces the paths by the best candidates, each with its own row of bits.
    void follow_best() {
        next_.resize(best_.size());
        next_bits_.resize(best_.size() * words_);
        is_open_ = false;
        for (std::size_t k = 0; k < best_.size(); ++k) {
            const MeteorCandidate& one = best_[k];
            MeteorPath& path = next_[k];
            path = paths_[one.parent()];
            path.rank = one.rank;
            path.distance = one.distance;
            const std::uint64_t* before = bits_.data() + path.bits * words_;
            std::uint64_t* bits = next_bits_.data() + k * words_;
            for (std::size_t w = 0; w < words_; ++w) bits[w] = before[w];
            path.bits = static_cast<std::uint32_t>(k);
            if (one.match() != kNone) {
                append(path, one.match());
                for_prediction(matches_[one.match()], [bits](std::size_t i) {
                    bits[i / 64] |= std::uint64_t{1} << i % 64;
                });
            }
            is_open_ = is_open_ || path.is_open();
        }
        paths_.swap(next_);
        bits_.swap(next_bits_);
        pace_(words_ * paths_.size());
    }

    std::size_t exact_;
    Pace pace_;
    const MeteorMatch* matches_ = nullptr;
    const std::uint32_t* starts_ = nullptr;
    std::vector<std::uint32_t> left_, right_;  // number of matches that have each word
    std::vector<std::uint32_t> fixed_, result_;
    std::vector<MeteorPath> paths_, next_;
    bool is_open_ = false;  // whether a chunk of any path is open
    std::vector<Choice> choices_;
    std::uint64_t most_ = 0;  // words of the choice that has most
    MeteorCandidates best_;
    std::vector<Node> trail_;
    std::size_t words_ = 1;  // of the bits of a path
    std::vector<std::uint64_t> bits_, next_bits_;
};

}  // namespace sacreval
