// ROUGE-L and ROUGE-W of ROUGE-1.5.5: the union of (weighted) longest common subsequences.
#pragma once

#include <cstdint>
#include <vector>

#include "lcs.hpp"
#include "rouge155_text.hpp"

namespace sacreval {

class Sequences155 {
  public:
    Sequences155(const Rouge155Options& options, Cancel& cancel)
        : options_(options), lcs_(cancel), pace_(cancel) {}

    // Sets the peer of the pairs that follow; `words` are all its words. All ids are < vocabulary.
    void start(const Text155& peer, const Bag155& words, std::uint32_t vocabulary);
    // Fill three cells: hits, units of the model, units of the peer.
    void count_lcs(const Text155& model, const Bag155& words, double* cells);
    void count_weighted(const Text155& model, const Bag155& words, double* cells);
    // Clears what `start` and the pairs have set; the texts may go away afterwards.
    void stop();

  private:
    static constexpr std::size_t kMaxSteps = std::size_t{1} << 32;  // a byte each

    void renew(const Bag155& words);
    bool take(std::uint32_t word);
    void select(Span<std::uint32_t> sentence, std::size_t peer_line);
    void mark_weighted(Span<std::uint32_t> a, Span<std::uint32_t> b);
    double weight_of(std::size_t length);

    struct Left {
        std::uint32_t peer, model;
    };
    const Rouge155Options& options_;
    Lcs lcs_;
    Pace pace_;
    const Text155* peer_ = nullptr;
    const Bag155* peer_words_ = nullptr;
    const Bag155* model_words_ = nullptr;
    std::uint32_t vocabulary_ = 0;
    std::vector<std::uint64_t> lines_with_;  // by word: the peer's lines that have it, modulo 64
    std::vector<Left> left_;                 // by word: how often it can still match
    std::vector<std::uint32_t> shared_, places_;  // words of a sentence that a line of the peer has
    std::vector<Byte> marks_, shared_marks_;
    std::vector<double> weights_, above_, row_;
    std::vector<std::uint32_t> runs_above_, runs_, rows_;
    std::vector<Byte> steps_;
};

}  // namespace sacreval
