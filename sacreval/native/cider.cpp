// Cosines of tf-idf vectors; sums are in the order of the definition: of first occurrence.
#include "cider.hpp"

#include <algorithm>
#include <cmath>

#include "ngram_ids.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kOrders = 4;

// The different n-grams of a text with their weights, and the sum of the squared weights.
struct Vector {
    struct Weight {
        std::uint32_t id;
        double value;
    };
    std::vector<Weight> weights;
    double norm = 0;
};

class Cosines {
  public:
    Cosines(const std::vector<std::size_t>& sizes, Cancel& cancel)
        : sizes_(sizes), pace_(cancel), log_records_(std::log(static_cast<double>(sizes.size()))) {}

    // Adds the cosines of this order to sums[t], by text t.
    void add(const NgramIds& ngrams, std::vector<double>& sums) {
        weigh(ngrams);
        counts_.assign(ngrams.bound(), 0);
        other_.assign(ngrams.bound(), 0);
        std::size_t t = 0;
        for (const std::size_t size : sizes_) {
            vector(ngrams.text(t), output_);
            for (std::size_t j = 1; j < size; ++j) {
                vector(ngrams.text(t + j), reference_);
                sums[t + j] += cosine();
            }
            t += size;
        }
    }

  private:
    // Computes the inverse document frequency of each n-gram; a document is the references of a record.
    void weigh(const NgramIds& ngrams) {
        std::vector<std::uint32_t> records(ngrams.bound(), 0), last(ngrams.bound(), 0);
        std::size_t t = 0;
        for (std::uint32_t i = 0; i < sizes_.size(); ++i) {
            for (std::size_t j = 1; j < sizes_[i]; ++j) {
                for (const std::uint32_t id : ngrams.text(t + j)) {
                    records[id] += last[id] != i + 1;
                    last[id] = i + 1;
                }
            }
            t += sizes_[i];
        }
        rarity_.resize(ngrams.bound());
        for (std::size_t id = 0; id < rarity_.size(); ++id)
            rarity_[id] = records[id] == 0
                              ? log_records_
                              : log_records_ - std::log(static_cast<double>(records[id]));
    }

    void vector(Ids grams, Vector& out) {
        out.weights.clear();
        out.norm = 0;
        for (const std::uint32_t id : grams)
            if (counts_[id]++ == 0) out.weights.push_back({id, 0});
        for (Vector::Weight& weight : out.weights) {
            weight.value = static_cast<double>(counts_[weight.id]) * rarity_[weight.id];
            out.norm += weight.value * weight.value;
            counts_[weight.id] = 0;
        }
        pace_(grams.size + 1);
    }

    // The output's values are clipped to those of the reference.
    double cosine() {
        const double norm = std::sqrt(output_.norm * reference_.norm);
        if (norm == 0) return 0;
        for (std::size_t k = 0; k < reference_.weights.size(); ++k)
            other_[reference_.weights[k].id] = static_cast<std::uint32_t>(k + 1);
        double sum = 0;
        for (const Vector::Weight& own : output_.weights) {
            if (other_[own.id] == 0) continue;
            const double theirs = reference_.weights[other_[own.id] - 1].value;
            sum += std::min(own.value, theirs) * theirs;
        }
        for (const Vector::Weight& weight : reference_.weights) other_[weight.id] = 0;
        return sum / norm;
    }

    const std::vector<std::size_t>& sizes_;
    Pace pace_;
    double log_records_;
    std::vector<double> rarity_;           // by n-gram
    std::vector<std::uint32_t> counts_;    // by n-gram; all zero between texts
    std::vector<std::uint32_t> other_;     // by n-gram: its place in reference_, from 1
    Vector output_, reference_;
};

}  // namespace

void cider(Texts& texts, const CiderOptions& options, const std::vector<std::size_t>& sizes,
           Run run, double* scores) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    const TokenView view = only_instance(texts, *tokens);
    const std::vector<Ids> all = all_texts(view);
    NgramIds ngrams(run.cancel);
    ngrams.start(all, view.vocabulary);
    Cosines cosines(sizes, run.cancel);
    std::vector<double> sums(all.size(), 0.0);
    for (std::size_t n = 1; n <= kOrders; ++n) {
        if (n > 1) ngrams.next();
        cosines.add(ngrams, sums);
    }
    std::size_t t = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        double total = 0;  // the tool counts lengths in bigrams
        const auto length = static_cast<double>(ngram_total(all[t].size, 2));
        for (std::size_t j = 1; j < sizes[i]; ++j) {
            const double off = length - static_cast<double>(ngram_total(all[t + j].size, 2));
            total += std::exp(-(off * off) / options.width) * sums[t + j];
        }
        scores[i] = 10.0 * total / kOrders / static_cast<double>(sizes[i] - 1);
        t += sizes[i];
    }
}

}  // namespace sacreval
