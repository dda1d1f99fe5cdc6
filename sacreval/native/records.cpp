// Reads one line of JSONL after the other; what is not plainly common is left to another decoder.
#include "records.hpp"

#include <cstring>
#include <string_view>

#include "json_values.hpp"

namespace sacreval {
namespace {

struct Name {
    std::string_view name;
    std::uint32_t field;
};

constexpr Name kNames[] = {
    {"prediction", kPrediction}, {"references", kReferences}, {"reference", kReferences},
    {"instance_id", kInstanceId}, {"system_id", kSystemId}, {"system_type", kSystemType},
    {"sources", kSources}, {"input", kInput}, {"judgments", kJudgments}, {"groups", kGroups},
    {"meta", kMeta},
};

// What bytes.strip() strips in Python.
bool is_blank(const char* p, const char* end) {
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) ++p;
    return p == end;
}

class LineReader {
  public:
    LineReader(Arena& arena, Records& out) : text_(arena), values_(text_), out_(out) {}

    // Adds the record of a line; false, with nothing added, if it is not of the common form.
    bool add(const char* p, const char* end, std::uint64_t number) {
        line_ = RecordLine{p, static_cast<std::size_t>(end - p), number, 0, false, {}, {}, {}};
        prediction_ = {};
        references_.clear();
        const auto field = [&](const Name& one) { return value(one, p, end); };
        if (!fields(p, end, field) || (line_.fields & kPrediction) == 0) return false;
        out_.lines.push_back(line_);
        out_.texts.push_back(prediction_);
        out_.texts.insert(out_.texts.end(), references_.begin(), references_.end());
        out_.starts.push_back(out_.starts.back() + references_.size());
        return true;
    }

  private:
    template <class Field>
    bool fields(const char*& p, const char* end, Field&& field) {
        if (!JsonValues::take(p, end, '{')) return false;
        do {
            const Name* found = name(p, end);
            if (found == nullptr || (line_.fields & found->field) != 0) return false;
            line_.fields |= found->field;
            if (!JsonValues::take(p, end, ':') || !field(*found)) return false;
        } while (JsonValues::take(p, end, ','));
        if (!JsonValues::take(p, end, '}')) return false;
        JsonValues::skip_blanks(p, end);
        return p == end;
    }

    static const Name* name(const char*& p, const char* end) {
        if (!JsonValues::take(p, end, '"')) return nullptr;
        for (const Name& one : kNames) {
            const std::size_t size = one.name.size();
            if (static_cast<std::size_t>(end - p) <= size || p[size] != '"' ||
                std::memcmp(p, one.name.data(), size) != 0)
                continue;
            p += size + 1;
            return &one;
        }
        return nullptr;
    }

    bool value(const Name& one, const char*& p, const char* end) {
        Utf8 ignored;
        switch (one.field) {
            case kPrediction: return values_.text(p, end, prediction_);
            case kReferences: return references(one.name.back() == 's', p, end);
            case kInstanceId: return instance_id(p, end);
            case kSystemId: return values_.text(p, end, line_.system_id);
            case kSystemType:
                return values_.text(p, end, line_.system_type) && line_.system_type.bytes > 0;
            case kSources: return texts(p, end);
            case kInput: return values_.text(p, end, ignored);
            case kJudgments: return values_.object(p, end, [&] { return judgment(p, end); });
            case kGroups: return values_.object(p, end, [&] { return values_.flat(p, end); });
            default: return values_.object(p, end, [&] { return values_.any(p, end); });
        }
    }

    bool references(bool several, const char*& p, const char* end) {
        const auto one = [&] {
            references_.emplace_back();
            return values_.text(p, end, references_.back());
        };
        return several ? JsonValues::list(p, end, one) && !references_.empty() : one();
    }

    bool texts(const char*& p, const char* end) {
        return JsonValues::list(p, end, [&] {
            Utf8 ignored;
            return values_.text(p, end, ignored);
        });
    }

    static bool judgment(const char*& p, const char* end) {
        JsonValues::skip_blanks(p, end);
        return JsonValues::word(p, end, "null") || JsonValues::number(p, end, false);
    }

    bool instance_id(const char*& p, const char* end) {
        JsonValues::skip_blanks(p, end);
        if (p < end && *p == '"') return values_.text(p, end, line_.instance_id);
        const char* start = p;
        if (!JsonValues::number(p, end, true) || (p - start == 2 && *start == '-' && start[1] == '0'))
            return false;
        const auto bytes = static_cast<std::size_t>(p - start);
        line_.instance_id = {start, bytes, bytes};
        line_.numeric_id = true;
        return true;
    }

    JsonText text_;
    JsonValues values_;
    Records& out_;
    RecordLine line_;
    Utf8 prediction_;
    std::vector<Utf8> references_;
};

}  // namespace

std::vector<OtherLine> read_records(const char* text, std::size_t bytes, std::uint64_t first,
                                    Arena& arena, Records& records) {
    std::vector<OtherLine> others;
    LineReader reader(arena, records);
    const char *end = text + bytes, *next = text;
    for (std::uint64_t number = first; next < end; ++number) {
        const char* line = next;
        const auto* feed = static_cast<const char*>(
            std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
        const char* stop = feed == nullptr ? end : feed;
        next = feed == nullptr ? end : feed + 1;
        if (reader.add(line, stop, number) || is_blank(line, stop)) continue;
        others.push_back({number, static_cast<std::size_t>(line - text),
                          static_cast<std::size_t>(stop - text)});
    }
    return others;
}

}  // namespace sacreval
