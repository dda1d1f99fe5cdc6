// The bytes of a file: mapped where the system can, so that only what is looked at is read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>

#if defined(__unix__) || defined(__APPLE__)
#define SACREVAL_MMAP 1
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace sacreval {

class MappedFile {
  public:
    // Nothing if the file cannot be read.
    static std::optional<MappedFile> open(const std::filesystem::path& path) {
        MappedFile file;
        if (!file.map(path) && !file.read(path)) return std::nullopt;
        return file;
    }
    std::string_view view() const { return {bytes_.get(), size_}; }

  private:
    bool map([[maybe_unused]] const std::filesystem::path& path) {
#ifdef SACREVAL_MMAP
        // A pipe would wait for a writer.
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) return false;
        struct stat about {};
        void* bytes = MAP_FAILED;
        if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
            bytes = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE,
                         descriptor, 0);
        close(descriptor);
        if (bytes == MAP_FAILED) return false;
        size_ = static_cast<std::size_t>(about.st_size);
        bytes_ = {static_cast<const char*>(bytes),
                  [size = size_](const char* mapped) { munmap(const_cast<char*>(mapped), size); }};
        return true;
#else
        return false;
#endif
    }

    bool read(const std::filesystem::path& path) {
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        std::ifstream stream(path, std::ios::binary);
        if (error || !stream) return false;
        const std::shared_ptr<char> bytes(new char[static_cast<std::size_t>(size) + 1],
                                          std::default_delete<char[]>());
        stream.read(bytes.get(), static_cast<std::streamsize>(size));
        size_ = static_cast<std::size_t>(stream.gcount());
        bytes_ = bytes;
        return size_ == size;
    }

    std::shared_ptr<const char> bytes_;
    std::size_t size_ = 0;
};

}  // namespace sacreval
