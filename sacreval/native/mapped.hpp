// The bytes of a file, memory-mapped if possible, so that only the pages in use are read.
#pragma once

#include <cstddef>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

// std::filesystem needs macOS 10.15, but Python supports earlier versions.
#ifdef _WIN32
#include <filesystem>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace sacreval {

class MappedFile {
  public:
    // Empty if the file cannot be read. The path is in UTF-8 on Windows.
    static std::optional<MappedFile> open(const std::string& path) {
        MappedFile file;
        if (!file.load(path)) return std::nullopt;
        return file;
    }
    std::string_view view() const { return {bytes_.get(), size_}; }

  private:
#ifdef _WIN32
    bool load(const std::string& path) {
        std::ifstream stream(std::filesystem::u8path(path), std::ios::binary | std::ios::ate);
        if (!stream) return false;
        size_ = static_cast<std::size_t>(stream.tellg());
        stream.seekg(0);
        return read(stream);
    }
#else
    bool load(const std::string& path) {
        // Opening a pipe would block until there is a writer.
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) return false;
        struct stat about {};
        const bool regular = fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
        if (regular) map(descriptor, static_cast<std::size_t>(about.st_size));
        close(descriptor);
        if (!regular || bytes_) return regular;
        std::ifstream stream(path, std::ios::binary);  // empty, or on a disk that cannot map
        return read(stream);
    }

    void map(int descriptor, std::size_t size) {
        size_ = size;
        void* bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (bytes == MAP_FAILED) return;
        bytes_ = {static_cast<const char*>(bytes),
                  [size](const char* mapped) { munmap(const_cast<char*>(mapped), size); }};
    }
#endif

    bool read(std::ifstream& stream) {
        const std::shared_ptr<char> bytes(new char[size_ + 1], std::default_delete<char[]>());
        stream.read(bytes.get(), static_cast<std::streamsize>(size_));
        bytes_ = bytes;
        return static_cast<std::size_t>(stream.gcount()) == size_;
    }

    std::shared_ptr<const char> bytes_;
    std::size_t size_ = 0;
};

}  // namespace sacreval
