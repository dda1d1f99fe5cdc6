// Translation edit rate of one pair: shifts of word blocks until none reduces the edit distance.
//
// Source: sacrebleu/metrics/lib_ter.py, translation_edit_rate and _shift (Snover et al., 2006;
// Tercom).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ter_beam.hpp"
#include "ter_narrow.hpp"
#include "ter_short.hpp"
#include "ter_wide.hpp"
#include "word_positions.hpp"

namespace sacreval::ter {

class Search {
  public:
    // `tick` is called every few thousand matrix rows and may throw to cancel.
    explicit Search(std::function<void()> tick) : tick_(std::move(tick)) {}
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    // Edits from `hyp` to `ref`, whose ids run from 0 to `ref_words` - 1 (an id past them: not in
    // `ref`).
    std::int32_t edits(const Words& hyp, const Words& ref, std::int32_t ref_words);

  private:
    // Ordered like sacrebleu's ranking of shifts, but by an upper bound of the gain.
    struct Candidate {
        std::int32_t gain, length, start, target;
        bool operator>(const Candidate& other) const;
    };

    template <class Matrix>
    std::int32_t shift_until_done(Matrix& matrix, std::int32_t unchanged, const Words& ref);
    template <class Matrix>
    Candidate best_shift(Matrix& matrix, std::int32_t distance);
    bool collect(const Words& ref, std::int32_t distance);
    void collect_run(std::int32_t start_h, std::int32_t start_r, std::int32_t longest);
    std::int32_t lost_to_beam(std::int32_t distance);
    std::int32_t common_words(const Words& ref, std::int32_t ref_words);
    void spend(std::int32_t rows);

    std::function<void()> tick_;
    std::int64_t spent_ = 0;

    Beam beam_;
    WordPositions positions_;
    ShortMatrix short_{positions_};
    NarrowBeam narrow_{beam_, positions_};
    WideBeam wide_{beam_, positions_};
    Alignment alignment_;
    Words words_;
    std::vector<std::int32_t> counts_;
    std::vector<Candidate> candidates_;
    std::int32_t least_ = 0;  // lower bound of the distance, for any order of the words
    std::int32_t seen_ = 0;   // number of candidates so far, over all rounds
    std::int32_t most_ = 0;   // largest possible gain of a shift in this round
    std::int32_t slack_ = 0;  // upper bound of the part of the distance that is due to the beam
};

}  // namespace sacreval::ter
