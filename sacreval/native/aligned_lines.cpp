// Reads line n of every file as one record.
#include <cstring>

#include "blank_text.hpp"
#include "records.hpp"
#include "utf8_check.hpp"

namespace sacreval {
namespace {

// A line without its end, as a text; false if it is not UTF-8.
bool text_of(const char* p, const char* end, Utf8& out) {
    if (p < end && end[-1] == '\r') --end;
    const char* start = p;
    std::size_t following = 0;
    while ((p = skip_ascii(p, end)) < end) {
        const std::size_t length = utf8_length(reinterpret_cast<const unsigned char*>(p),
                                               reinterpret_cast<const unsigned char*>(end));
        if (length == 0) return false;
        following += length - 1;
        p += length;
    }
    const auto bytes = static_cast<std::size_t>(end - start);
    out = {start, bytes, bytes - following};
    return true;
}

}  // namespace

bool read_aligned(std::vector<Block>& blocks, std::uint64_t first, std::size_t most,
                  Records& records) {
    std::vector<Utf8> texts(blocks.size());
    std::vector<std::size_t> next(blocks.size());
    const bool several = blocks.size() > 2;
    for (std::size_t i = 0; i < most; ++i) {
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            const Block& block = blocks[k];
            const char *line = block.data + block.read, *end = block.data + block.bytes;
            const auto* feed = static_cast<const char*>(
                line < end ? std::memchr(line, '\n', static_cast<std::size_t>(end - line)) : nullptr);
            if (feed == nullptr) return true;
            if (!text_of(line, feed, texts[k])) return false;
            next[k] = static_cast<std::size_t>(feed + 1 - block.data);
        }
        RecordLine record;
        record.number = first + i;
        record.fields = kPrediction;
        records.texts.push_back(texts[0]);
        for (std::size_t k = 1; k < texts.size(); ++k)
            if (!several || !is_blank_text(texts[k])) records.texts.push_back(texts[k]);
        records.lines.push_back(record);
        records.starts.push_back(records.texts.size() - records.lines.size());
        if (records.starts[i + 1] > records.starts[i]) records.lines.back().fields |= kReferences;
        for (std::size_t k = 0; k < blocks.size(); ++k) blocks[k].read = next[k];
    }
    return true;
}

}  // namespace sacreval
