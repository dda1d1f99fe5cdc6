// Character and word n-gram counts of each (prediction, reference).
#include "chrf.hpp"

#include <algorithm>

#include "chars.hpp"
#include "instances.hpp"
#include "ngrams.hpp"
#include "tokchar.hpp"

namespace sacreval {
namespace {

// chrF's words: one ASCII punctuation mark is split off at the end, or else at the beginning
// (sacrebleu issue 124: "(hi)" gives "(hi" and ")").
template <class Char, class Emit>
void chrf_words(Span<Char> text, Emit&& emit) {
    split_words(text, [&](Span<Char> w) {
        const std::size_t n = w.size;
        if (n > 1 && is_ascii_punctuation(w[n - 1])) {
            emit(w.sub(0, n - 1));
            emit(w.sub(n - 1, n));
        } else if (n > 1 && is_ascii_punctuation(w[0])) {
            emit(w.sub(0, 1));
            emit(w.sub(1, n));
        } else {
            emit(w);
        }
    });
}

class Worker {
  public:
    Worker(const Texts& texts, const ChrfOptions& options, Run run, std::int64_t* rows)
        : texts_(texts),
          options_(options),
          pace_(run.cancel),
          rows_(rows),
          reader_(texts, options.lowercase),
          matcher_(run.cancel) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) { instance(spans, i); });
    }

  private:
    std::size_t width() const { return 3 * (options_.char_order + options_.word_order); }

    template <class Char>
    void instance(const std::vector<Span<Char>>& spans, std::size_t i) {
        std::int64_t* rows = rows_ + texts_.starts[i] * width();
        if (options_.char_order > 0) {
            characters(spans);
            count(options_.char_order, char_ids_.count(), rows);
        }
        if (options_.word_order > 0) {
            const std::uint32_t vocabulary = words(spans);
            count(options_.word_order, vocabulary, rows + 3 * options_.char_order);
        }
    }

    template <class Char>
    void characters(const std::vector<Span<Char>>& spans) {
        std::size_t total = 0;
        for (const Span<Char>& text : spans) total += text.size;
        char_ids_.reset();
        ends_.clear();
        if (symbols_.size() < total) symbols_.resize(total);
        std::size_t out = 0;
        for (const Span<Char>& text : spans) {
            for (const Char c : text) {  // branchless, since spaces are hard to predict
                symbols_[out] = char_ids_.intern(c);
                out += options_.whitespace | !is_space(c);
            }
            ends_.push_back(out);
            pace_(text.size);
        }
    }

    template <class Char>
    std::uint32_t words(const std::vector<Span<Char>>& spans) {
        SliceIds<Char>& table = this->table(Char());
        std::size_t total = 0;
        for (const Span<Char>& text : spans) total += text.size;
        table.reset(total / 8);
        ends_.clear();
        if (symbols_.size() < total) symbols_.resize(total);
        std::size_t out = 0;
        for (const Span<Char>& text : spans) {
            chrf_words(text, [&](Span<Char> w) { symbols_[out++] = table.intern(w); });
            ends_.push_back(out);
            pace_(text.size);
        }
        return table.count();
    }

    // Fills the columns of orders 1 to `order` of this instance's rows.
    void count(std::size_t order, std::uint32_t vocabulary, std::int64_t* rows) {
        references_.clear();
        for (std::size_t t = 1; t < ends_.size(); ++t)
            references_.push_back({symbols_.data() + ends_[t - 1], ends_[t] - ends_[t - 1]});
        matcher_.start({symbols_.data(), ends_[0]}, references_, vocabulary);
        for (std::size_t n = 1; n <= order; ++n) {
            matcher_.next(false);
            for (std::size_t j = 0; j < references_.size(); ++j) {
                std::int64_t* cell = rows + j * width() + 3 * (n - 1);
                cell[1] = ngram_total(references_[j].size, n);
                // sacrebleu: no hits are counted if the reference has no n-gram of that order.
                cell[0] = cell[1] > 0 ? ngram_total(ends_[0], n) : 0;
                cell[2] = matcher_.matches()[j];
            }
        }
    }

    SliceIds<Byte>& table(Byte) { return byte_words_; }
    SliceIds<char32_t>& table(char32_t) { return wide_words_; }

    const Texts& texts_;
    const ChrfOptions& options_;
    Pace pace_;
    std::int64_t* rows_;
    InstanceReader reader_;
    CharIds char_ids_;
    SliceIds<Byte> byte_words_;
    SliceIds<char32_t> wide_words_;
    std::vector<std::uint32_t> symbols_;
    std::vector<std::size_t> ends_;
    std::vector<Ids> references_;
    NgramMatcher matcher_;
};

}  // namespace

void chrf_pairs(const Texts& texts, const ChrfOptions& options, Run run, std::int64_t* rows) {
    for_each_instance(texts, run, [&] { return Worker(texts, options, run, rows); });
}

}  // namespace sacreval
