// Distinct-n of a set and repetition within outputs: n-grams less their different ones.
#include "diversity.hpp"

#include <algorithm>

#include "chrf_symbols.hpp"
#include "instances.hpp"
#include "ngram_ids.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

// Different n-grams of several texts, order by order.
class Different {
  public:
    explicit Different(Cancel& cancel) : ngrams_(cancel) {}

    // Calls found(k, different, all) for the k-th order.
    template <class Found>
    void count(const std::vector<Ids>& texts, std::uint32_t vocabulary,
               const std::vector<std::size_t>& orders, Found&& found) {
        std::size_t longest = 0;
        for (const Ids& text : texts) longest = std::max(longest, text.size);
        const std::size_t last = std::min(longest, *std::max_element(orders.begin(), orders.end()));
        for (std::size_t k = 0; k < orders.size(); ++k) found(k, 0, 0);
        ngrams_.start(texts, vocabulary);
        for (std::size_t n = 1; n <= last; ++n) {
            if (n > 1) ngrams_.next();
            const auto wanted = std::find(orders.begin(), orders.end(), n);
            if (wanted == orders.end()) continue;
            std::int64_t all = 0;
            for (const Ids& text : texts) all += ngram_total(text.size, n);
            found(static_cast<std::size_t>(wanted - orders.begin()), different(texts.size()), all);
        }
    }

  private:
    std::int64_t different(std::size_t texts) {
        seen_.assign(ngrams_.bound(), 0);
        std::int64_t count = 0;
        for (std::size_t t = 0; t < texts; ++t) {
            for (const std::uint32_t id : ngrams_.text(t)) {
                count += seen_[id] == 0;
                seen_[id] = 1;
            }
        }
        return count;
    }

    NgramIds ngrams_;
    std::vector<Byte> seen_;
};

class Worker {
  public:
    Worker(const DiversityOptions& options, Cancel& cancel, std::int64_t* rows)
        : options_(options), rows_(rows), different_(cancel) {}

    // The rows of an instance's prediction.
    void prediction(const std::vector<Ids>& texts, std::uint32_t vocabulary, std::size_t i) {
        std::int64_t* row = rows_ + i * 2 * options_.orders.size();
        one_.assign(1, texts[0]);
        different_.count(one_, vocabulary, options_.orders,
                         [&](std::size_t k, std::int64_t different, std::int64_t all) {
                             row[2 * k] = all - different;
                             row[2 * k + 1] = all;
                         });
    }
    // The rows of all texts.
    void set(const std::vector<Ids>& texts, std::uint32_t vocabulary, std::size_t) {
        different_.count(texts, vocabulary, options_.orders,
                         [&](std::size_t k, std::int64_t different, std::int64_t all) {
                             rows_[2 * k] = different;
                             rows_[2 * k + 1] = all;
                         });
    }

  private:
    const DiversityOptions& options_;
    std::int64_t* rows_;
    Different different_;
    std::vector<Ids> one_;
};

// Calls use(worker, texts, vocabulary, i) for every instance, of characters or of tokens.
template <class Use>
void for_units(Texts& texts, const DiversityOptions& options, Run run, std::int64_t* rows,
               Use use) {
    if (options.characters) {
        const ChrfOptions every{1, 0, options.lowercase, true};
        return for_each_instance(texts, run, [&] {
            return [&, worker = Worker(options, run.cancel, rows),
                    reader = InstanceReader(texts, options.lowercase),
                    symbols = ChrfSymbols(every, run.cancel)](std::size_t i) mutable {
                reader.read(i, [&](const auto& spans) {
                    symbols.characters(spans);
                    use(worker, symbols.texts(), symbols.vocabulary(), i);
                });
            };
        });
    }
    const auto tokens = tokens_of(texts, Tokenizer::none, options.lowercase, run);
    struct Tokenized {
        Worker worker;
        Use use;
        void instance(const TokenView& view, std::size_t i) {
            use(worker, all_texts(view), view.vocabulary, i);
        }
    };
    for_instances(texts, *tokens, run,
                  [&] { return Tokenized{Worker(options, run.cancel, rows), use}; });
}

}  // namespace

void distinct_ngrams(Texts& texts, const DiversityOptions& options, Run run, std::int64_t* rows) {
    if (texts.size() != 1) throw std::invalid_argument("the texts of a set are those of one instance");
    for_units(texts, options, run, rows,
              [](Worker& worker, const std::vector<Ids>& all, std::uint32_t vocabulary,
                 std::size_t i) { worker.set(all, vocabulary, i); });
}

void repeated_ngrams(Texts& texts, const DiversityOptions& options, Run run, std::int64_t* rows) {
    for_units(texts, options, run, rows,
              [](Worker& worker, const std::vector<Ids>& all, std::uint32_t vocabulary,
                 std::size_t i) { worker.prediction(all, vocabulary, i); });
}

}  // namespace sacreval
