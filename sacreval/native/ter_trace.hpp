// The cheapest path through an edit matrix, for the choice of shifts.
#pragma once

#include <cstdint>
#include <vector>

namespace sacreval::ter {

// Word ids: 0 to k - 1 are the k distinct words of the reference, k is any other word.
using Words = std::vector<std::int32_t>;

inline std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// A block move: the words [first, end) are rotated so that `middle` comes first.
struct Rotation {
    std::int32_t first, middle, end;
    std::int32_t left() const { return middle - first; }
    std::int32_t right() const { return end - middle; }
    bool moves() const { return left() > 0 && right() > 0; }
};

// The neighbour that a cell's value comes from. Ties prefer match or substitution, then deletion,
// then insertion: sacrebleu prefers insertion to deletion like Tercom, but on the flipped trace.
enum class Origin { match, substitution, deletion, insertion };

struct Alignment {
    std::vector<std::int32_t>
        hyp_of_ref;  // last hypothesis word used up with a reference word, or -1
    std::vector<std::int32_t>
        hyp_errors;  // errors in the first k words of the hypothesis, k = 0..n
    std::vector<std::int32_t> ref_errors;  // the same for the reference

    // Walks from the last cell to the first; calls origin(i, j) for cells with i, j > 0.
    template <class AskOrigin>
    void trace(std::int32_t n_hyp, std::int32_t n_ref, AskOrigin&& origin) {
        hyp_of_ref.resize(at(n_ref));
        hyp_errors.assign(at(n_hyp) + 1, 0);
        ref_errors.assign(at(n_ref) + 1, 0);
        std::int32_t i = n_hyp, j = n_ref;
        while (j > 0) {
            const auto from = i == 0 ? Origin::insertion : origin(i, j);
            if (from == Origin::deletion) {
                hyp_errors[at(i--)] = 1;
                continue;
            }
            hyp_of_ref[at(j - 1)] = i - 1;
            ref_errors[at(j)] = from != Origin::match;
            --j;
            if (from == Origin::insertion) continue;
            hyp_errors[at(i--)] = from != Origin::match;
        }
        while (i > 0) hyp_errors[at(i--)] = 1;
        for (std::size_t k = 1; k < hyp_errors.size(); ++k) hyp_errors[k] += hyp_errors[k - 1];
        for (std::size_t k = 1; k < ref_errors.size(); ++k) ref_errors[k] += ref_errors[k - 1];
    }
};

}  // namespace sacreval::ter
