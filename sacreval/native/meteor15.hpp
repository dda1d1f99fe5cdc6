// METEOR 1.5 (Denkowski and Lavie 2014): the statistics of each pair of texts.
#pragma once

#include <cstdint>
#include <vector>

#include "meteor15_matches.hpp"
#include "meteor15_tokens.hpp"

namespace sacreval {

constexpr std::size_t kMeteorStatistics = 23, kMeteorModules = 4;

struct Meteor15Options {
    std::vector<MeteorModule> modules;  // 1 to 4
    std::size_t beam = 40;
    bool characters = false;                 // lengths and matches in UTF-16 code units
    const MeteorPhrases* phrases = nullptr;  // without them there are no paraphrases
};

// (pairs, 23): words, or characters, of the prediction and of the reference, function words of
// both; for each of four modules the matched content words of both, and function words of both; the
// number of chunks; the matched words of both.
void meteor15_pairs(const Texts& texts, const MeteorTokens& tokens, const Meteor15Options& options,
                    Run run, std::int64_t* rows);

}  // namespace sacreval
