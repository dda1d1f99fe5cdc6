// Runs a tokenizer on the batch and maps its slices to ids.
#include "tokens.hpp"

#include <algorithm>
#include <limits>

#include "tercom.hpp"
#include "tok13a.hpp"
#include "tokchar.hpp"
#include "tokrouge.hpp"

namespace sacreval {
namespace {

// One width of text: its table of slices and, for 13a, the normalised copies that they point into.
template <class Char>
struct Lane {
    SliceIds<Char> table;
    std::vector<std::vector<Char>> scratch;
    std::vector<Span<Char>> texts;
    Tercom<Char> tercom;
};

class Worker {
  public:
    Worker(Tokenizer tokenizer, bool lowercase, const Texts& texts, Run run,
           std::vector<TokenChunk>& chunks)
        : tokenizer_(tokenizer),
          texts_(texts),
          pace_(run.cancel),
          reader_(texts, lowercase),
          chunks_(chunks),
          rouge_(tokenizer == Tokenizer::rouge_stem) {}

    void operator()(std::size_t c) {
        const std::size_t begin = c * texts_.chunk();
        const std::size_t end = std::min(begin + texts_.chunk(), texts_.size());
        TokenChunk out;
        out.starts.reserve(texts_.first(end) - texts_.first(begin) + 1);
        out.starts.push_back(0);
        out.vocabulary.reserve(end - begin);
        used_ = 0;
        const bool rouge = tokenizer_ == Tokenizer::rouge || tokenizer_ == Tokenizer::rouge_stem;
        for (std::size_t i = begin; i < end; ++i) {
            if (rouge)
                rouge_.instance(texts_, i, pace_, out);
            else
                reader_.read(i, [&](const auto& spans) { instance(spans, out); });
        }
        if (rouge)
            out.ids.shrink_to_fit();
        else
            out.ids.assign(ids_.data(), ids_.data() + used_);
        chunks_[c] = std::move(out);
    }

  private:
    Lane<Byte>& lane(Byte) { return bytes_; }
    Lane<char32_t>& lane(char32_t) { return wide_; }

    template <class Char>
    void instance(const std::vector<Span<Char>>& spans, TokenChunk& out) {
        Lane<Char>& lane = this->lane(Char());
        if (lane.scratch.size() < spans.size()) lane.scratch.resize(spans.size());
        lane.texts.clear();
        std::size_t characters = 0;
        for (std::size_t t = 0; t < spans.size(); ++t) {
            lane.texts.push_back(padded(normalized(spans[t], t > 0, lane.scratch[t], lane.tercom),
                                        lane.scratch[t]));
            characters += lane.texts.back().size;
            pace_(spans[t].size);
        }
        lane.table.reset(characters / 8 + 32);  // most words of short texts occur once
        const std::size_t most = used_ + characters;  // at most one token per character
        if (ids_.size() < most) ids_.resize(std::max(most, ids_.size() * 2));
        std::uint32_t* put = ids_.data() + used_;
        for (const Span<Char>& text : lane.texts) {
            const auto emit = [&](Span<Char> s) { *put++ = lane.table.intern(s); };
            switch (tokenizer_) {
                case Tokenizer::v13a: split13a(text, kinds_, emit); break;
                case Tokenizer::chars: split_chars(text, emit); break;
                case Tokenizer::jiwer: split_jiwer(text, emit); break;
                default: split_words(text, emit); break;
            }
            out.starts.push_back(static_cast<std::size_t>(put - ids_.data()));
            pace_(text.size);
        }
        used_ = out.starts.back();
        out.vocabulary.push_back(lane.table.count());
    }

    // Text that a tokenizer has rewritten lacks the padding of the reader's texts.
    template <class Char>
    static Span<Char> padded(Span<Char> text, std::vector<Char>& scratch) {
        if (text.data != scratch.data()) return text;
        scratch.resize(text.size + kPadding);
        return {scratch.data(), text.size};
    }

    template <class Char>
    Span<Char> normalized(Span<Char> text, bool reference, std::vector<Char>& scratch,
                          Tercom<Char>& tercom) const {
        if (tokenizer_ == Tokenizer::v13a) return normalize13a(text, scratch);
        if (tokenizer_ < Tokenizer::tercom) return text;
        const TercomOptions options(static_cast<int>(tokenizer_));
        return reference ? tercom.twice(text, options, scratch) : tercom(text, options, scratch);
    }

    Tokenizer tokenizer_;
    const Texts& texts_;
    Pace pace_;
    InstanceReader reader_;
    std::vector<TokenChunk>& chunks_;
    RougeTokenizer rouge_;
    Kinds13a kinds_;
    std::vector<std::uint32_t> ids_;  // of the chunk so far: ids_[0 .. used_)
    std::size_t used_ = 0;
    Lane<Byte> bytes_;
    Lane<char32_t> wide_;
};

}  // namespace

Tokens::Tokens(Tokenizer tokenizer, bool lowercase, const Texts& texts, Run run)
    : tokenizer_(tokenizer), lowercase_(lowercase), chunks_(texts.chunks()) {
    for_chunks(run, chunks_.size(),
               [&] { return Worker(tokenizer, lowercase, texts, run, chunks_); });
}

std::shared_ptr<const Tokens> known_tokens(Texts& texts, Tokenizer tokenizer, bool lowercase) {
    const std::lock_guard<std::mutex> hold(texts.lock);
    for (const auto& tokens : texts.cache)
        if (tokens->is(tokenizer, lowercase)) return tokens;
    return nullptr;
}

void keep_tokens(Texts& texts, std::shared_ptr<const Tokens> tokens) {
    const std::lock_guard<std::mutex> hold(texts.lock);
    texts.cache.push_back(std::move(tokens));  // stored twice by two callers at worst
}

std::shared_ptr<const Tokens> tokens_of(Texts& texts, Tokenizer tokenizer, bool lowercase,
                                        Run run) {
    auto tokens = known_tokens(texts, tokenizer, lowercase);
    if (!tokens) {
        tokens = std::make_shared<const Tokens>(tokenizer, lowercase, texts, run);
        keep_tokens(texts, tokens);
    }
    return tokens;
}

}  // namespace sacreval
