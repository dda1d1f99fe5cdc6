// Normalises, splits and lower-cases texts on several threads, then numbers their words.
#include "meteor15_tokens.hpp"

#include "lowercase.hpp"
#include "meteor15_characters.hpp"

namespace sacreval {

class MeteorTokens::Worker {
  public:
    Worker(const Texts& texts, const MeteorTokenizerOptions& options, Interpreter& python, Run run,
           std::vector<Chunk>& chunks)
        : texts_(texts),
          options_(options),
          python_(python),
          pace_(run.cancel),
          chunks_(chunks),
          reader_(texts, false),
          normalizer_(options) {}

    void operator()(std::size_t c) {
        chunk_ = &chunks_[c];
        const std::size_t end = std::min((c + 1) * texts_.chunk(), texts_.size());
        for (std::size_t i = c * texts_.chunk(); i < end; ++i)
            reader_.read(i, [this](const auto& spans) {
                for (const auto span : spans) text(span);
            });
        chunk_->bytes.resize(chunk_->bytes.size() + kPadding);
    }

  private:
    using Kind = MeteorTokenizerOptions::Kind;

    template <class Char>
    void text(Span<Char> span) {
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
        for (const char32_t c : word_) {
            Byte coded[4];
            chunk_->bytes.insert(chunk_->bytes.end(), coded, encode_utf8(c, coded));
        }
        chunk_->ends.push_back(chunk_->bytes.size());
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
    const MeteorTokenizerOptions& options_;
    Interpreter& python_;
    Pace pace_;
    std::vector<Chunk>& chunks_;
    Chunk* chunk_ = nullptr;
    InstanceReader reader_;
    MeteorNormalizer normalizer_;
    std::vector<char32_t> word_;
};

MeteorTokens::MeteorTokens(const Texts& texts, const MeteorTokenizerOptions& options,
                           Interpreter& python, Run run)
    : chunks_(texts.chunks()) {
    for_chunks(run, chunks_.size(), [&] { return Worker(texts, options, python, run, chunks_); });
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

}  // namespace sacreval
