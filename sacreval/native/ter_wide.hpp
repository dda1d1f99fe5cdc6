// Beam edit distance cell by cell, for references over 50 times longer than the hypothesis, where
// sacrebleu's beam, which grows with the ratio of the lengths, exceeds a machine word.
#pragma once

#include <cstdint>
#include <vector>

#include "ter_beam.hpp"
#include "word_positions.hpp"

namespace sacreval::ter {

class WideBeam {
  public:
    WideBeam(const Beam& beam, const WordPositions& ref) : beam_(beam), ref_(ref) {}

    void start() {
        rows_.resize(at(beam_.n_hyp) + 1);
        rows_[0].resize(at(beam_.n_ref) + 1);
        for (std::int32_t j = 0; j <= beam_.n_ref; ++j) rows_[0][at(j)] = j;
    }

    std::int32_t base(const Words& hyp, std::int32_t unchanged) {
        for (std::int32_t i = unchanged + 1; i <= beam_.n_hyp; ++i) {
            fill(i, hyp[at(i - 1)], rows_[at(i - 1)], rows_[at(i)]);
        }
        return rows_[at(beam_.n_hyp)].back();
    }

    std::int32_t shifted(const Words& hyp, const Rotation& move) {
        const auto* previous = &rows_[at(move.first)];
        std::int32_t i = move.first;
        const auto add = [&](std::int32_t from, std::int32_t to) {
            for (auto k = from; k < to; ++k) {
                auto& row = scratch_[++i % 2];
                fill(i, hyp[at(k)], *previous, row);
                previous = &row;
            }
        };
        add(move.middle, move.end);
        add(move.first, move.middle);
        add(move.end, beam_.n_hyp);
        return previous->back();
    }

    void trace(const Words& hyp, Alignment& out) const {
        out.trace(beam_.n_hyp, beam_.n_ref, [&](std::int32_t i, std::int32_t j) {
            const auto here = value(i, j);
            const bool same = matches(hyp[at(i - 1)], j);
            if (value(i - 1, j - 1) + !same == here)
                return same ? Origin::match : Origin::substitution;
            return value(i - 1, j) + 1 == here ? Origin::deletion : Origin::insertion;
        });
    }

  private:
    using Row = std::vector<std::int32_t>;
    static constexpr std::int32_t kInfinity = 1 << 29;

    bool matches(std::int32_t word, std::int32_t j) const { return ref_.window(word, j - 1) & 1; }

    std::int32_t value(const Row& row, std::int32_t i, std::int32_t j) const {
        return j < beam_.low[at(i)] || j >= beam_.high[at(i)] ? kInfinity
                                                              : row[at(j - beam_.low[at(i)])];
    }
    std::int32_t value(std::int32_t i, std::int32_t j) const { return value(rows_[at(i)], i, j); }

    void fill(std::int32_t i, std::int32_t word, const Row& previous, Row& row) const {
        const auto low = beam_.low[at(i)], high = beam_.high[at(i)];
        row.resize(at(high - low));
        std::int32_t left = kInfinity;
        for (std::int32_t j = low; j < high; ++j) {
            auto best = std::min(value(previous, i - 1, j), left) + 1;
            if (j > 0) best = std::min(best, value(previous, i - 1, j - 1) + !matches(word, j));
            row[at(j - low)] = left = best;
        }
    }

    const Beam& beam_;
    const WordPositions& ref_;
    std::vector<Row> rows_;
    Row scratch_[2];
};

}  // namespace sacreval::ter
