#include "core.hpp"

#include <atomic>
#include <stdexcept>

namespace rebelote {

namespace portable {
extern const Core core;
}
#ifdef REBELOTE_HAS_BMI2_BUILD
namespace bmi2 {
extern const Core core;
}
#endif

namespace {

#ifdef REBELOTE_HAS_BMI2_BUILD
bool runs_bmi2() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

// AMD's first two Zen generations have BMI2, but its bit gathering is slower there than a table.
bool gathers_slowly() { return __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"); }
#endif

}  // namespace

std::span<const Core* const> cores() {
    static const std::vector<const Core*> all = [] {
        std::vector<const Core*> found{&portable::core};
#ifdef REBELOTE_HAS_BMI2_BUILD
        if (runs_bmi2()) found.insert(gathers_slowly() ? found.end() : found.begin(), &bmi2::core);
#endif
        return found;
    }();
    return all;
}

namespace {

std::atomic<const Core*>& chosen() {
    static std::atomic<const Core*> core = cores().front();
    return core;
}

}  // namespace

const Core& core() { return *chosen().load(std::memory_order_relaxed); }

void use_core(std::string_view name) {
    for (const Core* core : cores())
        if (core->name == name) return chosen().store(core);
    throw std::invalid_argument("no such build here");
}

}  // namespace rebelote
