// The words of a batch's texts as METEOR 1.5 splits them, in the case in which it compares them.
#pragma once

#include <vector>

#include "interpreter.hpp"
#include "meteor15_normalizer.hpp"
#include "meteor15_vocabulary.hpp"
#include "parallel.hpp"

namespace sacreval {

class MeteorTokens {
  public:
    // Needs the lower case of all characters, see `lower` in boundary.hpp.
    MeteorTokens(const Texts& texts, const MeteorTokenizerOptions& options, Interpreter& python,
                 Run run);

    // Words of a text, as ids of the vocabulary.
    Span<std::uint32_t> operator[](std::size_t text) const { return ids_[number_[text]]; }
    // The number of a text, or of its equal, among the distinct ones.
    std::size_t number(std::size_t text) const { return number_[text]; }
    MeteorVocabulary& vocabulary() { return vocabulary_; }
    const MeteorVocabulary& vocabulary() const { return vocabulary_; }
    // The texts that are not equal to an earlier one; references are often repeated.
    const std::vector<std::size_t>& distinct() const { return distinct_; }

  private:
    void number_texts(const Texts& texts);

    // The words of some distinct texts, one behind the other.
    struct Chunk {
        std::vector<Byte> bytes;
        std::vector<std::size_t> ends;    // of each word, in bytes
        std::vector<std::size_t> counts;  // words before the end of each text
    };
    class Worker;

    std::vector<std::size_t> distinct_;
    std::vector<std::uint32_t> number_;  // place of each text, or its equal, in `distinct_`
    std::vector<Chunk> chunks_;          // own the bytes of the vocabulary's words
    MeteorVocabulary vocabulary_;
    Slices<std::uint32_t> ids_;
};

}  // namespace sacreval
