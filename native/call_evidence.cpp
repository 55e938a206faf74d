#include "call_evidence.hpp"

#include <algorithm>
#include <cmath>

namespace rebelote {

double Said::log_chance(Pack hand) const {
    float best = -1e9f;
    for (const Option& option : options) best = std::max(best, option.estimate->of(hand) - option.needed);
    if (beyond) best -= beyond->of(hand);
    const double lean = (at_least ? best : -best) / softness;
    return lean > 30 ? 0.0 : -std::log1p(std::exp(-lean));
}

}  // namespace rebelote
