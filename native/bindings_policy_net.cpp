// The policy for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>

#include "policy_net.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rebelote {

void bind_policy(nb::module_& module) {
    nb::class_<Policy>(module, "Policy", "A network that scores the cards of a suit contract.")
        .def(
            "__init__", [](Policy* self, nb::bytes blob) { new (self) Policy({blob.c_str(), blob.size()}); },
            "blob"_a)
        .def("scores", &Policy::scores, "sets"_a, "numbers"_a, nb::call_guard<nb::gil_scoped_release>(),
             "A score for every card, by 21 sets of cards and 64 numbers that tell what a seat knows.");
}

}  // namespace rebelote
