// What was called, as a weight of the hands that a seat may have been dealt.
#pragma once

#include <memory>
#include <vector>

#include "estimate.hpp"

namespace rebelote {

// A call that a seat made, as a soft bound on its hand: the best of some estimates, each less what the call
// needs, is above nothing (or below), more or less.
struct Said {
    struct Option {
        std::shared_ptr<Estimate> estimate;
        float needed;
    };
    Seat seat;
    bool at_least;
    float softness;
    std::vector<Option> options;
    std::shared_ptr<Estimate> beyond;  // what the best is measured against, if anything

    double log_chance(Pack hand) const;
};

}  // namespace rebelote
