#include "core.hpp"

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

// AMD's first two Zen generations have BMI2, but its bit gathering is slower there than a table.
bool has_fast_bmi2() {
#ifdef REBELOTE_HAS_BMI2_BUILD
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && !__builtin_cpu_is("znver1") &&
           !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

}  // namespace

std::span<const Core* const> cores() {
#ifdef REBELOTE_HAS_BMI2_BUILD
    static const std::array<const Core*, 2> all{&bmi2::core, &portable::core};
#else
    static const std::array<const Core*, 1> all{&portable::core};
#endif
    static const bool fast = has_fast_bmi2();
    return fast ? std::span<const Core* const>(all) : std::span<const Core* const>(all).last(1);
}

const Core& core() { return *cores().front(); }

}  // namespace rebelote
