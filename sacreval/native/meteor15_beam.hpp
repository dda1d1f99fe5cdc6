// METEOR 1.5's search for the alignment with the most matches in the fewest chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "meteor15_matches.hpp"

namespace sacreval {

class MeteorBeam {
  public:
    // `exact` is the place of the exact matcher in the list of modules.
    MeteorBeam(std::size_t width, std::size_t exact, Cancel& cancel)
        : width_(width), exact_(exact), pace_(cancel) {}

    struct Alignment {
        const std::vector<std::uint32_t>& matches;  // numbers, the last first
        std::int64_t chunks;
    };

    // `matches` are sorted by position in the reference.
    Alignment search(const std::vector<MeteorMatch>& matches, std::size_t predicted,
                     std::size_t reference) {
        matches_ = &matches;
        prepare(predicted, reference);
        for (std::size_t j = 0; j < reference; ++j) step(j);
        for (Path& path : paths_) path.chunks += path.end >= 0;
        const auto best = std::min_element(paths_.begin(), paths_.end(), is_better);
        result_.clear();
        for (std::uint32_t at = best->trail; at != kNone; at = trail_[at].before)
            result_.push_back(trail_[at].match);
        return {result_, best->chunks};
    }

  private:
    struct Path {
        std::int64_t doubled = 0, chunks = 0, distance = 0;
        std::int64_t next = 0, end = -1;      // see `Path` in metrics/ngrams/_meteor_aligner.py
        std::uint32_t trail = kNone;          // its last match
        std::uint32_t parent = 0, match = kNone, turn = 0;  // while it is a candidate
    };
    struct Node {
        std::uint32_t before, match;
    };
    using Bits = std::vector<std::uint64_t>;

    static bool is_better(const Path& a, const Path& b) {
        if (a.doubled != b.doubled) return a.doubled > b.doubled;
        if (a.chunks != b.chunks) return a.chunks < b.chunks;
        return a.distance < b.distance;
    }
    static bool comes_first(const Path& a, const Path& b) {
        if (is_better(a, b)) return true;
        return !is_better(b, a) && a.turn < b.turn;
    }

    void prepare(std::size_t predicted, std::size_t reference) {
        const auto& matches = *matches_;
        starts_.assign(reference + 1, 0);
        for (const MeteorMatch& match : matches) ++starts_[match.start + 1];
        for (std::size_t j = 0; j < reference; ++j) starts_[j + 1] += starts_[j];
        left_.assign(reference, 0);
        right_.assign(predicted, 0);
        for (const MeteorMatch& match : matches) {
            for (std::size_t k = 0; k < match.length; ++k) ++left_[match.start + k];
            for (std::size_t k = 0; k < match.predicted_length; ++k) ++right_[match.predicted + k];
        }
        words_ = predicted / 64 + 1;
        used_.assign(words_, 0);
        taken_.assign(reference, false);
        fixed_.assign(reference, kNone);
        for (std::size_t j = 0; j < reference; ++j)
            if (starts_[j + 1] == starts_[j] + 1 && is_alone(matches[starts_[j]])) fix(j);
        paths_.assign(1, Path{});
        trail_.clear();
    }

    bool is_alone(const MeteorMatch& match) const {
        for (std::size_t k = 0; k < match.length; ++k)
            if (left_[match.start + k] != 1) return false;
        for (std::size_t k = 0; k < match.predicted_length; ++k)
            if (right_[match.predicted + k] != 1) return false;
        return true;
    }

    void fix(std::size_t j) {
        const MeteorMatch& match = (*matches_)[starts_[j]];
        fixed_[j] = starts_[j];
        for (std::size_t k = 0; k < match.length; ++k) taken_[match.start + k] = true;
        mark(used_.data(), match);
    }

    static void mark(std::uint64_t* bits, const MeteorMatch& match) {
        for (std::size_t i = match.predicted; i < match.predicted + match.predicted_length; ++i)
            bits[i / 64] |= std::uint64_t{1} << i % 64;
    }

    bool is_free(const std::uint64_t* bits, const MeteorMatch& match) const {
        for (std::size_t i = match.predicted; i < match.predicted + match.predicted_length; ++i)
            if ((bits[i / 64] >> i % 64 & 1) != 0) return false;
        for (std::size_t k = 0; k < match.length; ++k)
            if (taken_[match.start + k]) return false;
        return true;
    }

    void step(std::size_t j) {
        next_.clear();
        for (std::size_t p = 0; p < paths_.size(); ++p) {
            Path path = paths_[p];
            path.parent = static_cast<std::uint32_t>(p);
            path.match = kNone;
            if (static_cast<std::int64_t>(j) < path.next)
                add(path);
            else if (taken_[j])
                take_fixed(path, j);
            else
                branch(path, j);
        }
        if (next_.empty()) {
            paths_.resize(1);
            return;
        }
        keep_best();
    }

    void add(Path path) {
        path.turn = static_cast<std::uint32_t>(next_.size());
        next_.push_back(path);
        pace_(1);
    }

    void take_fixed(Path path, std::size_t j) {
        if (fixed_[j] == kNone) return;
        take(path, fixed_[j]);
        path.distance += distance(fixed_[j]);
        add(path);
    }

    // The distance of each match is added to the path itself, not to the one that takes it.
    void branch(Path path, std::size_t j) {
        const std::uint64_t* bits = used_.data() + path.parent * words_;
        for (std::uint32_t k = starts_[j]; k < starts_[j + 1]; ++k) {
            if (!is_free(bits, (*matches_)[k])) continue;
            Path longer = path;
            take(longer, k);
            add(longer);
            path.distance += distance(k);
        }
        path.chunks += path.end >= 0;
        path.end = -1;
        ++path.next;
        add(path);
    }

    // An exact match counts its words, any other half of them, rounded down on each side.
    void take(Path& path, std::uint32_t number) const {
        const MeteorMatch& match = (*matches_)[number];
        const bool whole = match.module == exact_;
        path.doubled += whole ? match.length + match.predicted_length
                              : match.length / 2 + match.predicted_length / 2;
        path.chunks += path.end >= 0 && path.end != static_cast<std::int64_t>(match.predicted);
        path.next = static_cast<std::int64_t>(match.start) + match.length;
        path.end = static_cast<std::int64_t>(match.predicted) + match.predicted_length;
        path.match = number;
    }

    std::int64_t distance(std::uint32_t number) const {
        const MeteorMatch& match = (*matches_)[number];
        return std::llabs(static_cast<long long>(match.start) - match.predicted);
    }

    void keep_best() {
        if (next_.size() > width_) {
            const auto middle = next_.begin() + static_cast<std::ptrdiff_t>(width_);
            std::nth_element(next_.begin(), middle - 1, next_.end(), comes_first);
            next_.erase(middle, next_.end());
        }
        if (!std::is_sorted(next_.begin(), next_.end(), comes_first))
            std::sort(next_.begin(), next_.end(), comes_first);
        next_used_.resize(next_.size() * words_);
        for (std::size_t p = 0; p < next_.size(); ++p) {
            Path& path = next_[p];
            const std::uint64_t* before = used_.data() + path.parent * words_;
            std::uint64_t* bits = next_used_.data() + p * words_;
            std::copy(before, before + words_, bits);
            if (path.match == kNone) continue;
            mark(bits, (*matches_)[path.match]);
            trail_.push_back({path.trail, path.match});
            path.trail = static_cast<std::uint32_t>(trail_.size() - 1);
        }
        paths_.swap(next_);
        used_.swap(next_used_);
        pace_(words_ * paths_.size());
    }

    std::size_t width_, exact_;
    Pace pace_;
    const std::vector<MeteorMatch>* matches_ = nullptr;
    std::vector<std::uint32_t> starts_, left_, right_, fixed_, result_;
    std::vector<bool> taken_;
    std::vector<Path> paths_, next_;
    std::vector<Node> trail_;
    std::size_t words_ = 1;  // of the bits of a path
    Bits used_, next_used_;  // by path: the positions of the prediction that are matched
};

}  // namespace sacreval
