// The search for shifts: all candidates are counted, as in sacrebleu, but few are evaluated.
#include "ter_search.hpp"

#include <algorithm>
#include <tuple>

#include "ter_full.hpp"

namespace sacreval::ter {

namespace {

constexpr std::int32_t kMaxShiftSize = 10;
constexpr std::int32_t kMaxShiftDistance = 50;
constexpr std::int32_t kMaxCandidates = 1000;
constexpr std::int64_t kRowsPerTick = 4096;
constexpr std::int64_t kFullMatrixBlocks = std::int64_t{1}
                                           << 22;  // about 10 ms

// The effect of moving `length` words from `start` to `target`, as in sacrebleu's _perform_shift:
// target is an index in the unshifted hypothesis, but inside the block it is relative to its end.
Rotation rotation(std::int32_t start, std::int32_t length, std::int32_t target,
                  std::int32_t words) {
    const auto end = start + length;
    if (target < start) return {target, start, end};
    if (target > end) return {start, end, target};
    return {start, end, std::min(words, length + target)};
}

}  // namespace

bool Search::Candidate::operator>(const Candidate& other) const {
    // The largest gain first, then the longest block, the earliest start, the earliest target.
    return std::tie(gain, length, other.start, other.target) >
           std::tie(other.gain, other.length, start, target);
}

void Search::spend(std::int32_t rows) {
    spent_ += rows;
    if (spent_ < kRowsPerTick) return;
    spent_ = 0;
    tick_();
}

std::int32_t Search::edits(const Words& hyp, const Words& ref, std::int32_t ref_words) {
    const auto n = static_cast<std::int32_t>(hyp.size()), m = static_cast<std::int32_t>(ref.size());
    if (m == 0 || n == 0) return std::max(n, m);
    beam_.fit(n, m);
    positions_.index(ref, ref_words);
    words_ = hyp;
    seen_ = 0;
    least_ = std::max(n, m) - common_words(ref, ref_words);
    // Shifts only decrease the distance, so a distance that is exact remains so.
    if (m <= ShortMatrix::kMaxWords && beam_.exact(short_.base(words_, 0)))
        return shift_until_done(short_, n, ref);
    beam_.fill_rows();
    if (beam_.narrow) {
        narrow_.start();
        return shift_until_done(narrow_, 0, ref);
    }
    wide_.start();
    return shift_until_done(wide_, 0, ref);
}

std::int32_t Search::common_words(const Words& ref, std::int32_t ref_words) {
    counts_.assign(at(ref_words), 0);
    for (const auto word : ref) ++counts_[at(word)];
    std::int32_t common = 0;
    for (const auto word : words_) {
        if (word < ref_words && counts_[at(word)]-- > 0) ++common;
    }
    return common;
}

template <class Matrix>
std::int32_t Search::shift_until_done(Matrix& matrix, std::int32_t unchanged, const Words& ref) {
    for (std::int32_t shifts = 0;; ++shifts) {
        spend(beam_.n_hyp);
        const auto distance = matrix.base(words_, unchanged);
        most_ = distance - least_;
        if (most_ <= 0) return shifts + distance;
        matrix.trace(words_, alignment_);
        // sacrebleu drops the best shift of the round in which it counts the last candidate it
        // allows.
        if (!collect(ref, distance)) return shifts + distance;
        const auto best = best_shift(matrix, distance);
        if (best.gain <= 0) return shifts + distance;
        const auto move = rotation(best.start, best.length, best.target, beam_.n_hyp);
        const auto begin = words_.begin();
        std::rotate(begin + move.first, begin + move.middle, begin + move.end);
        unchanged = move.first;
    }
}

// Returns by how much the beam distance may exceed the distance on the whole matrix: a bound on the
// distance of shifted hypotheses holds for the latter only.
std::int32_t Search::lost_to_beam(std::int32_t distance) {
    if (beam_.exact(distance)) return 0;
    const auto blocks = std::int64_t{beam_.n_hyp} * (positions_.size() / 64 + 1);
    if (blocks > kFullMatrixBlocks) return distance - least_;
    return distance - full_distance(words_, positions_);
}

// Collects the shifts that may reduce the distance; false once sacrebleu would have exceeded its
// limit of candidates.
bool Search::collect(const Words& ref, std::int32_t distance) {
    candidates_.clear();
    slack_ = -1;
    const auto n = beam_.n_hyp, m = beam_.n_ref;
    const auto& errors = alignment_.hyp_errors;
    for (std::int32_t h = 0; h < n; ++h) {
        // A run must contain an error in the hypothesis: skip starts where none can.
        const auto farthest = std::min(n, h + kMaxShiftSize);
        if (errors[at(farthest)] == errors[at(h)]) continue;
        // If the first word is no error, a run of that word alone is useless.
        const bool longer = errors[at(h) + 1] == errors[at(h)];
        const auto last = std::min(m - 1, h + kMaxShiftDistance);
        for (auto block = std::max(0, h - kMaxShiftDistance); block <= last; block += 64) {
            auto starts = positions_.window(words_[at(h)], block) & low_bits(last - block + 1);
            if (longer) starts &= positions_.window(words_[at(h) + 1], block + 1);
            for (; starts != 0; starts &= starts - 1) {
                const auto r = block + lowest_bit(starts);
                auto longest = 1;
                while (longest < kMaxShiftSize && h + longest < n && r + longest < m &&
                       words_[at(h + longest)] == ref[at(r + longest)]) {
                    ++longest;
                }
                if (errors[at(h + longest)] == errors[at(h)]) continue;
                if (alignment_.ref_errors[at(r + longest)] == alignment_.ref_errors[at(r)]) continue;
                if (slack_ < 0) slack_ = lost_to_beam(distance);
                collect_run(h, r, longest);
                if (seen_ >= kMaxCandidates) return false;
            }
        }
        spend(1);
    }
    return true;
}

// Counts and lists the shifts of ref[start_r ..] = hyp[start_h ..] for lengths 1 to `longest`.
void Search::collect_run(std::int32_t start_h, std::int32_t start_r, std::int32_t longest) {
    const auto& [align, hyp_errors, ref_errors] = alignment_;
    const auto aligned = align[at(start_r)];
    for (std::int32_t length = 1; length <= longest; ++length) {
        // Both runs must contain an error, and the target must not be within the block itself.
        if (hyp_errors[at(start_h + length)] == hyp_errors[at(start_h)]) continue;
        if (ref_errors[at(start_r + length)] == ref_errors[at(start_r)]) continue;
        if (start_h <= aligned && aligned < start_h + length) continue;
        std::int32_t previous = -1;
        for (std::int32_t offset = -1; offset < length; ++offset) {
            const auto before = start_r + offset;
            const auto target = before == -1 ? 0 : align[at(before)] + 1;
            if (target == previous) continue;
            previous = target;
            ++seen_;
            // Moving a block over another can be undone by deleting and inserting the shorter one.
            const auto move = rotation(start_h, length, target, beam_.n_hyp);
            if (!move.moves()) continue;
            const auto gain = std::min(most_, slack_ + 2 * std::min(move.left(), move.right()));
            if (gain > 0) candidates_.push_back({gain, length, start_h, target});
        }
    }
}

template <class Matrix>
Search::Candidate Search::best_shift(Matrix& matrix, std::int32_t distance) {
    std::sort(candidates_.begin(), candidates_.end(), std::greater<Candidate>());
    Candidate best{0, kMaxShiftSize + 1, 0, 0};
    const Candidate* previous = nullptr;
    for (const auto& candidate : candidates_) {
        if (!(candidate > best)) break;  // neither can those that follow
        const bool again =
            previous && !(*previous > candidate);  // found at two positions of the reference
        previous = &candidate;
        if (again) continue;
        const auto move =
            rotation(candidate.start, candidate.length, candidate.target, beam_.n_hyp);
        spend(beam_.n_hyp - move.first);
        auto evaluated = candidate;
        evaluated.gain = distance - matrix.shifted(words_, move);
        if (evaluated > best) best = evaluated;
    }
    return best;
}

}  // namespace sacreval::ter
