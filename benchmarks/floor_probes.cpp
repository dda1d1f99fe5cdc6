// What a machine must pay for a file of pairs, whatever program scores them: `floor.py` compiles it.
// Prints a line for each probe: its name and nanoseconds for each byte, lookup or row.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <functional>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

static double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static volatile uint64_t sink;

// The least nanoseconds for each of `count` of several runs.
static void report(const char* name, double count, const std::function<uint64_t()>& run) {
    double least = std::numeric_limits<double>::infinity();
    for (int turn = 0; turn < 7; turn++) {
        double began = now();
        sink = run();
        double took = now() - began;
        if (took < least) least = took;
    }
    std::printf("%s %.6f\n", name, least / count);
}

static std::string read_all(const char* path) {
    std::string text;
    std::vector<char> block(1 << 20);
    int file = open(path, O_RDONLY);
    if (file < 0) return text;
    for (ssize_t got; (got = read(file, block.data(), block.size())) > 0;)
        text.append(block.data(), static_cast<size_t>(got));
    close(file);
    return text;
}

static uint64_t read_blocks(const char* path) {
    static std::vector<char> block(1 << 20);
    uint64_t sum = 0;
    int file = open(path, O_RDONLY);
    for (ssize_t got; (got = read(file, block.data(), block.size())) > 0;) sum += static_cast<uint64_t>(got);
    close(file);
    return sum;
}

// Where each string of the JSON begins and ends.
static uint64_t scan(const std::string& text) {
    uint64_t strings = 0;
    const char *at = text.data(), *end = at + text.size();
    while ((at = static_cast<const char*>(std::memchr(at, '"', static_cast<size_t>(end - at))))) {
        do at = static_cast<const char*>(std::memchr(at + 1, '"', static_cast<size_t>(end - at - 1)));
        while (at && at[-1] == '\\');
        if (!at) break;
        at++, strings++;
    }
    return strings;
}

// A hash of each word: one look at each byte.
static uint64_t tokenise(const std::string& text) {
    static bool blank[256];
    for (unsigned char c : std::string(" \n\t\",:[]{}")) blank[c] = true;
    uint64_t hash = 0, sum = 0;
    for (unsigned char c : text) {
        if (blank[c]) sum += hash, hash = 0;
        else hash = (hash ^ c) * 0x9E3779B97F4A7C15ull;
    }
    return sum;
}

// Lookups in a table of 8 KiB, as n-grams of a pair need it; half of them insert. A new pair has a
// new generation, so that nothing is cleared.
static uint64_t lookups(uint64_t count) {
    static std::vector<uint64_t> table(1024);
    static uint64_t generation = 0;
    uint64_t found = 0, key = 88172645463325252ull;
    for (uint64_t i = 0; i < count; i++) {
        if (i % 512 == 0) generation++;
        key += 0x9E3779B97F4A7C15ull;
        uint64_t wanted = generation << 8 | key >> 56, place = (key >> 54) & 1023;
        found += table[place] == wanted;
        table[place] = wanted;
    }
    return found;
}

// Rows of Myers's edit distance on patterns of up to 64 words.
static uint64_t rows(uint64_t count) {
    uint64_t up = ~0ull, down = 0, key = 88172645463325252ull, distance = 0;
    for (uint64_t i = 0; i < count; i++) {
        key = key * 6364136223846793005ull + 1442695040888963407ull;
        uint64_t equal = key & (key >> 9) & (key >> 23), both = equal | down;
        uint64_t across = (((equal & up) + up) ^ up) | equal;
        uint64_t rise = down | ~(across | up), fall = up & across;
        distance += (rise >> 20) & 1;
        distance -= (fall >> 20) & 1;
        rise = rise << 1 | 1, fall <<= 1;
        up = fall | ~(both | rise), down = rise & both;
    }
    return distance + up;
}

int main(int count, char** words) {
    if (count != 2) return 2;
    std::string text = read_all(words[1]);
    if (text.empty()) return 1;
    double bytes = static_cast<double>(text.size());
    const uint64_t many = 4'000'000;
    std::vector<uint64_t> large(16'000'000, 1);
    report("read", bytes, [&] { return read_blocks(words[1]); });
    report("scan", bytes, [&] { return scan(text); });
    report("tokenise", bytes, [&] { return tokenise(text); });
    report("lookup", static_cast<double>(many), [&] { return lookups(many); });
    report("row", static_cast<double>(many), [&] { return rows(many); });
    report("memory", 8.0 * static_cast<double>(large.size()), [&] {
        uint64_t sum = 0;
        for (uint64_t x : large) sum += x;
        return sum;
    });
}
