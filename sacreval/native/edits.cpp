// jiwer's default transforms, and the counts of each pair.
#include "edits.hpp"

#include <algorithm>

#include "align.hpp"
#include "chars.hpp"
#include "instances.hpp"

namespace sacreval {
namespace {

void write(const Edits& edits, std::size_t reference, std::int64_t* row) {
    row[0] = static_cast<std::int64_t>(reference) - edits.substitutions - edits.deletions;
    row[1] = edits.substitutions;
    row[2] = edits.deletions;
    row[3] = edits.insertions;
}

class WordWorker {
  public:
    WordWorker(const Texts& texts, Run run, std::int64_t* rows)
        : texts_(texts), aligner_(run.cancel), rows_(rows) {}

    void instance(const TokenView& view, std::size_t i) {
        for (std::size_t j = 0; j < view.references; ++j) {
            const Ids reference = view.reference(j);
            write(aligner_.align(reference, view.prediction(), view.vocabulary), reference.size,
                  rows_ + 4 * (texts_.starts[i] + j));
        }
    }

  private:
    const Texts& texts_;
    Aligner aligner_;
    std::int64_t* rows_;
};

// cer_default: strip, then count every character. Ids are not cached: there are as many as
// characters, so caching them would cost more than it saves.
class CharacterWorker {
  public:
    CharacterWorker(const Texts& texts, Run run, std::int64_t* rows)
        : texts_(texts), reader_(texts, false), aligner_(run.cancel), rows_(rows) {}

    void operator()(std::size_t i) {
        reader_.read(i, [&](const auto& spans) { instance(spans, i); });
    }

  private:
    template <class Char>
    static Span<Char> strip(Span<Char> text) {
        while (text.size > 0 && is_space(text[text.size - 1])) --text.size;
        while (text.size > 0 && is_space(text[0])) text = text.sub(1, text.size);
        return text;
    }

    template <class Char>
    void instance(const std::vector<Span<Char>>& spans, std::size_t i) {
        std::size_t total = 0;
        for (const Span<Char>& text : spans) total += text.size;
        ids_.reset();
        symbols_.clear();
        symbols_.reserve(total);
        texts_ids_.clear();
        for (const Span<Char>& text : spans) {
            const std::size_t from = symbols_.size();
            for (const Char c : strip(text)) symbols_.push_back(ids_.intern(c));
            texts_ids_.push_back({symbols_.data() + from, symbols_.size() - from});
        }
        for (std::size_t j = 1; j < spans.size(); ++j)
            write(aligner_.align(texts_ids_[j], texts_ids_[0], ids_.count()), texts_ids_[j].size,
                  rows_ + 4 * (texts_.starts[i] + j - 1));
    }

    const Texts& texts_;
    InstanceReader reader_;
    Aligner aligner_;
    std::int64_t* rows_;
    CharIds ids_;
    std::vector<std::uint32_t> symbols_;
    std::vector<Ids> texts_ids_;
};

}  // namespace

void edit_pairs(Texts& texts, bool words, Run run, std::int64_t* rows) {
    if (!words)
        return for_each_instance(texts, run, [&] { return CharacterWorker(texts, run, rows); });
    const auto tokens = tokens_of(texts, Tokenizer::jiwer, false, run);
    for_instances(texts, *tokens, run, [&] { return WordWorker(texts, run, rows); });
}

}  // namespace sacreval
