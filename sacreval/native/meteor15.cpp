// Rows of METEOR 1.5: matches, the search for the best alignment, and its counts.
#include "meteor15.hpp"

#include <algorithm>

#include "instances.hpp"
#include "meteor15_beam.hpp"

namespace sacreval {
namespace {

class Worker {
  public:
    Worker(const Texts& texts, const MeteorTokens& tokens, const Meteor15Options& options, Run run,
           std::int64_t* rows)
        : texts_(texts),
          tokens_(tokens),
          words_(tokens.vocabulary()),
          options_(options),
          rows_(rows),
          matcher_(words_, options.phrases, run.cancel),
          beam_(options.beam, place_of_exact(options.modules), run.cancel) {}

    void operator()(std::size_t i) {
        const std::size_t first = texts_.first(i);
        for (std::size_t r = 0; r < texts_.references(i); ++r)
            pair(text(first), text(first + 1 + r),
                 rows_ + (texts_.starts[i] + r) * kMeteorStatistics);
    }

  private:
    static std::size_t place_of_exact(const std::vector<MeteorModule>& modules) {
        const auto place = std::find(modules.begin(), modules.end(), MeteorModule::exact);
        return static_cast<std::size_t>(place - modules.begin());
    }

    MeteorText text(std::size_t k) const { return {tokens_[k], tokens_.number(k)}; }

    void pair(const MeteorText& output, const MeteorText& other, std::int64_t* row) {
        const WordIds predicted = output.words, reference = other.words;
        whole(predicted, row[0], row[2]);
        whole(reference, row[1], row[3]);
        const auto same = [this](auto a, auto b) { return words_.equality(a) == words_.equality(b); };
        const bool equal = std::equal(predicted.begin(), predicted.end(), reference.begin(),
                                      reference.end(), same);
        matcher_(output, other, options_.modules, equal ? 1 : options_.modules.size());
        const auto& matches = matcher_.matches();
        const auto found =
            beam_.search(matches, matcher_.starts(), predicted.size, reference.size);
        row[20] = found.chunks;
        for (const std::uint32_t number : found.matches) {
            const MeteorMatch& match = matches[number];
            std::int64_t* own = row + 4 + 4 * match.module;
            matched(predicted.sub(match.predicted, match.predicted + match.predicted_length), own);
            matched(reference.sub(match.start, match.start + match.length), own + 1);
            row[21] += match.predicted_length;
            row[22] += match.length;
        }
    }

    std::int64_t size(std::uint32_t id) const {
        return options_.characters ? words_.length(id) : 1;
    }

    void whole(WordIds text, std::int64_t& all, std::int64_t& function) const {
        for (const std::uint32_t id : text) {
            all += size(id);
            if (words_.is_function(id)) function += size(id);
        }
    }

    void matched(WordIds phrase, std::int64_t* content) const {
        for (const std::uint32_t id : phrase) content[words_.is_function(id) ? 2 : 0] += size(id);
    }

    const Texts& texts_;
    const MeteorTokens& tokens_;
    const MeteorVocabulary& words_;
    const Meteor15Options& options_;
    std::int64_t* rows_;
    MeteorMatcher matcher_;
    MeteorBeam beam_;
};

}  // namespace

void meteor15_pairs(const Texts& texts, const MeteorTokens& tokens, const Meteor15Options& options,
                    Run run, std::int64_t* rows) {
    for_each_instance(texts, run, [&] { return Worker(texts, tokens, options, run, rows); });
}

}  // namespace sacreval
