// A table of the n-grams of references, which outlives a batch, and lookups of a batch's texts in it.
#include "nist.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>

#include "exact_sum.hpp"
#include "ids.hpp"
#include "instances.hpp"
#include "lowercase.hpp"
#include "ngrams.hpp"
#include "tok13a.hpp"
#include "tokchar.hpp"

namespace sacreval {
namespace {

using Grams = std::vector<std::uint32_t>;

// Splits texts, and passes each token as UTF-8 that is followed by padding.
class Splitter {
  public:
    explicit Splitter(const NistOptions& options) : options_(options) {}

    template <class Char, class Emit>
    void operator()(Span<Char> text, Emit&& emit) {
        const auto pass = [&](Span<Char> token) { emit(encoded(token)); };
        switch (options_.tokenizer) {
            case Tokenizer::v13a: split13a(normalize13a(text, scratch(Char())), kinds_, pass); break;
            case Tokenizer::chars: split_chars(text, pass); break;
            default: split_words(text, pass); break;
        }
    }

  private:
    std::vector<Byte>& scratch(Byte) { return bytes_; }
    std::vector<char32_t>& scratch(char32_t) { return wide_; }

    template <class Char>
    Span<Byte> encoded(Span<Char> token) {
        token_.resize(4 * token.size + kPadding);
        Byte* out = token_.data();
        for (const Char c : token)
            out = encode_utf8(options_.ascii_lowercase && c < 0x80 ? ascii_lower(static_cast<Byte>(c))
                                                                   : static_cast<char32_t>(c),
                              out);
        return {token_.data(), static_cast<std::size_t>(out - token_.data())};
    }

    const NistOptions& options_;
    Kinds13a kinds_;
    std::vector<Byte> bytes_, token_;
    std::vector<char32_t> wide_;
};

}  // namespace

class NistTable {
  public:
    explicit NistTable(const NistOptions& options) : options_(options) { words_.reset(1 << 12); }

    const NistOptions& options() const { return options_; }
    std::size_t orders() const { return levels_.size(); }

    // Returns the id of a word, which is new at times.
    std::uint32_t add(Span<Byte> word) {
        return words_.intern(word, [&](Span<Byte> fresh) {
            kept_.emplace_back(fresh.data, fresh.data + fresh.size);
            kept_.back().resize(fresh.size + kPadding);
            return Span<Byte>{kept_.back().data(), fresh.size};
        });
    }
    std::uint32_t word(Span<Byte> word) const { return words_.lookup(word); }

    // Counts the n-grams of texts of words, order by order.
    void count(const std::vector<Grams>& texts, Run run) {
        Pace pace(run.cancel);
        std::vector<Grams> ids = texts;
        std::vector<std::int64_t> shorter, counts;
        std::int64_t total = 0;
        for (const Grams& text : texts) total += static_cast<std::int64_t>(text.size());
        shorter.assign(1, total);
        const std::uint32_t zero = word_zero();
        for (std::size_t n = 1; n <= options_.order; ++n) {
            Level level;  // kept, so its table has no room for n-grams that texts are too short for
            std::size_t grams = 0;
            for (const Grams& text : texts) grams += text.size() < n ? 0 : text.size() - n + 1;
            level.ids.reset(grams / 2 + 32);
            counts.clear();
            std::vector<std::uint32_t> prefixes;
            for (std::size_t t = 0; t < texts.size(); ++t) {
                for (std::size_t at = 0; at + n <= texts[t].size(); ++at) {
                    const std::uint32_t prefix = n == 1 ? 0 : ids[t][at];
                    const std::uint32_t id = level.ids.intern(prefix, texts[t][at + n - 1]);
                    if (id == counts.size()) {
                        counts.push_back(0);
                        prefixes.push_back(prefix);
                    }
                    ++counts[id];
                    ids[t][at] = id;
                }
                pace(texts[t].size() + 1);
            }
            if (counts.empty()) return;
            const bool perl = options_.mteval && n == 2 && zero != kNone;
            for (std::size_t id = 0; id < counts.size(); ++id) {
                const std::int64_t before =
                    perl && prefixes[id] == zero ? total : shorter[prefixes[id]];
                level.bits.push_back(
                    std::log2(static_cast<double>(before) / static_cast<double>(counts[id])));
            }
            levels_.push_back(std::move(level));
            shorter.swap(counts);
        }
    }

    // The id of an n-gram of order n, from that of its first n - 1 words (0 for none) and its last.
    std::uint32_t gram(std::size_t n, std::uint32_t prefix, std::uint32_t word) const {
        return n > levels_.size() ? kNone : levels_[n - 1].ids.lookup(prefix, word);
    }
    double bits(std::size_t n, std::uint32_t id) const { return levels_[n - 1].bits[id]; }

  private:
    struct Level {
        ChainIds ids;
        std::vector<double> bits;  // by id
    };

    // The word "0", which is false in Perl: bigrams after it count as words do. Words and unigrams
    // are both numbered in order of occurrence.
    std::uint32_t word_zero() const {
        const Byte zero[1 + kPadding] = {'0'};
        return words_.lookup({zero, 1});
    }

    NistOptions options_;
    SliceIds<Byte> words_;
    std::deque<std::vector<Byte>> kept_;
    std::vector<Level> levels_;
};

namespace {

struct Shared {
    std::uint32_t id;
    std::int64_t count;
};
using SharedGrams = std::vector<Shared>;  // by id, ascending

class Worker {
  public:
    Worker(const Texts& texts, const NistTable& table, double* rows, double* left_out,
           std::atomic<bool>& complete)
        : texts_(texts),
          table_(table),
          order_(table.options().order),
          rows_(rows),
          left_out_(left_out),
          complete_(complete),
          reader_(texts, table.options().lowercase),
          split_(table.options()) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) {
            words_.resize(spans.size());
            for (std::size_t t = 0; t < spans.size(); ++t) {
                words_[t].clear();
                split_(spans[t], [&](Span<Byte> w) { words_[t].push_back(table_.word(w)); });
            }
        });
        match();
        row(rows_ + i * width(), kNone);
        if (left_out_ == nullptr) return;
        for (std::uint32_t j = 0; j < references(); ++j)
            row(left_out_ + (texts_.starts[i] + j) * width(), j);
    }

  private:
    std::size_t width() const { return 3 * order_ + 1; }
    std::size_t references() const { return words_.size() - 1; }

    // Fills shared_, by order and reference, and the information of each.
    void match() {
        ids_ = words_;
        shared_.resize(order_ * references());
        information_.resize(order_ * references());
        for (std::size_t n = 1; n <= order_; ++n) {
            for (std::size_t t = 0; t < words_.size(); ++t) advance(n, t);
            for (std::size_t j = 0; j < references(); ++j) {
                SharedGrams& shared = at(shared_, n, j);
                intersect(sorted_[0], sorted_[j + 1], shared);
                at(information_, n, j) = information(n, shared);
            }
        }
    }

    template <class Value>
    Value& at(std::vector<Value>& values, std::size_t n, std::size_t j) const {
        return values[(n - 1) * references() + j];
    }

    // Replaces the ids of a text's n-grams by those of the next order, and sorts them.
    void advance(std::size_t n, std::size_t t) {
        sorted_.resize(words_.size());
        Grams &ids = ids_[t], &sorted = sorted_[t];
        sorted.clear();
        for (std::size_t at = 0; at + n <= words_[t].size(); ++at) {
            const std::uint32_t word = words_[t][at + n - 1], prefix = n == 1 ? 0 : ids[at];
            const bool dead = prefix == kNone || word == kNone;
            ids[at] = dead ? kNone : table_.gram(n, prefix, word);
            if (ids[at] != kNone)
                sorted.push_back(ids[at]);
            else if (t > 0)
                complete_ = false;
        }
        std::sort(sorted.begin(), sorted.end());
    }

    static void intersect(const Grams& a, const Grams& b, SharedGrams& out) {
        out.clear();
        for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
            if (*x != *y) {
                *x < *y ? ++x : ++y;
                continue;
            }
            if (out.empty() || out.back().id != *x) out.push_back({*x, 0});
            ++out.back().count;
            ++x, ++y;
        }
    }

    double information(std::size_t n, const SharedGrams& shared) {
        sum_.clear();
        for (const Shared& gram : shared)
            sum_.add(table_.bits(n, gram.id) * static_cast<double>(gram.count));
        return sum_.value();
    }

    void row(double* out, std::uint32_t omitted) {
        for (std::size_t n = 1; n <= order_; ++n) {
            out[order_ + n - 1] = static_cast<double>(ngram_total(words_[0].size(), n));
            if (table_.options().mteval)
                pooled(n, omitted, out[n - 1], out[2 * order_ + n - 1]);
            else
                best(n, omitted, out[n - 1], out[2 * order_ + n - 1]);
        }
        out[3 * order_] = static_cast<double>(words_[0].size());
    }

    // The reference that shares the most information; of several, the longest.
    void best(std::size_t n, std::uint32_t omitted, double& most, double& length) {
        bool first = true;
        for (std::uint32_t j = 0; j < references(); ++j) {
            if (j == omitted) continue;
            const double own = at(information_, n, j);
            const auto size = static_cast<double>(words_[j + 1].size());
            if (first || own > most || (own == most && size > length)) {
                most = own;
                length = size;
            }
            first = false;
        }
    }

    // The largest count of each n-gram in any reference, and the mean length.
    void pooled(std::size_t n, std::uint32_t omitted, double& sum, double& length) {
        pool_.clear();
        std::int64_t words = 0, count = 0;
        for (std::uint32_t j = 0; j < references(); ++j) {
            if (j == omitted) continue;
            ++count;
            words += static_cast<std::int64_t>(words_[j + 1].size());
            const SharedGrams& shared = at(shared_, n, j);
            pool_.insert(pool_.end(), shared.begin(), shared.end());
        }
        std::sort(pool_.begin(), pool_.end(), [](const Shared& a, const Shared& b) {
            return a.id < b.id || (a.id == b.id && a.count > b.count);
        });
        pool_.erase(std::unique(pool_.begin(), pool_.end(),
                                [](const Shared& a, const Shared& b) { return a.id == b.id; }),
                    pool_.end());
        sum = information(n, pool_);
        length = static_cast<double>(words) / static_cast<double>(count);
    }

    const Texts& texts_;
    const NistTable& table_;
    std::size_t order_;
    double *rows_, *left_out_;
    std::atomic<bool>& complete_;
    InstanceReader reader_;
    Splitter split_;
    std::vector<Grams> words_, ids_, sorted_;  // by text
    std::vector<SharedGrams> shared_;          // by order and reference
    std::vector<double> information_;
    SharedGrams pool_;
    ExactSum sum_;
};

}  // namespace

std::shared_ptr<const NistTable> nist_table(const Texts& texts, const NistOptions& options,
                                            Run run) {
    auto table = std::make_shared<NistTable>(options);
    std::vector<Grams> words;
    InstanceReader reader(texts, options.lowercase);
    Splitter split(options);
    Pace pace(run.cancel);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        reader.read(i, [&](const auto& spans) {
            for (const auto& text : spans) {
                words.emplace_back();
                split(text, [&](Span<Byte> word) { words.back().push_back(table->add(word)); });
                pace(text.size + 1);
            }
        });
    }
    table->count(words, run);
    return table;
}

bool nist_rows(const Texts& texts, const NistTable& table, Run run, double* rows,
               double* left_out) {
    std::atomic<bool> complete{true};
    for_each_instance(texts, run, [&] { return Worker(texts, table, rows, left_out, complete); });
    return complete;
}

}  // namespace sacreval
