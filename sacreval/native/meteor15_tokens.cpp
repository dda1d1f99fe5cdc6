// Normalises, splits and lower-cases texts on several threads, then numbers their words.
#include "meteor15_tokens.hpp"

#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "lowercase.hpp"
#include "meteor15_characters.hpp"

namespace sacreval {

constexpr std::size_t kTogether = 32;  // texts that a worker normalises at a time

class MeteorTokens::Worker {
  public:
    Worker(const Texts& texts, const std::vector<std::size_t>& distinct,
           const MeteorTokenizerOptions& options, Interpreter& python, Run run,
           std::vector<Chunk>& chunks)
        : texts_(texts),
          distinct_(distinct),
          options_(options),
          python_(python),
          pace_(run.cancel),
          chunks_(chunks),
          normalizer_(options) {}

    void operator()(std::size_t c) {
        chunk_ = &chunks_[c];
        const std::size_t end = std::min((c + 1) * kTogether, distinct_.size());
        for (std::size_t t = c * kTogether; t < end; ++t) read(texts_.texts[distinct_[t]]);
        chunk_->bytes.resize(chunk_->bytes.size() + kPadding);
    }

  private:
    using Kind = MeteorTokenizerOptions::Kind;

    void read(const Utf8& text) {
        if (text.length > texts_.limit)
            throw std::overflow_error("a text has more than 2**31 - 1 characters");
        if (text.ascii()) return words_of(Span<Byte>{reinterpret_cast<const Byte*>(text.data), text.bytes});
        wide_.resize(text.length);
        decode_utf8(text.data, text.bytes, wide_.data());
        words_of(Span<char32_t>{wide_.data(), wide_.size()});
    }

    template <class Char>
    void words_of(Span<Char> span) {
        pace_(8 * span.size);
        if (options_.kind == Kind::full || options_.kind == Kind::no_punctuation) {
            const std::u32string& normal = normalizer_(span);
            split(Span<char32_t>{normal.data(), normal.size()});
        } else {
            split(span);
        }
        chunk_->counts.push_back(chunk_->ends.size());
    }

    template <class Char>
    void split(Span<Char> text) {
        std::size_t at = 0;
        while (true) {
            while (at < text.size && is_java_separator(text[at])) ++at;
            const std::size_t start = at;
            while (at < text.size && !is_java_separator(text[at])) ++at;
            if (at == start) return;
            word(text.sub(start, at));
        }
    }

    template <class Char>
    void word(Span<Char> word) {
        word_.assign(word.begin(), word.end());
        if (options_.kind != Kind::none) lower(word);
        std::vector<Byte>& bytes = chunk_->bytes;
        const std::size_t start = bytes.size();
        bytes.resize(start + 4 * word_.size());
        Byte* end = bytes.data() + start;
        for (const char32_t c : word_) end = encode_utf8(c, end);
        bytes.resize(static_cast<std::size_t>(end - bytes.data()));
        chunk_->ends.push_back(bytes.size());
    }

    template <class Char>
    void lower(Span<Char> word) {
        for (char32_t& c : word_) {
            c = lower_of(c);
            if (c != kNotAlone) continue;
            word_.assign(word.begin(), word.end());
            python_.lower(word_);
            return;
        }
    }

    const Texts& texts_;
    const std::vector<std::size_t>& distinct_;
    const MeteorTokenizerOptions& options_;
    Interpreter& python_;
    Pace pace_;
    std::vector<Chunk>& chunks_;
    Chunk* chunk_ = nullptr;
    MeteorNormalizer normalizer_;
    std::vector<char32_t> wide_, word_;
};

MeteorTokens::MeteorTokens(const Texts& texts, const MeteorTokenizerOptions& options,
                           Interpreter& python, Run run) {
    number_texts(texts);
    chunks_.resize((distinct_.size() + kTogether - 1) / kTogether);
    for_chunks(run, chunks_.size(),
               [&] { return Worker(texts, distinct_, options, python, run, chunks_); });
    for (const Chunk& chunk : chunks_) {
        run.cancel.tick();
        std::size_t word = 0, start = 0;
        for (const std::size_t count : chunk.counts) {
            for (; word < count; start = chunk.ends[word++])
                ids_.items.push_back(
                    vocabulary_.id({chunk.bytes.data() + start, chunk.ends[word] - start}));
            ids_.close();
        }
    }
}

void MeteorTokens::number_texts(const Texts& texts) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    known.reserve(texts.texts.size());
    for (std::size_t t = 0; t < texts.texts.size(); ++t) {
        const std::string_view bytes(texts.texts[t].data, texts.texts[t].bytes);
        const auto [place, is_new] =
            known.emplace(bytes, static_cast<std::uint32_t>(distinct_.size()));
        number_.push_back(place->second);
        if (is_new) distinct_.push_back(t);
    }
}

}  // namespace sacreval
