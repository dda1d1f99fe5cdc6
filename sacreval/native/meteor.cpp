// Rows of METEOR: tokenisation, then the alignment of each pair.
#include "meteor.hpp"

#include <algorithm>
#include <unordered_map>

#include "lowercase.hpp"
#include "meteor_aligner.hpp"
#include "tokchar.hpp"
#include "tokens.hpp"
#include "words.hpp"

namespace sacreval {
namespace {

// NLTK's tokens of texts of one width.
template <class Char>
struct Lane {
    explicit Lane(Interpreter& python) : tokenizer(python) {}

    WordTokenizer<Char> tokenizer;
    std::vector<std::vector<Char>> lowered;  // by text, with spaces between the tokens
    std::vector<Span<Char>> spans;           // of these
};

class Worker {
  public:
    // `tokens` has one element for each chunk, or none if tokens are not to be cached.
    Worker(const Texts& texts, const MeteorOptions& options, Interpreter& python, Run run,
           std::vector<TokenChunk>& tokens, std::int64_t* rows)
        : texts_(texts),
          options_(options),
          tokens_(tokens),
          pace_(run.cancel),
          rows_(rows),
          reader_(texts, false),
          lowered_reader_(texts, true),
          python_(python),
          bytes_(python),
          wide_(python),
          words_(options.memory->take()),
          aligner_(*words_, options.stem, options.memory->has_synonyms(), run.cancel) {}
    ~Worker() { options_.memory->give(std::move(words_)); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void operator()(std::size_t chunk) {
        const std::size_t begin = chunk * texts_.chunk();
        const std::size_t end = std::min(begin + texts_.chunk(), texts_.size());
        if (keep()) start_tokens(begin, end);
        for (std::size_t i = begin; i < end; ++i) {
            if (options_.nltk_words)
                nltk_words(i);
            else
                lowered_reader_.read(i, [&](const auto& spans) { instance(i, spans); });
            if (keep()) numbered_.vocabulary.push_back(static_cast<std::uint32_t>(words_->count()));
        }
        if (!keep()) return;
        numbered_.ids = ids_;
        tokens_[chunk] = std::move(numbered_);
    }

  private:
    bool keep() const { return !tokens_.empty(); }

    void start_tokens(std::size_t begin, std::size_t end) {
        numbered_ = {};
        numbered_.starts.reserve(texts_.first(end) - texts_.first(begin) + 1);
        numbered_.starts.push_back(0);
        numbered_.vocabulary.reserve(end - begin);
        ids_.clear();
    }

    Lane<Byte>& lane(Byte) { return bytes_; }
    Lane<char32_t>& lane(char32_t) { return wide_; }

    // NLTK tokenises first, then lower-cases each word.
    void nltk_words(std::size_t i) {
        reader_.read(i, [&](const auto& spans) { tokenize(i, spans); });
    }

    void tokenize(std::size_t i, const std::vector<Span<Byte>>& spans) {
        const auto lowered = [&](Span<Byte> tokens, std::vector<Byte>& out) {
            out.resize(tokens.size);
            std::transform(tokens.begin(), tokens.end(), out.begin(), ascii_lower);
        };
        instance(i, tokenized(spans, lowered));
    }

    void tokenize(std::size_t i, const std::vector<Span<char32_t>>& spans) {
        const auto lowered = [&](Span<char32_t> tokens, std::vector<char32_t>& out) {
            out.clear();
            split_words(tokens, [&](Span<char32_t> word) {
                append_lower(word, out);
                out.push_back(' ');
            });
        };
        instance(i, tokenized(spans, lowered));
    }

    void append_lower(Span<char32_t> word, std::vector<char32_t>& out) {
        const std::size_t before = out.size();
        for (const char32_t c : word) {
            out.push_back(lower_of(c));
            if (out.back() != kNotAlone) continue;
            out.resize(before);
            word_.assign(word.begin(), word.end());
            python_.lower(word_);
            out.insert(out.end(), word_.begin(), word_.end());
            return;
        }
    }

    template <class Char, class Lowered>
    const std::vector<Span<Char>>& tokenized(const std::vector<Span<Char>>& spans,
                                             Lowered&& lowered) {
        Lane<Char>& lane = this->lane(Char());
        if (lane.lowered.size() < spans.size()) lane.lowered.resize(spans.size());
        lane.spans.clear();
        for (std::size_t t = 0; t < spans.size(); ++t) {
            lowered(lane.tokenizer(spans[t]), lane.lowered[t]);
            const std::size_t size = lane.lowered[t].size();
            lane.lowered[t].resize(size + kPadding);
            lane.spans.push_back({lane.lowered[t].data(), size});
        }
        return lane.spans;
    }

    template <class Char>
    void instance(std::size_t i, const std::vector<Span<Char>>& spans) {
        words_->forget_if_many();
        number(spans[0], prediction_);
        std::int64_t* row = rows_ + texts_.starts[i] * 4;
        for (std::size_t j = 1; j < spans.size(); ++j, row += 4) {
            number(spans[j], reference_);
            row[2] = static_cast<std::int64_t>(prediction_.size());
            row[3] = static_cast<std::int64_t>(reference_.size());
            const auto counts = aligner_.align(prediction_, reference_);
            row[0] = counts.matches;
            row[1] = counts.chunks;
        }
    }

    template <class Char>
    void number(Span<Char> text, std::vector<std::uint32_t>& ids) {
        words_->number(text, ids);
        pace_(text.size);
        if (!keep()) return;
        ids_.insert(ids_.end(), ids.begin(), ids.end());
        numbered_.starts.push_back(ids_.size());
    }

    const Texts& texts_;
    const MeteorOptions& options_;
    std::vector<TokenChunk>& tokens_;
    Pace pace_;
    std::int64_t* rows_;
    InstanceReader reader_, lowered_reader_;
    Interpreter& python_;
    std::vector<char32_t> word_;
    Lane<Byte> bytes_;
    Lane<char32_t> wide_;
    std::unique_ptr<MeteorWords> words_;
    std::vector<std::uint32_t> prediction_, reference_;
    MeteorAligner aligner_;
    TokenChunk numbered_;  // of the chunk so far
    std::vector<std::uint32_t> ids_;
};

}  // namespace

std::shared_ptr<MeteorMemory> meteor_memory(const std::string& folder) {
    static std::mutex lock;
    // Never destroyed: a kernel may still be running when the process exits.
    static auto& known = *new std::unordered_map<std::string, std::shared_ptr<MeteorMemory>>;
    const std::lock_guard<std::mutex> hold(lock);
    auto& memory = known[folder];
    if (!memory)
        memory = std::make_shared<MeteorMemory>(folder.empty() ? nullptr : wordnet_in(folder));
    return memory;
}

void meteor_pairs(Texts& texts, const MeteorOptions& options, Interpreter& python, Run run,
                  std::int64_t* rows) {
    const bool keep = !options.nltk_words && !known_tokens(texts, Tokenizer::numbered, true) &&
                      !known_tokens(texts, Tokenizer::none, true);
    std::vector<TokenChunk> tokens(keep ? texts.chunks() : 0);
    for_chunks(run, texts.chunks(),
               [&] { return Worker(texts, options, python, run, tokens, rows); });
    if (keep)
        keep_tokens(texts,
                    std::make_shared<const Tokens>(Tokenizer::numbered, true, std::move(tokens)));
}

}  // namespace sacreval
