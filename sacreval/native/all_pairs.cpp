// Items that texts have in common, order by order, and the rows of BLEU and chrF made of them.
#include "all_pairs.hpp"

#include <algorithm>

#include "chrf_symbols.hpp"
#include "ngrams.hpp"

namespace sacreval {
namespace {

constexpr std::size_t kBlock = 1 << 20;  // bytes of rows that stay in the second cache level
constexpr std::size_t kFull = 255;       // rows whose sum fits in a byte

// Sums rows of bytes of one width.
class RowSums {
  public:
    explicit RowSums(std::size_t width) : bytes_(width), sums_(width) {}

    void clear() { std::fill(sums_.begin(), sums_.end(), 0); }
    void add(const Byte* row) {
        Byte* bytes = bytes_.data();
        for (std::size_t j = 0; j < bytes_.size(); ++j)
            bytes[j] = static_cast<Byte>(bytes[j] + row[j]);
        if (++added_ == kFull) flush();
    }
    const std::vector<std::uint32_t>& sums() {
        flush();
        return sums_;
    }

  private:
    void flush() {
        for (std::size_t j = 0; j < bytes_.size(); ++j) sums_[j] += bytes_[j];
        std::fill(bytes_.begin(), bytes_.end(), Byte{0});
        added_ = 0;
    }
    std::vector<Byte> bytes_;
    std::vector<std::uint32_t> sums_;
    std::size_t added_ = 0;
};

}  // namespace

void AllPairs::start(const std::vector<Ids>& texts) {
    order_ = 0;
    texts_ = &texts;
    alive_.resize(texts.size());
    items_.resize(texts.size());
    for (std::size_t t = 0; t < texts.size(); ++t) {
        alive_[t].resize(texts[t].size);
        for (std::uint32_t at = 0; at < texts[t].size; ++at) alive_[t][at] = {at, 0};
    }
}

void AllPairs::next(RowRange range, std::int64_t* out, std::size_t stride) {
    ++order_;
    advance();
    number_items();
    const std::size_t texts = texts_->size();
    for (std::size_t i = 0; i < range.size() * texts; ++i) out[i * stride] = 0;
    const std::size_t items = owners_.size(), most = std::max<std::size_t>(1, kBlock / texts);
    if (items > most)
        for (auto& own : items_) std::sort(own.begin(), own.end());
    for (std::size_t from = 0; from < items; from += most) {
        const std::size_t to = std::min(from + most, items);
        add_block(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), range, out,
                  stride);
    }
    for (std::size_t i = range.first; i < range.last; ++i)  // items of its own included
        out[((i - range.first) * texts + i) * stride] = ngram_total((*texts_)[i].size, order_);
}

// Gives the alive positions of all texts their n-gram ids of this order.
void AllPairs::advance() {
    std::size_t expected = 0;
    for (const auto& alive : alive_) expected += alive.size();
    chain_.reset(expected / 4);
    for (std::size_t t = 0; t < texts_->size(); ++t) {
        const Ids text = (*texts_)[t];
        std::vector<Alive>& alive = alive_[t];
        std::size_t out = 0;
        for (const Alive here : alive) {
            const std::size_t end = here.at + order_;
            if (end > text.size) break;
            alive[out++] = {here.at, chain_.intern(here.id, text[end - 1])};
        }
        alive.resize(out);
        pace_(out);
    }
}

// Numbers the items that several texts have, and drops the positions of all other n-grams.
void AllPairs::number_items() {
    const std::size_t ngrams = chain_.count();
    seen_.assign(ngrams, 0);
    first_.assign(ngrams, kNone);
    levels_.reset(ngrams);
    owners_.clear();
    for (std::size_t t = 0; t < texts_->size(); ++t) {
        items_[t].clear();
        for (const Alive here : alive_[t]) {
            const std::uint32_t item = levels_.intern(here.id, seen_[here.id]++);
            if (item == owners_.size()) owners_.push_back(0);
            if (seen_[here.id] == 1 && first_[here.id] == kNone) first_[here.id] = item;
            ++owners_[item];
            items_[t].push_back(item);
        }
        for (const Alive here : alive_[t]) seen_[here.id] = 0;
        pace_(alive_[t].size());
    }
    prune();
}

// Renumbers the items of several texts from 0; a text's positions whose n-gram is its own end here,
// since a longer n-gram there is its own too.
void AllPairs::prune() {
    std::vector<std::uint32_t> number(owners_.size(), kNone);
    std::uint32_t shared = 0;
    for (std::size_t item = 0; item < owners_.size(); ++item)
        if (owners_[item] > 1) number[item] = shared++;
    for (std::size_t t = 0; t < texts_->size(); ++t) {
        std::size_t positions = 0, items = 0;
        for (const Alive here : alive_[t]) {
            alive_[t][positions] = here;
            positions += owners_[first_[here.id]] > 1;
        }
        for (const std::uint32_t item : items_[t]) {
            items_[t][items] = number[item];
            items += number[item] != kNone;
        }
        alive_[t].resize(positions);
        items_[t].resize(items);
        pace_(positions + items);
    }
    owners_.resize(shared);
}

// Adds the matches by the items `from` to `to` - 1.
void AllPairs::add_block(std::uint32_t from, std::uint32_t to, RowRange range, std::int64_t* out,
                         std::size_t stride) {
    const std::size_t texts = texts_->size();
    rows_.assign((to - from) * texts, 0);
    const auto each = [&](std::size_t t, auto&& visit) {
        const std::vector<std::uint32_t>& items = items_[t];
        const bool all = from == 0 && to == owners_.size();  // then items need not be in order
        auto item = all ? items.begin() : std::lower_bound(items.begin(), items.end(), from);
        for (; item != items.end() && (all || *item < to); ++item)
            visit(rows_.data() + (*item - from) * texts);
    };
    for (std::size_t t = 0; t < texts; ++t) each(t, [t](Byte* row) { row[t] = 1; });
    for_chunks(run_, range.size(), [&] {
        return [&, sums = RowSums(texts), pace = Pace(run_.cancel)](std::size_t i) mutable {
            sums.clear();
            std::size_t added = 0;
            each(range.first + i, [&](const Byte* row) {
                sums.add(row);
                ++added;
            });
            const std::vector<std::uint32_t>& found = sums.sums();
            for (std::size_t j = 0; j < texts; ++j) out[(i * texts + j) * stride] += found[j];
            pace(texts * (added / 16 + 1));
        };
    });
}

void bleu_all_pairs(Texts& texts, const BleuOptions& options, Run run, RowRange range,
                    std::int64_t* rows) {
    const auto tokens = tokens_of(texts, options.tokenizer, options.lowercase, run);
    const TokenView view{&tokens->chunk(0), 0, texts.references(0), tokens->chunk(0).vocabulary[0]};
    const std::size_t width = 2 + 2 * options.order, count = texts.count(0);
    std::vector<Ids> each;
    for (std::size_t t = 0; t < count; ++t) each.push_back(view.text(t));
    AllPairs matcher(run);
    matcher.start(each);
    for (std::size_t n = 1; n <= options.order; ++n) matcher.next(range, rows + 1 + n, width);
    for (std::size_t i = range.first; i < range.last; ++i) {
        for (const Ids& other : each) {
            rows[0] = static_cast<std::int64_t>(each[i].size);
            rows[1] = static_cast<std::int64_t>(other.size);
            for (std::size_t n = 1; n <= options.order; ++n)
                rows[1 + options.order + n] = ngram_total(each[i].size, n);
            rows += width;
        }
    }
}

void chrf_all_pairs(const Texts& texts, const ChrfOptions& options, Run run, RowRange range,
                    std::int64_t* rows) {
    const std::size_t width = 3 * (options.char_order + options.word_order);
    AllPairs matcher(run);
    ChrfSymbols symbols(options, run.cancel);
    const auto fill = [&](std::size_t order, std::int64_t* columns) {
        const std::vector<Ids>& each = symbols.texts();
        matcher.start(each);
        for (std::size_t n = 1; n <= order; ++n, columns += 3) {
            matcher.next(range, columns + 2, width);
            std::int64_t* cell = columns;
            for (std::size_t i = range.first; i < range.last; ++i) {
                for (const Ids& other : each) {
                    cell[1] = ngram_total(other.size, n);
                    cell[0] = cell[1] > 0 ? ngram_total(each[i].size, n) : 0;  // as chrf_pairs()
                    cell += width;
                }
            }
        }
    };
    InstanceReader(texts, options.lowercase).read(0, [&](const auto& spans) {
        if (options.char_order > 0) {
            symbols.characters(spans);
            fill(options.char_order, rows);
        }
        if (options.word_order > 0) {
            symbols.words(spans);
            fill(options.word_order, rows + 3 * options.char_order);
        }
    });
}

}  // namespace sacreval
