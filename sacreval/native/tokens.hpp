// Token ids of every text for one tokenizer, computed once and cached in the batch.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ids.hpp"
#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// `numbered` is `none` with ids from another table: not dense, but below TokenChunk::vocabulary.
// `tercom`: plus TercomOptions::bits().
enum class Tokenizer { v13a, chars, none, jiwer, rouge, rouge_stem, numbered, tercom = 64 };

using Ids = Span<std::uint32_t>;

// The concatenated tokens of the instances of one chunk.
struct TokenChunk {
    std::vector<std::uint32_t> ids;     // dense within each instance, from 0, if not `numbered`
    std::vector<std::size_t> starts;    // (texts + 1,) into ids
    std::vector<std::uint32_t> vocabulary;    // above every id, per instance
    std::vector<std::uint32_t> breaks;        // rouge: token index within its text of each "\n"
    std::vector<std::size_t> break_starts;    // (texts + 1,) into breaks; empty if not rouge
};

class Tokens {
  public:
    Tokens(Tokenizer tokenizer, bool lowercase, const Texts& texts, Run run);
    Tokens(Tokenizer tokenizer, bool lowercase, std::vector<TokenChunk> chunks)
        : tokenizer_(tokenizer), lowercase_(lowercase), chunks_(std::move(chunks)) {}

    bool is(Tokenizer tokenizer, bool lowercase) const {
        return tokenizer_ == tokenizer && lowercase_ == lowercase;
    }
    const TokenChunk& chunk(std::size_t c) const { return chunks_[c]; }

  private:
    Tokenizer tokenizer_;
    bool lowercase_;
    std::vector<TokenChunk> chunks_;
};

// Returns tokens from the batch's cache, or null.
std::shared_ptr<const Tokens> known_tokens(Texts& texts, Tokenizer tokenizer, bool lowercase);
void keep_tokens(Texts& texts, std::shared_ptr<const Tokens> tokens);

// Returns tokens from the batch's cache, or computes them. `lowercase` needs Texts::lowered.
std::shared_ptr<const Tokens> tokens_of(Texts& texts, Tokenizer tokenizer, bool lowercase, Run run);

// One instance of a chunk: ids of its prediction and of its references.
struct TokenView {
    const TokenChunk* chunk = nullptr;
    std::size_t first = 0;  // index of its prediction among the chunk's texts
    std::size_t references = 0;
    std::uint32_t vocabulary = 0;

    Ids text(std::size_t t) const {
        const std::size_t from = chunk->starts[first + t], to = chunk->starts[first + t + 1];
        return {chunk->ids.data() + from, to - from};
    }
    Ids prediction() const { return text(0); }
    Ids reference(std::size_t j) const { return text(j + 1); }
    Span<std::uint32_t> breaks(std::size_t t) const {
        const std::size_t from = chunk->break_starts[first + t];
        return {chunk->breaks.data() + from, chunk->break_starts[first + t + 1] - from};
    }
};

// Runs worker.instance(view, i) for all instances, on threads; make() creates a thread's worker.
template <class Make>
void for_instances(const Texts& texts, const Tokens& tokens, Run run, Make make) {
    for_chunks(run, texts.chunks(), [&] {
        return [&, worker = make()](std::size_t c) mutable {
            const std::size_t begin = c * texts.chunk();
            const std::size_t end = std::min(begin + texts.chunk(), texts.size());
            const TokenChunk& chunk = tokens.chunk(c);
            for (std::size_t i = begin; i < end; ++i)
                worker.instance({&chunk, texts.first(i) - texts.first(begin), texts.references(i),
                                 chunk.vocabulary[i - begin]},
                                i);
        };
    });
}

}  // namespace sacreval
