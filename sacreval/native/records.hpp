// Records of JSONL as views of the file's bytes: texts, ids and names, without Python objects.
#pragma once

#include <cstdint>
#include <vector>

#include "arena.hpp"
#include "text.hpp"

namespace sacreval {

// The fields of a record that are there, as bits.
enum RecordField : std::uint32_t {
    kInstanceId = 1,
    kSystemId = 2,
    kSystemType = 4,
    kPrediction = 8,
    kReferences = 16,  // or `reference`
    kSources = 32,
    kInput = 64,
    kJudgments = 128,
    kGroups = 256,
    kMeta = 512,
};

struct RecordLine {
    const char* data = nullptr;
    std::size_t bytes = 0;
    std::uint64_t number = 0;  // from 1
    std::uint32_t fields = 0;
    bool numeric_id = false;
    Utf8 instance_id, system_id, system_type;
};

// Texts are in the order of `Texts`: prediction 0, its references, prediction 1, ...
struct Records {
    std::vector<RecordLine> lines;
    std::vector<Utf8> texts;
    std::vector<std::size_t> starts{0};  // (n + 1,): references before each record
};

// A line that is not plainly a record of the common form: its number, and where it is.
struct OtherLine {
    std::uint64_t number = 0;
    std::size_t start = 0, end = 0;
};

// Reads lines, the first of which has number `first`; blank ones are skipped. A line is a record if
// it is an object whose prediction is a text, and whose other fields are of the usual types; the
// lines that are not are returned. `arena` holds the texts that have escapes.
std::vector<OtherLine> read_records(const char* text, std::size_t bytes, std::uint64_t first,
                                    Arena& arena, Records& records);

// A block of lines of one file, each of which ends with a line feed.
struct Block {
    const char* data = nullptr;
    std::size_t bytes = 0;
    std::size_t read = 0;  // offset of the next line
};

// Reads as many lines of each block, at most `most`, as all blocks have: predictions and their
// references. A carriage return at the end of a line is dropped; with several files of references,
// a blank line is none. Returns false if it stopped at a line that is not UTF-8.
bool read_aligned(std::vector<Block>& blocks, std::uint64_t first, std::size_t most,
                  Records& records);

}  // namespace sacreval
