// Matches and totals of each ROUGE type, pair by pair.
#include "rouge.hpp"

#include <algorithm>

#include "lcs.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

// The sentences of text t: the parts between its breaks, including empty ones.
template <class Use>
void for_sentences(const TokenView& view, std::size_t t, Use&& use) {
    const Ids text = view.text(t);
    std::size_t from = 0;
    for (const std::uint32_t to : view.breaks(t)) {
        if (to > from) use(from, to);
        from = to;
    }
    if (text.size > from) use(from, text.size);
}

class Worker {
  public:
    Worker(const Texts& texts, const RougeOptions& options, Run run, std::int64_t* rows)
        : texts_(texts), options_(options), rows_(rows), lcs_(run.cancel), matcher_(run.cancel) {
        for (const int type : options.types)
            if (type < kRougeL) orders_ = std::max(orders_, static_cast<std::size_t>(type));
    }

    void instance(const TokenView& view, std::size_t i) {
        const std::size_t width = 3 * options_.types.size();
        std::int64_t* rows = rows_ + texts_.starts[i] * width;
        if (orders_ > 0) ngrams(view, rows, width);
        for (std::size_t j = 0; j < view.references; ++j)
            for (std::size_t k = 0; k < options_.types.size(); ++k)
                if (options_.types[k] >= kRougeL)
                    sequence(view, j, options_.types[k], rows + j * width + 3 * k);
    }

  private:
    void ngrams(const TokenView& view, std::int64_t* rows, std::size_t width) {
        references_.clear();
        for (std::size_t j = 0; j < view.references; ++j)
            references_.push_back(view.reference(j));
        matcher_.start(view.prediction(), references_, view.vocabulary);
        for (std::size_t n = 1; n <= orders_; ++n) {
            matcher_.next(false);
            for (std::size_t k = 0; k < options_.types.size(); ++k) {
                if (static_cast<std::size_t>(options_.types[k]) != n) continue;
                for (std::size_t j = 0; j < view.references; ++j) {
                    std::int64_t* cell = rows + j * width + 3 * k;
                    cell[0] = matcher_.matches()[j];
                    cell[1] = ngram_total(view.prediction().size, n);
                    cell[2] = ngram_total(references_[j].size, n);
                }
            }
        }
    }

    void sequence(const TokenView& view, std::size_t j, int type, std::int64_t* cell) {
        const Ids prediction = view.prediction(), reference = view.reference(j);
        // If both texts have one sentence, the union LCS is the LCS.
        const bool lines = type == kRougeLsum &&
                           (view.breaks(0).size > 0 || view.breaks(j + 1).size > 0);
        cell[0] = lines ? union_hits(view, j)
                        : lcs_.length(reference, prediction, view.vocabulary);
        cell[1] = static_cast<std::int64_t>(prediction.size);
        cell[2] = static_cast<std::int64_t>(reference.size);
    }

    // rouge-score's _summary_level_lcs: each reference sentence's union LCS over all prediction
    // sentences; a token counts at most as often as either text has it.
    std::int64_t union_hits(const TokenView& view, std::size_t j) {
        const Ids prediction = view.prediction(), reference = view.reference(j);
        left_.assign(view.vocabulary, {0, 0});
        for (const std::uint32_t id : prediction) ++left_[id].prediction;
        for (const std::uint32_t id : reference) ++left_[id].reference;
        std::int64_t hits = 0;
        for_sentences(view, j + 1, [&](std::size_t from, std::size_t to) {
            const Ids sentence = reference.sub(from, to);
            marks_.assign(sentence.size, 0);
            for_sentences(view, 0, [&](std::size_t begin, std::size_t end) {
                lcs_.mark(sentence, prediction.sub(begin, end), view.vocabulary, marks_);
            });
            for (std::size_t k = 0; k < sentence.size; ++k) {
                Left& left = left_[sentence[k]];
                if (!marks_[k] || left.prediction == 0 || left.reference == 0) continue;
                ++hits;
                --left.prediction;
                --left.reference;
            }
        });
        return hits;
    }

    struct Left {
        std::uint32_t prediction, reference;
    };
    const Texts& texts_;
    const RougeOptions& options_;
    std::int64_t* rows_;
    Lcs lcs_;
    std::size_t orders_ = 0;
    NgramMatcher matcher_;
    std::vector<Ids> references_;
    std::vector<Left> left_;
    std::vector<Byte> marks_;
};

}  // namespace

void rouge_pairs(Texts& texts, const RougeOptions& options, Run run, std::int64_t* rows) {
    const auto tokenizer = options.stemmer ? Tokenizer::rouge_stem : Tokenizer::rouge;
    const auto tokens = tokens_of(texts, tokenizer, false, run);
    for_instances(texts, *tokens, run, [&] { return Worker(texts, options, run, rows); });
}

}  // namespace sacreval
