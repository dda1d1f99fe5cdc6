// Hashes of records: of their ids with their references, and with their predictions.
#pragma once

#include <cstdint>
#include <vector>

#include "parallel.hpp"
#include "text.hpp"

namespace sacreval {

// The ids of records: texts, or numbers that follow each other.
struct Ids {
    std::vector<Utf8> names;  // empty if they are numbers
    std::uint64_t first = 1;
};

// Sums of hashes, modulo 2**64: of `[id, references]` as JSON, and of `[id, prediction]`.
struct HashSums {
    std::uint64_t contexts = 0, outputs = 0;
};

// Writes the hash of `[id, references]` of each instance, and returns the sums. Throws
// std::invalid_argument for text that JSON cannot hold.
HashSums text_hashes(const Texts& texts, const Ids& ids, Run run, std::uint64_t* contexts);

}  // namespace sacreval
