// Counts of n-grams in source, output and references; sums of shares are in the definition's order.
#include "sari.hpp"

#include <algorithm>

#include "instances.hpp"
#include "ngram_ids.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kOrders = 4;

double f1(double p, double r) { return p + r != 0 ? 2 * p * r / (p + r) : 0.0; }

// A share of counts; `otherwise` where there is nothing to count.
template <class Part>
double share(Part part, std::int64_t whole, double otherwise = 1.0) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : otherwise;
}

struct Parts {
    double add = 0, keep = 0, remove = 0;
};

class Worker {
  public:
    Worker(const Texts& texts, const SariOptions& options, Run run, double* rows)
        : texts_(texts), options_(options), rows_(rows), ngrams_(run.cancel) {}

    void instance(const TokenView& view, std::size_t i) {
        if (view.references < 2) throw std::invalid_argument("an instance has too few references");
        const std::size_t m = view.references - 1;
        read(view);
        parts_.assign(options_.leave_one_out ? m + 1 : 1, Parts{});
        for (std::size_t n = 1; n <= kOrders; ++n) {
            if (n > 1) ngrams_.next();
            count(m);
            add_order(m, parts_[0]);
            for (std::size_t j = 1; j < parts_.size(); ++j) {
                for (const std::uint32_t id : ngrams_.text(1 + j)) --reference_[id];
                add_order(m - 1, parts_[j]);
                for (const std::uint32_t id : ngrams_.text(1 + j)) ++reference_[id];
            }
        }
        double* row = rows_ + options_.width() * (options_.leave_one_out ? texts_.starts[i] : i);
        for (std::size_t j = 0; j < parts_.size(); ++j, row += options_.width())
            put(parts_[j], j, row);
    }

  private:
    // Numbers the words; an empty text is one empty word.
    void read(const TokenView& view) {
        empty_ = view.vocabulary;
        all_ = all_texts(view);
        for (Ids& text : all_)
            if (text.size == 0) text = {&empty_, 1};
        ngrams_.start(all_, view.vocabulary + 1);
    }

    // Counts the n-grams of this order, and lists the different ones of each side.
    void count(std::size_t m) {
        const std::size_t bound = ngrams_.bound();
        for (auto* counts : {&output_, &source_, &reference_}) counts->assign(bound, 0);
        tally(0, output_, output_list_);
        tally(1, source_, source_list_);
        reference_list_.clear();
        for (std::size_t j = 0; j < m; ++j) tally(2 + j, reference_, reference_list_, j == 0);
    }
    void tally(std::size_t t, std::vector<std::int64_t>& counts, std::vector<std::uint32_t>& list,
               bool first = true) {
        if (first) list.clear();
        for (const std::uint32_t id : ngrams_.text(t))
            if (counts[id]++ == 0) list.push_back(id);
    }

    void add_order(std::size_t references, Parts& parts) {
        const auto m = static_cast<std::int64_t>(references);
        const double nothing = options_.documents ? 0.0 : 1.0;
        std::int64_t kept = 0, good = 0, to_keep = 0, to_keep_types = 0, deleted = 0;
        double kept_shares = 0, to_keep_shares = 0, deleted_shares = 0;
        for (const std::uint32_t id : source_list_) {
            const std::int64_t s = m * source_[id], c = m * output_[id], r = reference_[id];
            const std::int64_t both = std::min(s, c), right = std::min(both, r);
            const std::int64_t wanted = std::min(s, r);
            to_keep += wanted;
            to_keep_types += wanted > 0;
            good += right;
            kept += both > 0;
            if (right > 0) {
                kept_shares += share(right, both);
                to_keep_shares += share(right, wanted);
            }
            deleted += s > c;
            if (s - c > 0 && s - c - r > 0) deleted_shares += share(s - c - r, s - c);
        }
        std::int64_t added = 0, to_add = 0, hits = 0;
        for (const std::uint32_t id : output_list_) {
            if (source_[id] > 0) continue;
            ++added;
            hits += reference_[id] > 0;
        }
        for (const std::uint32_t id : reference_list_)
            to_add += source_[id] == 0 && reference_[id] > 0;
        const double recall = options_.documents ? share(to_keep_shares, to_keep_types, nothing)
                                                 : share(good, to_keep, nothing);
        parts.add += f1(share(hits, added, nothing), share(hits, to_add, nothing));
        parts.keep += f1(share(kept_shares, kept, nothing), recall);
        parts.remove += share(deleted_shares, deleted, nothing);
    }

    // Fills the row without reference `omitted`, or with all if that is 0.
    void put(const Parts& parts, std::size_t omitted, double* row) const {
        const double add = 100.0 * parts.add / kOrders, keep = 100.0 * parts.keep / kOrders,
                     remove = 100.0 * parts.remove / kOrders;
        if (!options_.documents) *row++ = (add + keep + remove) / 3;
        row[0] = add;
        row[1] = keep;
        row[2] = remove;
        if (!options_.documents) return;
        std::size_t tokens = 0;
        for (std::size_t t = 2; t < all_.size(); ++t) tokens += t == omitted + 1 ? 0 : all_[t].size;
        row[3] = static_cast<double>(all_[0].size);
        row[4] = static_cast<double>(all_[1].size);
        row[5] = static_cast<double>(tokens);
    }

    const Texts& texts_;
    const SariOptions& options_;
    double* rows_;
    NgramIds ngrams_;
    std::uint32_t empty_ = 0;
    std::vector<Ids> all_;
    std::vector<std::int64_t> output_, source_, reference_;               // counts by n-gram
    std::vector<std::uint32_t> output_list_, source_list_, reference_list_;  // by first occurrence
    std::vector<Parts> parts_;
};

}  // namespace

void sari(Texts& texts, const SariOptions& options, Run run, double* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    for_instances(texts, *tokens, run, [&] { return Worker(texts, options, run, rows); });
}

}  // namespace sacreval
