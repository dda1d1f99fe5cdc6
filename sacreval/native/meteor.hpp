// METEOR's alignment (Banerjee and Lavie 2005; Lavie and Agarwal 2007) as NLTK computes it.
#pragma once

#include <cstdint>
#include <memory>

#include "interpreter.hpp"
#include "meteor_memory.hpp"
#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

struct MeteorOptions {
    bool nltk_words = false;  // NLTK's word tokenizer; else split at white space
    bool stem = true;
    std::shared_ptr<MeteorMemory> memory;
};

// (pairs, 4): matches, chunks, words of the prediction, words of the reference. Needs
// Texts::lowered. Words separated by white space are cached in the batch as `numbered` tokens.
void meteor_pairs(Texts& texts, const MeteorOptions& options, Interpreter& python, Run run,
                  std::int64_t* rows);

}  // namespace sacreval
