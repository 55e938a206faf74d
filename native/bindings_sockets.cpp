// Sockets that are written to without Python's lock, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "socket_writer.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rebelote {

namespace {

std::string_view view_of(nb::handle bytes) {
    char* data = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw nb::python_error();
    return {data, static_cast<std::size_t>(size)};
}

std::string frames_of(const nb::list& texts) {
    std::string frames;
    for (const nb::handle text : texts) append_frame(frames, view_of(text));
    return frames;
}

// As Python holds it. A pointer to the Python object itself would need Python's lock where the thread lets go
// of it.
// There is none any more once it is closed: what is written to it then goes nowhere.
struct Held {
    SocketPointer socket;
};

Held open_socket(int descriptor) {
    try {
        return {std::make_shared<WrittenSocket>(descriptor)};
    } catch (const std::system_error& error) {
        errno = error.code().value();
        PyErr_SetFromErrno(PyExc_OSError);
        throw nb::python_error();
    }
}

void hand_in(SocketWriter& writer, const nb::list& said) {
    std::vector<Piece> pieces;
    pieces.reserve(said.size());
    for (const nb::handle one : said) {
        const auto pair = nb::cast<nb::tuple>(one);
        const SocketPointer& socket = nb::cast<const Held&>(pair[0]).socket;
        std::string frames = frames_of(nb::cast<nb::list>(pair[1]));
        if (socket) pieces.push_back({socket, std::move(frames)});
    }
    writer.hand_in(std::move(pieces));
}

nb::bytes take_back(SocketWriter& writer, const Held& held) {
    std::string rest;
    if (const SocketPointer socket = held.socket) {
        const nb::gil_scoped_release unlocked;
        rest = writer.take_back(*socket);
    }
    return nb::bytes(rest.data(), rest.size());
}

std::vector<int> full_sockets(SocketWriter& writer) {
    std::vector<int> descriptors;
    for (const SocketPointer& socket : writer.full_sockets()) descriptors.push_back(socket->descriptor());
    return descriptors;
}

}  // namespace

void bind_socket_writer(nb::module_& module) {
    module.def(
        "text_frames",
        [](const nb::list& texts) {
            const std::string frames = frames_of(texts);
            return nb::bytes(frames.data(), frames.size());
        },
        "texts"_a, nb::sig("def text_frames(texts: list[bytes]) -> bytes"),
        "Texts as frames of a WebSocket, one after another, as servers send them.");

    nb::class_<Held>(module, "WrittenSocket", "An open socket, by a descriptor of its own.")
        .def(
            "__init__", [](Held* self, int descriptor) { new (self) Held(open_socket(descriptor)); },
            "descriptor"_a)
        .def_prop_ro(
            "descriptor", [](const Held& held) { return held.socket ? held.socket->descriptor() : -1; },
            "-1 once it is closed.")
        .def(
            "close", [](Held& held) { held.socket.reset(); },
            "The file is closed when what was handed in before has been tried; what comes later goes "
            "nowhere.");

    nb::class_<SocketWriter>(module, "SocketWriter",
                             "Writes to sockets in a thread of its own, which never needs Python's lock.")
        .def(nb::init<>())
        .def("hand_in", &hand_in, "said"_a,
             nb::sig("def hand_in(self, said: list[tuple[WrittenSocket, list[bytes]]]) -> None"),
             "Texts to be written as frames, to each socket in this order.")
        .def("take_back", &take_back, "socket"_a,
             "Waits until all for this socket has been tried: what it did not take. From then on it is "
             "written "
             "to again.")
        .def(
            "is_idle",
            [](SocketWriter& writer, const Held& held) {
                return !held.socket || writer.is_idle(*held.socket);
            },
            "socket"_a, "Has all for this socket been tried, and taken?")
        .def_prop_ro("notice", &SocketWriter::notice,
                     "A descriptor that can be read from when sockets have not taken all.")
        .def("full_sockets", &full_sockets, "Those, once, by their descriptors.");
}

}  // namespace rebelote
