// Hands records to Python: whole columns as lists, texts to kernels as views.
#include "module_records.hpp"

#include <cstring>
#include <memory>
#include <string>

#include "records.hpp"

namespace sacreval {
namespace {

constexpr const char* kCapsule = "sacreval.native.record_bytes";

// The bytes that views point to: those of the file, and decoded texts.
struct Source {
    explicit Source(PyObject* bytes) : owner(bytes) {}
    Ref owner;
    Arena arena;
};

struct Held {
    std::shared_ptr<Source> source;
    Records records;
};

void destroy(PyObject* capsule) {
    delete static_cast<Held*>(PyCapsule_GetPointer(capsule, kCapsule));
}

PyObject* wrapped(std::unique_ptr<Held> held) {
    Ref capsule(PyCapsule_New(held.get(), kCapsule, destroy));
    held.release();
    return capsule.release();
}

const Held& held_by(PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, kCapsule)) {
        PyErr_SetString(PyExc_TypeError, "expected records that read_records has read");
        throw PythonError();
    }
    return *static_cast<Held*>(PyCapsule_GetPointer(capsule, kCapsule));
}

const Held& only(PyObject* args) {
    PyObject* capsule = nullptr;
    parse(args, "O", &capsule);
    return held_by(capsule);
}

PyObject* text_of(const Utf8& text) {
    return PyUnicode_DecodeUTF8(text.data, static_cast<Py_ssize_t>(text.bytes), nullptr);
}

template <class Item>
PyObject* list_of(std::size_t n, Item&& item) {
    Ref list(PyList_New(static_cast<Py_ssize_t>(n)));
    for (std::size_t i = 0; i < n; ++i) {
        Ref one(item(i));
        if (PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), one.release()) != 0)
            throw PythonError();
    }
    return list.release();
}

// A text that is equal to the one before is the same object.
class Repeated {
  public:
    PyObject* of(const Utf8& text) {
        const bool same = last_ && text.bytes == view_.bytes &&
                          std::memcmp(text.data, view_.data, text.bytes) == 0;
        if (!same) {
            last_ = std::make_unique<Ref>(text_of(text));
            view_ = text;
        }
        Py_INCREF(last_->get());
        return last_->get();
    }

  private:
    Utf8 view_;
    std::unique_ptr<Ref> last_;
};

PyObject* references_of(const Records& records, std::size_t i) {
    if ((records.lines[i].fields & kReferences) == 0) return none();
    const std::size_t first = records.starts[i] + i + 1;
    return list_of(records.starts[i + 1] - records.starts[i],
                   [&](std::size_t k) { return text_of(records.texts[first + k]); });
}

PyObject* id_of(const RecordLine& line) {
    if ((line.fields & kInstanceId) == 0) return none();
    if (!line.numeric_id) return text_of(line.instance_id);
    const std::string digits(line.instance_id.data, line.instance_id.bytes);
    return PyLong_FromString(digits.c_str(), nullptr, 10);
}

PyObject* column(const Records& records, const std::string& name) {
    const std::size_t n = records.lines.size();
    if (name == "prediction")
        return list_of(n, [&](std::size_t i) { return text_of(records.texts[records.starts[i] + i]); });
    if (name == "references") return list_of(n, [&](std::size_t i) { return references_of(records, i); });
    if (name == "instance_id") return list_of(n, [&](std::size_t i) { return id_of(records.lines[i]); });
    Repeated texts;
    if (name == "system_id" || name == "system_type")
        return list_of(n, [&](std::size_t i) {
            const RecordLine& line = records.lines[i];
            const std::uint32_t field = name == "system_id" ? kSystemId : kSystemType;
            if ((line.fields & field) == 0) return none();
            return texts.of(field == kSystemId ? line.system_id : line.system_type);
        });
    throw std::invalid_argument("there is no view of the column " + name);
}

// The number `i` of a sequence; throws unless it is one below `size`.
std::size_t index_in(PyObject* sequence, Py_ssize_t i, std::size_t size) {
    const Ref item(PySequence_GetItem(sequence, i));
    const Py_ssize_t index = PyLong_AsSsize_t(item.get());
    if (index == -1 && PyErr_Occurred() != nullptr) throw PythonError();
    if (index < 0 || static_cast<std::size_t>(index) >= size)
        throw std::invalid_argument("there is no record with this index");
    return static_cast<std::size_t>(index);
}

void append(Records& out, const Records& from, std::size_t i) {
    const auto first = from.texts.begin() + static_cast<std::ptrdiff_t>(from.starts[i] + i);
    const std::size_t own = from.starts[i + 1] - from.starts[i];
    out.lines.push_back(from.lines[i]);
    out.texts.insert(out.texts.end(), first, first + static_cast<std::ptrdiff_t>(own + 1));
    out.starts.push_back(out.starts.back() + own);
}

}  // namespace

PyObject* py_read_records(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* bytes = nullptr;
        unsigned long long first = 1;
        parse(args, "SK", &bytes, &first);
        Py_INCREF(bytes);
        auto held = std::make_unique<Held>();
        held->source = std::make_shared<Source>(bytes);
        char* text = nullptr;
        Py_ssize_t size = 0;
        if (PyBytes_AsStringAndSize(bytes, &text, &size) != 0) throw PythonError();
        std::vector<OtherLine> others;
        released(1, [&](Run) {
            others = read_records(text, static_cast<std::size_t>(size), first, held->source->arena,
                                  held->records);
        });
        const auto n = static_cast<Py_ssize_t>(held->records.lines.size());
        const Ref records(wrapped(std::move(held)));
        const Ref rest(list_of(others.size(), [&](std::size_t i) {
            const OtherLine& one = others[i];
            return Py_BuildValue("(Knn)", static_cast<unsigned long long>(one.number),
                                 static_cast<Py_ssize_t>(one.start),
                                 static_cast<Py_ssize_t>(one.end));
        }));
        return Py_BuildValue("(OnO)", records.get(), n, rest.get());
    });
}

PyObject* py_read_aligned(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *texts = nullptr, *offsets = nullptr;
        unsigned long long first = 1;
        Py_ssize_t most = 0;
        parse(args, "O!O!Kn", &PyTuple_Type, &texts, &PyTuple_Type, &offsets, &first, &most);
        const auto files = static_cast<std::size_t>(PyTuple_Size(texts));
        if (files == 0 || PyTuple_Size(offsets) != PyTuple_Size(texts) || most < 0)
            throw std::invalid_argument("expected one offset for each block");
        std::vector<Block> blocks(files);
        for (std::size_t k = 0; k < files; ++k) {
            char* data = nullptr;
            Py_ssize_t size = 0;
            PyObject* text = PyTuple_GetItem(texts, static_cast<Py_ssize_t>(k));
            if (PyBytes_AsStringAndSize(text, &data, &size) != 0) throw PythonError();
            const auto bytes = static_cast<std::size_t>(size);
            const auto at = static_cast<Py_ssize_t>(k);
            blocks[k] = {data, bytes, index_in(offsets, at, bytes + 1)};
        }
        Py_INCREF(texts);
        auto held = std::make_unique<Held>();
        held->source = std::make_shared<Source>(texts);
        bool valid = true;
        released(1, [&](Run) {
            valid = read_aligned(blocks, first, static_cast<std::size_t>(most), held->records);
        });
        const auto n = static_cast<Py_ssize_t>(held->records.lines.size());
        const Ref records(wrapped(std::move(held)));
        const Ref read(list_of(files, [&](std::size_t k) { return PyLong_FromSize_t(blocks[k].read); }));
        return Py_BuildValue("(OnOO)", records.get(), n, read.get(), valid ? Py_True : Py_False);
    });
}

PyObject* py_records_part(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *capsule = nullptr, *indices = nullptr;
        parse(args, "OO", &capsule, &indices);
        const Held& from = held_by(capsule);
        auto part = std::make_unique<Held>();
        part->source = from.source;
        const Py_ssize_t n = PySequence_Size(indices);
        if (n < 0) throw PythonError();
        for (Py_ssize_t i = 0; i < n; ++i)
            append(part->records, from.records, index_in(indices, i, from.records.lines.size()));
        return wrapped(std::move(part));
    });
}

PyObject* py_records_numbers(PyObject*, PyObject* args) {
    return guarded([&] {
        const std::vector<RecordLine>& lines = only(args).records.lines;
        bool consecutive = !lines.empty();
        for (std::size_t i = 1; i < lines.size(); ++i)
            consecutive = consecutive && lines[i].number == lines[i - 1].number + 1;
        if (consecutive) return PyLong_FromUnsignedLongLong(lines[0].number);
        return list_of(lines.size(), [&](std::size_t i) {
            return PyLong_FromUnsignedLongLong(lines[i].number);
        });
    });
}

PyObject* py_records_fields(PyObject*, PyObject* args) {
    return guarded([&] {
        const std::vector<RecordLine>& lines = only(args).records.lines;
        unsigned int any = 0, every = ~0u;
        for (const RecordLine& line : lines) {
            any |= line.fields;
            every &= line.fields;
        }
        return Py_BuildValue("(II)", any, every);
    });
}

PyObject* py_records_lines(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* capsule = nullptr;
        Py_ssize_t start = 0, stop = 0;
        parse(args, "Onn", &capsule, &start, &stop);
        const std::vector<RecordLine>& lines = held_by(capsule).records.lines;
        if (start < 0 || stop < start || static_cast<std::size_t>(stop) > lines.size())
            throw std::invalid_argument("there are no records with these indices");
        std::string text;
        for (auto i = static_cast<std::size_t>(start); i < static_cast<std::size_t>(stop); ++i) {
            text.append(lines[i].data, lines[i].bytes);
            text.push_back('\n');
        }
        return PyBytes_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
    });
}

PyObject* py_records_column(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* capsule = nullptr;
        const char* name = nullptr;
        parse(args, "Os", &capsule, &name);
        return column(held_by(capsule).records, name);
    });
}

PyObject* py_records_texts(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* capsule = nullptr;
        Py_ssize_t limit = 0;
        parse(args, "On", &capsule, &limit);
        const Records& records = held_by(capsule).records;
        auto batch = std::make_unique<Batch>();
        batch->texts.texts = records.texts;
        batch->texts.starts = records.starts;
        batch->texts.limit = static_cast<std::size_t>(limit);
        Py_INCREF(capsule);
        batch->owners.emplace_back(capsule);
        return capsule_of(std::move(batch));
    });
}

}  // namespace sacreval
