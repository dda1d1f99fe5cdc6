// Rows of BLEU, of BLEU with a reference left out, and of GLEU.
#include "bleu.hpp"

#include <algorithm>

#include "ngrams.hpp"

namespace sacreval {
namespace {

std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

// sacrebleu's closest reference length: ties go to the shorter. Zero without references (there
// sacrebleu has -1 or fails).
std::int64_t closest_length(std::size_t length, const std::vector<Ids>& references,
                            std::size_t except) {
    bool found = false;
    std::size_t best = 0;
    for (std::size_t j = 0; j < references.size(); ++j) {
        if (j == except) continue;
        const std::size_t size = references[j].size;
        const std::size_t d = distance(length, size), b = distance(length, best);
        if (!found || d < b || (d == b && size < best)) best = size;
        found = true;
    }
    return static_cast<std::int64_t>(best);
}

class Worker {
  public:
    explicit Worker(std::size_t order) : order_(order) {}

  protected:
    void start(const TokenView& view) {
        prediction_ = view.prediction();
        references_.clear();
        for (std::size_t j = 0; j < view.references; ++j)
            references_.push_back(view.reference(j));
        matcher_.start(prediction_, references_, view.vocabulary);
    }
    // The first two columns; reference `except` does not count.
    void lengths(std::size_t except, std::int64_t* row) const {
        row[0] = static_cast<std::int64_t>(prediction_.size);
        row[1] = closest_length(prediction_.size, references_, except);
    }
    std::size_t order_;
    Ids prediction_;
    std::vector<Ids> references_;
    NgramMatcher matcher_;
};

class BleuWorker : Worker {
  public:
    BleuWorker(std::size_t order, std::int64_t* rows) : Worker(order), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        start(view);
        std::int64_t* row = rows_ + i * (2 + 2 * order_);
        lengths(references_.size(), row);
        const bool several = references_.size() > 1;
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(several);
            row[1 + n] = several               ? matcher_.clipped()
                         : references_.empty() ? 0
                                               : matcher_.matches()[0];
            row[1 + order_ + n] = ngram_total(prediction_.size, n);
        }
    }

  private:
    std::int64_t* rows_;
};

class LeaveOneOutWorker : Worker {
  public:
    LeaveOneOutWorker(std::size_t order, const Texts& texts, std::int64_t* rows,
                      std::int64_t* whole)
        : Worker(order), texts_(texts), rows_(rows), whole_(whole) {}

    void instance(const TokenView& view, std::size_t i) {
        start(view);
        const std::size_t width = 2 + 2 * order_, count = references_.size();
        std::int64_t* first = rows_ + texts_.starts[i] * width;
        std::int64_t* whole = whole_ == nullptr ? nullptr : whole_ + i * width;
        for (std::size_t j = 0; j < count; ++j) lengths(j, first + j * width);
        if (whole != nullptr) lengths(count, whole);
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(true);
            const auto fill = [&](std::int64_t* row, std::int64_t lost) {
                row[1 + n] = matcher_.clipped() - lost;
                row[1 + order_ + n] = ngram_total(prediction_.size, n);
            };
            for (std::size_t j = 0; j < count; ++j) fill(first + j * width, matcher_.lost()[j]);
            if (whole != nullptr) fill(whole, 0);
        }
    }

  private:
    const Texts& texts_;
    std::int64_t *rows_, *whole_;
};

class GleuWorker : Worker {
  public:
    GleuWorker(const GleuOptions& options, const Texts& texts, std::int64_t* rows)
        : Worker(options.max_len), min_len_(options.min_len), texts_(texts), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        start(view);
        std::int64_t* rows = rows_ + texts_.starts[i] * 2;
        std::fill(rows, rows + 2 * references_.size(), 0);
        for (std::size_t n = 1; n <= order_; ++n) {
            matcher_.next(false);
            if (n < min_len_) continue;
            for (std::size_t j = 0; j < references_.size(); ++j)
                rows[2 * j] += matcher_.matches()[j];
        }
        for (std::size_t j = 0; j < references_.size(); ++j)
            rows[2 * j + 1] = std::max(total(prediction_.size), total(references_[j].size));
    }

  private:
    std::int64_t total(std::size_t length) const {
        std::int64_t sum = 0;
        for (std::size_t n = min_len_; n <= order_; ++n) sum += ngram_total(length, n);
        return sum;
    }
    std::size_t min_len_;
    const Texts& texts_;
    std::int64_t* rows_;
};

}  // namespace

void bleu(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run, [&] { return BleuWorker(options.order, rows); });
}

void bleu_leave_one_out(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows,
                        std::int64_t* whole) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run,
                  [&] { return LeaveOneOutWorker(options.order, texts, rows, whole); });
}

void gleu_pairs(Texts& texts, const GleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run, [&] { return GleuWorker(options, texts, rows); });
}

}  // namespace sacreval
