// Character and word n-gram counts of each (prediction, reference).
#include "chrf.hpp"

#include "chrf_symbols.hpp"
#include "instances.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

class Worker {
  public:
    Worker(const Texts& texts, const ChrfOptions& options, Run run, std::int64_t* rows)
        : texts_(texts),
          options_(options),
          rows_(rows),
          reader_(texts, options.lowercase),
          symbols_(options, run.cancel),
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
            symbols_.characters(spans);
            count(options_.char_order, rows);
        }
        if (options_.word_order > 0) {
            symbols_.words(spans);
            count(options_.word_order, rows + 3 * options_.char_order);
        }
    }

    // Fills the columns of orders 1 to `order` of this instance's rows.
    void count(std::size_t order, std::int64_t* rows) {
        const Ids prediction = symbols_.texts()[0];
        references_.assign(symbols_.texts().begin() + 1, symbols_.texts().end());
        matcher_.start(prediction, references_, symbols_.vocabulary());
        for (std::size_t n = 1; n <= order; ++n) {
            matcher_.next(false);
            for (std::size_t j = 0; j < references_.size(); ++j) {
                std::int64_t* cell = rows + j * width() + 3 * (n - 1);
                cell[1] = ngram_total(references_[j].size, n);
                // sacrebleu: no hits are counted if the reference has no n-gram of that order.
                cell[0] = cell[1] > 0 ? ngram_total(prediction.size, n) : 0;
                cell[2] = matcher_.matches()[j];
            }
        }
    }

    const Texts& texts_;
    const ChrfOptions& options_;
    std::int64_t* rows_;
    InstanceReader reader_;
    ChrfSymbols symbols_;
    std::vector<Ids> references_;
    NgramMatcher matcher_;
};

}  // namespace

void chrf_pairs(const Texts& texts, const ChrfOptions& options, Run run, std::int64_t* rows) {
    for_each_instance(texts, run, [&] { return Worker(texts, options, run, rows); });
}

}  // namespace sacreval
