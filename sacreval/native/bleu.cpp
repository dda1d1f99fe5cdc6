// Rows of BLEU, of BLEU with a reference left out, and of GLEU.
#include "bleu.hpp"

#include <algorithm>

#include "ngrams.hpp"

namespace sacreval {
namespace {

// sacrebleu's closest reference length: ties go to the shorter. Zero without references (there
// sacrebleu has -1 or fails).
class ClosestLength {
  public:
    void start(std::size_t length, const std::vector<Ids>& references) {
        length_ = length;
        best_ = second_ = kNothing;
        sizes_.clear();
        for (const Ids& text : references) sizes_.push_back(text.size);
        for (std::size_t j = 0; j < sizes_.size(); ++j) {
            if (closer(j, best_)) {
                second_ = best_;
                best_ = j;
            } else if (closer(j, second_)) {
                second_ = j;
            }
        }
    }
    std::int64_t of_all() const { return of(best_); }
    std::int64_t without(std::size_t j) const { return of(j == best_ ? second_ : best_); }

  private:
    static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);

    bool closer(std::size_t j, std::size_t than) const {
        if (than == kNothing) return true;
        const std::size_t a = distance(sizes_[j]), b = distance(sizes_[than]);
        return a < b || (a == b && sizes_[j] < sizes_[than]);
    }
    std::size_t distance(std::size_t size) const {
        return size > length_ ? size - length_ : length_ - size;
    }
    std::int64_t of(std::size_t j) const {
        return j == kNothing ? 0 : static_cast<std::int64_t>(sizes_[j]);
    }
    std::size_t length_ = 0, best_ = kNothing, second_ = kNothing;
    std::vector<std::size_t> sizes_;
};

class Worker {
  public:
    Worker(std::size_t order, Run run) : order_(order), matcher_(run.cancel) {}

  protected:
    void start(const TokenView& view) {
        prediction_ = view.prediction();
        references_.clear();
        for (std::size_t j = 0; j < view.references; ++j)
            references_.push_back(view.reference(j));
        matcher_.start(prediction_, references_, view.vocabulary);
    }
    // The first two columns.
    void lengths(std::int64_t closest, std::int64_t* row) const {
        row[0] = static_cast<std::int64_t>(prediction_.size);
        row[1] = closest;
    }
    std::size_t order_;
    Ids prediction_;
    std::vector<Ids> references_;
    ClosestLength closest_;
    NgramMatcher matcher_;
};

class BleuWorker : Worker {
  public:
    BleuWorker(std::size_t order, Run run, std::int64_t* rows) : Worker(order, run), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        start(view);
        std::int64_t* row = rows_ + i * (2 + 2 * order_);
        closest_.start(prediction_.size, references_);
        lengths(closest_.of_all(), row);
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
    LeaveOneOutWorker(std::size_t order, Run run, const Texts& texts, std::int64_t* rows,
                      std::int64_t* whole)
        : Worker(order, run), texts_(texts), rows_(rows), whole_(whole) {}

    void instance(const TokenView& view, std::size_t i) {
        start(view);
        const std::size_t width = 2 + 2 * order_, count = references_.size();
        std::int64_t* first = rows_ + texts_.starts[i] * width;
        std::int64_t* whole = whole_ == nullptr ? nullptr : whole_ + i * width;
        closest_.start(prediction_.size, references_);
        for (std::size_t j = 0; j < count; ++j) lengths(closest_.without(j), first + j * width);
        if (whole != nullptr) lengths(closest_.of_all(), whole);
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
    GleuWorker(const GleuOptions& options, Run run, const Texts& texts, std::int64_t* rows)
        : Worker(options.max_len, run), min_len_(options.min_len), texts_(texts), rows_(rows) {}

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
    for_instances(texts, *tokens, run, [&] { return BleuWorker(options.order, run, rows); });
}

void bleu_leave_one_out(Texts& texts, const BleuOptions& options, Run run, std::int64_t* rows,
                        std::int64_t* whole) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run,
                  [&] { return LeaveOneOutWorker(options.order, run, texts, rows, whole); });
}

void gleu_pairs(Texts& texts, const GleuOptions& options, Run run, std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run, [&] { return GleuWorker(options, run, texts, rows); });
}

}  // namespace sacreval
